import { EXCERPT_LENGTH, LONGEST_SIGN, mayGoOn } from '@samtrot/shared/overview/excerpt-rules.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';

const FAMILY = '👩‍👩‍👧‍👦';

test.each([
  ['a short text', 'Ruhig.', 'Ruhig.'],
  ['160 letters', 'a'.repeat(160), 'a'.repeat(160)],
  ['161 letters', 'a'.repeat(161), 'a'.repeat(160)],
  ['160 emoji', '😀'.repeat(160), '😀'.repeat(160)],
  ['161 emoji', '😀'.repeat(161), '😀'.repeat(160)],
  ['an emoji of seven parts over the end', `${'a'.repeat(158)}${FAMILY}b`, 'a'.repeat(158)],
  ['one that ends with it', `${'a'.repeat(153)}${FAMILY}b`, `${'a'.repeat(153)}${FAMILY}`],
  ['a letter with an accent over the end', `${'a'.repeat(159)}n\u0303n`, 'a'.repeat(159)],
  ['a tower of accents', `a${'\u0303'.repeat(400)}`, `a${'\u0303'.repeat(159)}`],
])('an excerpt of %s holds at most 160 whole characters', (_, text, excerpt) => {
  expect(excerptOf(text)).toBe(excerpt);
});

test('an excerpt begins the text, and only one that may go on was cut', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 400 });
  fc.assert(
    fc.property(texts, (text) => {
      const excerpt = excerptOf(text);
      expect(text.startsWith(excerpt)).toBe(true);
      expect([...excerpt].length).toBeLessThanOrEqual(EXCERPT_LENGTH);
      expect(excerpt.isWellFormed()).toBe(text.isWellFormed());
      if (!mayGoOn(excerpt)) expect(excerpt).toBe(text);
    }),
  );
  expect(mayGoOn('a'.repeat(EXCERPT_LENGTH - LONGEST_SIGN))).toBe(false);
});
