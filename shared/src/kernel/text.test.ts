import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  draftProblem,
  folded,
  hasUnwantedCharacters,
  lengthProblem,
  textLength,
  tidyLine,
  tidyText,
  withoutUnwanted,
} from './text.ts';

test('the shared field messages [ERR-079, ERR-080, ERR-081, ERR-082]', () => {
  expect(lengthProblem('', 3, 5)).toBe('Dieses Feld ist erforderlich');
  expect(lengthProblem('ab', 3, 5)).toBe('Mindestens 3 Zeichen erforderlich');
  expect(lengthProblem('abcdef', 3, 5)).toBe('Maximal 5 Zeichen erlaubt');
  expect(lengthProblem('ab\u0000c', 3, 5)).toBe('Ungültiges Format');
  expect(lengthProblem('abc', 3, 5)).toBeNull();
  expect(lengthProblem('abcde', 3, 5)).toBeNull();
  expect(lengthProblem('', 0, 5)).toBeNull();
});

test('a length counts letters as people do', () => {
  expect(textLength('Zoë')).toBe(3);
  expect(textLength('Zoe\u0308')).toBe(3);
  expect(textLength('😀')).toBe(1);
});

test.each([
  '\u0000',
  '\u0007',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u202e',
  '\u2066',
  '\u200f',
  '\ufeff',
  '\ud800',
  '\udc00',
  'a\udc00\ud800b',
  '\r',
])('%j is unwanted', (text) => {
  expect(hasUnwantedCharacters(text)).toBe(true);
});

test('line ends, tabs, emoji with joiners and other scripts are wanted', () => {
  for (const text of ['a\nb', 'a\tb', '👩‍❤️‍👩', 'Лена', '名前', 'é'])
    expect(hasUnwantedCharacters(text)).toBe(false);
});

test('one line has no breaks, doubled blanks or blank ends', () => {
  expect(tidyLine('  Zoe\u0308 \n\t Muster ')).toBe('Zoë Muster');
});

test('several lines keep at most one empty line in a row', () => {
  expect(tidyText(' a \r\nb\r\n\r\n\r\n\r\nc \n')).toBe('a\nb\n\nc');
});

test('the line ends of every system become line feeds', () => {
  expect(['a\r\nb', 'a\nb', 'a\rb'].map(tidyText)).toEqual(['a\nb', 'a\nb', 'a\nb']);
});

// Every code unit, halves of pairs included.
const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
  .map((units) => String.fromCharCode(...units));

test('a long run of blanks is tidied [T-IN-08]', () => {
  expect(tidyText(`a${' '.repeat(120_000)}b`)).toHaveLength(120_002);
  expect(tidyText(`a${' \t'.repeat(60_000)}\nb`)).toBe('a\nb');
});

test('tidying twice changes nothing more', () => {
  fc.assert(
    fc.property(anyText, (typed) => {
      expect(tidyLine(tidyLine(typed))).toBe(tidyLine(typed));
      expect(tidyText(tidyText(typed))).toBe(tidyText(typed));
    }),
  );
});

test('a text from elsewhere loses control and direction characters, not its lines [BOF-85]', () => {
  expect(withoutUnwanted('Zürich\r\n\teins\rzwei \u001b[2Jx\u0000 \u202efdp.exe\ud800')).toBe(
    'Zürich\n\teins\nzwei [2Jx fdp.exe\ufffd',
  );
});

test('a draft may be as long as its bound by what of it counts', () => {
  expect([draftProblem('abc', 3), draftProblem('abcd', 3)]).toEqual([
    ...[null, 'Maximal 3 Zeichen erlaubt'],
  ]);
  expect(draftProblem('<b>abc</b>', 3, (text) => text.replace(/<[^>]+>/g, ''))).toBeNull();
  expect(draftProblem('a\u0000', 3)).toBe('Ungültiges Format');
});

test('texts are compared whatever their case and form', () => {
  expect(folded('ZOE\u0308 Äß')).toBe(folded('zoë äß'));
  expect(folded('A')).not.toBe(folded('b'));
});
