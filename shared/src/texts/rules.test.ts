import { expect, test } from 'vitest';
import { inlineOf, isLink, markupOf, valuesIn } from './markup-rules.ts';
import { differenceOf, textProblem } from './rules.ts';

test('a text is read as title, lead, sections with anchors, lists, facts and parts of lines [BOF-127]', () => {
  const { title, lead, sections } = markupOf(
    '# Titel\n\nVorweg\nweiter\n\n## Über {#ueber-uns}\n\n- eins\n- **zwei**\n\nUID\n: {uid}\n\nOrt\n: Bern\n\n### Klein\n\n## Ä b!\n',
  );
  expect(title).toBe('Titel');
  expect(lead).toEqual([{ kind: 'paragraph', inside: [{ kind: 'text', text: 'Vorweg weiter' }] }]);
  expect(sections.map(({ id, title: of }) => [id, of])).toEqual([
    ['ueber-uns', 'Über'],
    ['ae-b', 'Ä b!'],
  ]);
  expect(sections[0]!.blocks.map(({ kind }) => kind)).toEqual(['list', 'facts', 'heading']);
  expect(sections[0]!.blocks[1]).toMatchObject({ facts: [{}, { fact: [{ text: 'Bern' }] }] });
});

test('links lead into the portal, by mail, by phone or encrypted, and nowhere else [BOF-127]', () => {
  for (const href of ['/', '/kontakt', '#a', 'mailto:{email}', 'tel:{telefon}', 'https://a.ch'])
    expect(isLink(href), href).toBe(true);
  for (const href of ['', 'javascript:x', '//a.ch', 'http://a.ch', 'data:x', 'kontakt'])
    expect(isLink(href), href).toBe(false);
});

test('placeholders are found in lines and in links [BOF-127]', () => {
  const markup = markupOf('## A\n\n**{firma}** [{telefon}](tel:{telefon})');
  expect(valuesIn(markup)).toEqual(['firma', 'telefon', 'telefon']);
  expect(inlineOf('a <b> `c`')).toEqual([
    { kind: 'text', text: 'a <b> ' },
    { kind: 'code', text: 'c' },
  ]);
});

test('two sections with one anchor, or one without a title, are refused [BOF-127]', () => {
  expect(textProblem('imprint', '# A\n\n## B {#x}\n\n## C {#x}')).toContain('denselben Anker');
  expect(textProblem('imprint', '# A\n\n## {#x}\n\nText')).toBe('Ein Abschnitt hat keinen Titel');
  expect(textProblem('imprint', '# A')).toContain('mindestens einen Abschnitt');
});

test('the difference names what went and came, with the line before; far apart, all of it [BOF-127]', () => {
  expect(differenceOf('a\n\nb\n\nc\n\nd', 'a\n\nb\n\nx\n\nd')).toEqual([
    { line: 'b', kind: 'same' },
    { line: 'c', kind: 'removed' },
    { line: 'x', kind: 'added' },
  ]);
  expect(differenceOf('a', 'a')).toEqual([]);
  expect(differenceOf('a', 'b\n'.repeat(1001)).filter(({ kind }) => kind === 'added')).toHaveLength(
    1001,
  );
});
