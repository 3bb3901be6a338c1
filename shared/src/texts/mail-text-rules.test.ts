import { expect, test } from 'vitest';
import { MAIL_SENTENCES, mailTextTexts, sentencesOf, sentencesProblem } from './mail-text-rules.ts';
import { textProblem, textTexts } from './rules.ts';

const LINES: Record<string, string> = {
  Anrede: 'Guten Tag',
  'Nicht du': 'Dann lösche es.',
  Antwortzeit: 'Nach {antwort}.',
  Schaltfläche: 'Sonst hier:',
};
const written = (changes: Record<string, string | undefined> = {}) =>
  Object.entries({ ...LINES, ...changes })
    .flatMap(([term, words]) => (words === undefined ? [] : [`${term}\n: ${words}`]))
    .join('\n\n');

test('the sentences of mails are all there, once, short and without anything unknown [BOF-130]', () => {
  const problem = (content: string) => textProblem('mail_sentences', content);
  expect(problem(written())).toBeNull();
  expect(sentencesOf(written())).toEqual({
    greeting: 'Guten Tag',
    not_you: 'Dann lösche es.',
    reply: 'Nach {antwort}.',
    button: 'Sonst hier:',
  });
  for (const term of Object.values(MAIL_SENTENCES))
    expect(problem(written({ [term]: undefined })), term).toBe(mailTextTexts.sentence(term));
  expect(problem(`${written()}\n\nAnrede\n: Hallo`)).toBe(mailTextTexts.twice('Anrede'));
  expect(problem(written({ Gruss: 'Adieu' }))).toBe(mailTextTexts.other('Gruss'));
  expect(problem(`${written()}\n\n{firma}`)).toBe(mailTextTexts.other('{firma}'));
  expect(problem(written({ Anrede: 'x'.repeat(200) }))).toBeNull();
  expect(problem(written({ Anrede: 'x'.repeat(201) }))).toBe(mailTextTexts.long('Anrede'));
  expect(problem(written({ Antwortzeit: 'Bald.' }))).toBe(textTexts.missing(['antwort']));
  expect(problem(`${written()}\n\nEin Absatz`)).toBe(textTexts.facts);
  expect(sentencesOf(' Anrede \n:  Hallo \n\n{firma}\n\nGruss\n: Adieu')).toEqual({
    greeting: 'Hallo',
  });
  // Of another form it is refused for that.
  expect(sentencesProblem('# Titel')).toBeNull();
  expect(problem('')).toBe('Dieses Feld ist erforderlich');
});

test('a signature is plain text with placeholders, may be left out, and holds no link [BOF-130]', () => {
  const problem = (content: string) => textProblem('mail_signature', content);
  for (const taken of ['', 'Grüsse\n{firma}, {telefon}', 'Ruth & Co. <3', 'a < b > c', 'Nr. #5'])
    expect(problem(taken), taken).toBeNull();
  for (const typed of ['<b>Grüsse</b>', '<!-- x -->', 'Hallo<br/>', '</p>'])
    expect(problem(typed), typed).toBe(mailTextTexts.html);
  for (const typed of ['https://a.ch', 'WWW.a.ch', '[Hier](/kontakt)', 'http://x'])
    expect(problem(typed), typed).toBe(mailTextTexts.link);
  for (const typed of ['**Grüsse**', '`x`', '# Grüsse'])
    expect(problem(typed), typed).toBe(mailTextTexts.plain);
  expect(problem('{verzeichnis}')).toBe(mailTextTexts.placeholder('verzeichnis'));
  expect(problem('{lohn}')).toBe(mailTextTexts.placeholder('lohn'));
  expect(problem('x'.repeat(500))).toBeNull();
  expect(problem('x'.repeat(501))).toBe('Maximal 500 Zeichen erlaubt');
});
