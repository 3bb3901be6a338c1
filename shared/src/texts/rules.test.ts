import { expect, test } from 'vitest';
import { MINUTE_MS } from '../kernel/time.ts';
import { factsOf, inlineOf, isLink, markupOf, valuesIn, wordsOf } from './markup-rules.ts';
import {
  differenceOf,
  TEXT_MAX,
  TEXTS,
  textProblem,
  textStartProblem,
  textTexts,
} from './rules.ts';

test('a text is read as title, lead, sections with anchors, lists, facts and parts of lines [BOF-127]', () => {
  const { title, lead, sections } = markupOf(
    '# Titel\n\n Vorweg \n  weiter \n\n## Über {#ueber-uns}\n\n- eins\n- **zwei**\n\nUID\n: {uid}\n\nOrt\n: Bern\n\n### Klein\n\n## Ä b!\n',
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

test('the words of a part are told without its markup and placeholders [BOF-127]', () => {
  expect(wordsOf(inlineOf('a **b `c`** [d](/e) {firma}.'))).toBe('a b c d .');
  for (const other of ['', '# A', '- a', '## A', '{a} b'])
    expect(factsOf(markupOf(other))).toBeNull();
  expect(factsOf(markupOf('{firma}'))).toEqual([{ value: 'firma' }]);
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

const text = (words: string) => ({ kind: 'text', text: words });

test('parts of a line: strong, code, links and placeholders, within each other, in their order [BOF-127]', () => {
  expect(inlineOf('**ab `cd` {ort}** und [mehr **da**](/kontakt)!')).toEqual([
    {
      kind: 'strong',
      inside: [
        text('ab '),
        { kind: 'code', text: 'cd' },
        text(' '),
        { kind: 'value', name: 'ort' },
      ],
    },
    text(' und '),
    {
      kind: 'link',
      href: '/kontakt',
      inside: [text('mehr '), { kind: 'strong', inside: [text('da')] }],
    },
    text('!'),
  ]);
  expect(inlineOf('')).toEqual([]);
  expect(inlineOf('[leer]()')).toEqual([{ kind: 'link', href: '', inside: [text('leer')] }]);
  // What is not closed, has a blank in its address or no letters is text.
  for (const plain of ['** offen', '`', '[a](b c)', '{1}', '{Ort}', '[a\nb](/)', '`a\nb`'])
    expect(inlineOf(plain), plain).toEqual([text(plain)]);
});

test('blocks: a list of nothing but points, facts of two lines, a heading with what follows [BOF-127]', () => {
  const blocks = (markup: string) => markupOf(markup).lead;
  expect(blocks('-  eins \n- zwei')).toEqual([
    { kind: 'list', items: [[text('eins')], [text('zwei')]] },
  ]);
  expect(blocks('- eins\nzwei')).toEqual([{ kind: 'paragraph', inside: [text('- eins zwei')] }]);
  expect(blocks('###  Klein \n- a\n- b')).toEqual([
    { kind: 'heading', inside: [text('Klein')] },
    { kind: 'list', items: [[text('a')], [text('b')]] },
  ]);
  expect(blocks(' UID \n:  1 \n\nOrt\n: Bern\n\n \n\nZeile')).toEqual([
    {
      kind: 'facts',
      facts: [
        { term: [text('UID')], fact: [text('1')] },
        { term: [text('Ort')], fact: [text('Bern')] },
      ],
    },
    { kind: 'paragraph', inside: [text('Zeile')] },
  ]);
  expect(blocks('a\n: b\nc')).toEqual([{ kind: 'paragraph', inside: [text('a : b c')] }]);
  expect(markupOf('').sections).toEqual([]);
  expect(markupOf('ohne Titel').title).toBe('');
  expect(markupOf('#  Titel \nvorweg')).toMatchObject({
    title: 'Titel',
    lead: [{ inside: [text('vorweg')] }],
  });
});

test('a section without an anchor has one by its title [BOF-127]', () => {
  const ids = (...titles: string[]) =>
    markupOf(titles.map((title) => `## ${title}\n`).join('')).sections.map(({ id }) => id);
  expect(ids('Öffnung & Über uns', '--A  b--', 'Ärger? ', 'X {#eigen}', 'Y {#a b}')).toEqual([
    ...['oeffnung-ueber-uns', 'a-b', 'aerger', 'eigen', 'y-a-b'],
  ]);
});

test('parts are found in lists, facts, headings and sections; links tell their placeholders [BOF-127]', () => {
  const markup = markupOf(
    '{a}\n\n## S\n\n- {b}\n\n{c}\n: **{d}**\n\n### {e}\n\n[x](mailto:{f}?{g})',
  );
  expect(valuesIn(markup)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  for (const href of ['/a b', 'x/', 'https://', ' /a', 'ftp://a.ch', 'mailto:'])
    expect(isLink(href), href).toBe(false);
});

test('what a text lacks is said with its placeholders and links [BOF-127]', () => {
  expect(textTexts.missing(['firma', 'ort'])).toBe(
    'Es fehlt, was eingesetzt werden muss: {firma}, {ort}',
  );
  expect(textTexts.unknown('x')).toBe('Diesen Platzhalter gibt es nicht: {x}');
  expect([textTexts.number, textTexts.past, textTexts.soon]).toEqual([
    'Es fehlt eine Telefonnummer zum Antippen, als [117](tel:117)',
    'Der Zeitpunkt ist vorbei',
    'Frühestens in 5 Minuten',
  ]);
  expect(textTexts.ahead('21.12.2026')).toBe(
    'Neue Bedingungen kündigen wir 30 Tage vorher an: frühestens ab 21.12.2026',
  );
  expect([textTexts.taken, textTexts.same]).toEqual([
    'Zu diesem Zeitpunkt beginnt schon eine andere Fassung',
    'Es ist nichts anders als in der gültigen Fassung',
  ]);
  expect(textTexts.link('javascript:')).toBe('Dieser Link geht nicht: javascript:');
});

const IMPRINT = `# A\n\n## B\n\n${TEXTS.imprint.required.map((name) => `{${name}}`).join(' ')}`;

test('a text with everything it needs is taken; a link, a placeholder or a title is not [BOF-127]', () => {
  expect(textProblem('imprint', IMPRINT)).toBeNull();
  expect(textProblem('imprint', '')).toBe('Dieses Feld ist erforderlich');
  expect(textProblem('imprint', `${IMPRINT}${'x'.repeat(TEXT_MAX)}`)).toBe(
    'Maximal 40000 Zeichen erlaubt',
  );
  expect(textProblem('imprint', IMPRINT.replace('# A', 'A'))).toBe(textTexts.title);
  expect(textProblem('imprint', `${IMPRINT} [x](http://a.ch)`)).toBe(textTexts.link('http://a.ch'));
  expect(textProblem('imprint', `${IMPRINT} [x](https://a.ch)`)).toBeNull();
  expect(textProblem('imprint', `${IMPRINT} {gibt_es_nicht}`)).toBe(
    textTexts.unknown('gibt_es_nicht'),
  );
  expect(textProblem('imprint', IMPRINT.replace('{uid}', '').replace('{telefon}', ''))).toBe(
    textTexts.missing(['telefon', 'uid']),
  );
});

test('a text begins five minutes ahead, terms thirty days [BOF-128, BOF-129]', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const problem = (id: 'terms' | 'imprint', ms: number) =>
    textStartProblem(id, new Date(now.getTime() + ms), now);
  expect([problem('imprint', -1), problem('imprint', 0)]).toEqual([textTexts.past, textTexts.past]);
  expect(problem('imprint', 5 * MINUTE_MS - 1)).toBe(textTexts.soon);
  expect(problem('imprint', 5 * MINUTE_MS)).toBeNull();
  const month = 30 * 24 * 60 * MINUTE_MS;
  expect(problem('terms', month - 1)).toBe(textTexts.ahead('21.12.2026'));
  expect(problem('terms', month)).toBeNull();
});

const marks = (before: string, after: string) =>
  differenceOf(before, after).map(
    ({ line, kind }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${line}`,
  );

test('the difference keeps the longest run of lines that both have [BOF-128]', () => {
  expect(marks('a\nb\nc\nd', 'b\nc\nd\ne')).toEqual(['-a', ' d', '+e']);
  expect(marks('x\na\nb', 'a\nb\nx')).toEqual(['-x', ' b', '+x']);
  expect(marks('a\nx\nb\ny\nc', 'a\nb\nc')).toEqual([' a', '-x', ' b', '-y']);
  expect(marks('a\nc', 'a\nb\nc\nd')).toEqual([' a', '+b', ' c', '+d']);
  expect(marks('', 'a')).toEqual(['+a']);
  expect(marks('a\n \n', '')).toEqual(['-a']);
  // As far as they are compared line by line, and beyond.
  const many = (n: number) => Array.from({ length: n }, (_, at) => `z${at}`).join('\n');
  expect(marks(many(1000), `${many(999)}\nneu`)).toEqual([' z998', '-z999', '+neu']);
  expect(marks(many(1001), many(1001))).toHaveLength(2002);
  expect(marks('a', many(1001))[0]).toBe('-a');
  expect(marks(many(1001), 'a').at(-1)).toBe('+a');
});

const FAQ = `# F\n\n## A\n\n### Frage?\n\n${TEXTS.faq.required.map((name) => `{${name}}`).join(' ')}`;

test('questions have a title, groups, and an answer each [BOF-127]', () => {
  expect(textProblem('faq', FAQ)).toBeNull();
  expect(textProblem('faq', `${FAQ}\n\n### Zweite?\n\n- eins`)).toBeNull();
  expect(textProblem('faq', FAQ.replace('# F', 'F'))).toBe(textTexts.title);
  expect(textProblem('faq', '# F\n\nText')).toBe(textTexts.sections);
  expect(textProblem('faq', `${FAQ}\n\n## A\n\n### B?\n\nC`)).toBe(textTexts.anchor('a'));
  const second = '## B\n\n### C?\n\nD\n\n### E?';
  for (const bare of [
    second,
    '## B',
    '## B\n\nText',
    '## B\n\n### C?',
    '## B\n\nText\n\n### C?\n\nD',
  ])
    expect(textProblem('faq', `${FAQ}\n\n${bare}`), bare).toBe(textTexts.question('B'));
  expect(textProblem('faq', FAQ.replace('{sperren}', ''))).toBe(textTexts.missing(['sperren']));
});

test('lines of contact are terms with their facts, and name what they must [BOF-127]', () => {
  const lines = 'Mail\n: [{email}](mailto:{email})\n\nTel\n: {telefon}\n\n{buerozeiten}';
  expect(textProblem('contact', `${lines}\n\nAntwort\n: {antwort}`)).toBeNull();
  expect(textProblem('contact', lines)).toBe(textTexts.missing(['antwort']));
  for (const other of ['# Titel', 'Ein Satz', '{email} und mehr', '- Punkt', '## Abschnitt'])
    expect(textProblem('contact', `${lines}\n\n${other}`), other).toBe(textTexts.facts);
});

test('help lines have a title, paragraphs and a number to tap [BOF-127]', () => {
  const text = '# In Gefahr?\n\nRuf [117](tel:117) an.';
  expect(textProblem('helplines', text)).toBeNull();
  expect(textProblem('helplines', 'Ruf [117](tel:117) an.')).toBe(textTexts.title);
  for (const other of [
    '# A',
    `${text}\n\n- eins`,
    '# A\n\n- [117](tel:117)',
    `${text}\n\n## B\n\nC`,
  ])
    expect(textProblem('helplines', other), other).toBe(textTexts.paragraphs);
  expect(textProblem('helplines', '# A\n\nRuf 117 an, [hier](/kontakt).')).toBe(textTexts.number);
});
