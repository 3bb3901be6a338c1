import { expect, test } from 'vitest';
import {
  automaticEvent,
  entryOf,
  MAIL_MAX_BYTES,
  MAIL_TEXT_MAX,
  mailTexts,
  mayKeep,
  senderOf,
  withoutQuote,
} from './mail-rules.ts';

test.each([
  ['Danke!\n\nAm 20.11.2026 um 13:00 schrieb Samtrot:\n> Guten Tag\n> Alles gut.'],
  ['Danke!\n\nAm Fr., 20. Nov. 2026 um 13:00 Uhr schrieb Samtrot\n<a@b.ch>:\n\nGuten Tag'],
  ['Danke!\n\nOn Fri, Nov 20, 2026 at 1:00 PM Samtrot <a@b.ch> wrote:\n\n> Hello'],
  ['Danke!\n-----Ursprüngliche Nachricht-----\nVon: Samtrot\nGuten Tag'],
  [`Danke!\n${'_'.repeat(32)}\nVon: Samtrot`],
  ['Danke!\n\n> Guten Tag\n>\n> Alles gut.\n'],
  ['Danke!\n\nLe 20 nov. 2026 à 13:00, Samtrot a écrit :\n> Bonjour'],
  ['Danke!\n\nIl 20.11.2026 13:00 Samtrot ha scritto:\n> Ciao'],
  ['Danke!\n--- ORIGINALNACHRICHT ---\nGuten Tag'],
  ['Danke!\n--Original Message--\nHello'],
  ['Danke!\n---- Weitergeleitete Nachricht ----\nGuten Tag'],
  [`Danke!\n${'_'.repeat(20)}\nVon: Samtrot`],
])('a reply is kept without what it quotes %# [BOF-85]', (text) => {
  expect(withoutQuote(text)).toBe('Danke!\n\n[Zitat weggelassen]');
});

test('the lines of a reply stay, also one with an arrow before the quote [BOF-85]', () => {
  expect(withoutQuote('Danke!\n\nHeute 3 > 2\n\n> Guten Tag')).toBe(
    'Danke!\n\nHeute 3 > 2\n\n[Zitat weggelassen]',
  );
});

test('a text without an answer, or with quotes between its lines, stays whole [BOF-85]', () => {
  for (const text of [
    '> Guten Tag\n> Alles gut.',
    'Hallo\nAm Montag schrieb ich euch, und dann:\nnichts.',
    '> Wann?\nMorgen.\n> Wo?\nHier.',
    'Hallo\n- Originalnachricht -\nGuten Tag',
    'Hallo\nAlso: --Originalnachricht--\nGuten Tag',
    'Hallo\n--Originalnachricht-- fehlt\nGuten Tag',
    `Hallo\n${'_'.repeat(19)}\nGuten Tag`,
    `Hallo\nx${'_'.repeat(20)}\nGuten Tag`,
    `Hallo\n${'_'.repeat(20)}x\nGuten Tag`,
    'Hallo\nAm 20.11. schriebt ihr:\nGuten Tag',
    'Hallo\nUnd am 20.11. schrieb Samtrot:\nGuten Tag',
    'Hallo\nAm 20.11. schrieb Samtrot: ja\nGuten Tag',
    'Hallo\nam Ende\nAm Tag darauf schrieb Samtrot:\nGuten Tag',
    'Hallo\nIhr\nAm Tag schrieb Samtrot am 20.11.2026',
    '',
  ])
    expect(withoutQuote(text)).toBe(text);
});

test('an entry names subject, other sender and left out attachments, and has a limit [BOF-85]', () => {
  const mail = { text: 'Hallo', headOnly: null, leftOut: [] } as const;
  expect(entryOf(mail)).toBe('Hallo');
  expect(
    entryOf({ ...mail, from: 'a@b.ch', subject: 'Frage\r\nX: y', leftOut: ['a.zip', 'b.exe'] }),
  ).toBe('Von: a@b.ch\nBetreff: Frage X: y\n\nHallo\n\n[Ohne Anhang: a.zip, b.exe]');
  expect(entryOf({ ...mail, leftOut: Array.from({ length: 12 }, () => 'x') })).toContain(
    'x, 2 weitere]',
  );
  expect(entryOf({ ...mail, text: ' ' })).toBe('[kein Text]');
  const long = entryOf({ ...mail, text: 'x'.repeat(MAIL_TEXT_MAX + 1) });
  expect(long).toBe(`${'x'.repeat(MAIL_TEXT_MAX)}\n\n[Text gekürzt]`);
  expect(entryOf({ ...mail, headOnly: 'oversized' })).toBe(mailTexts.oversized);
});

test('a sender without a name has that of the mailbox', () => {
  expect(senderOf({ name: '', address: ' Lena@Beispiel.ch ' })).toEqual({
    email: 'lena@beispiel.ch',
    name: 'lena',
  });
  expect(senderOf({ name: ' Lena \n Muster ', address: 'a@b.ch' }).name).toBe('Lena Muster');
});

test('an automatic reply is one short line [BOF-85]', () => {
  expect(automaticEvent('Ich bin\nweg.\n')).toBe('Automatische Antwort: Ich bin weg.');
  expect(automaticEvent('x'.repeat(400))).toHaveLength('Automatische Antwort: '.length + 300);
  expect(automaticEvent(' ')).toBe('Automatische Antwort: [kein Text]');
});

test('a mail of up to 30 MB is read, its text kept to 20 000 signs, its subject to 200 [BOF-85]', () => {
  expect([MAIL_MAX_BYTES, MAIL_TEXT_MAX]).toEqual([30 * 2 ** 20, 20_000]);
  const mail = { text: 'x'.repeat(MAIL_TEXT_MAX), headOnly: null, leftOut: [] } as const;
  expect(entryOf(mail)).toBe(mail.text);
  expect(entryOf({ ...mail, text: 'x', subject: 'y'.repeat(201) })).toBe(
    `Betreff: ${'y'.repeat(200)}\n\nx`,
  );
  expect(entryOf({ ...mail, text: 'x', subject: '' })).toBe('x');
  expect(entryOf({ ...mail, text: ' x\n' })).toBe('x');
});

test('ten left out attachments are named, of more the number [BOF-85]', () => {
  const named = (count: number) =>
    entryOf({ text: 'x', headOnly: null, leftOut: Array<string>(count).fill('a') });
  const ten = Array<string>(10).fill('a').join(', ');
  expect(named(10)).toBe(`x\n\n[Ohne Anhang: ${ten}]`);
  expect(named(11)).toBe(`x\n\n[Ohne Anhang: ${ten}, 1 weitere]`);
});

test('a mail that is not read says where it lies [BOF-85]', () => {
  const said = (['oversized', 'malformed'] as const).map((headOnly) =>
    entryOf({ text: 'x', headOnly, leftOut: [] }),
  );
  expect(said).toEqual([
    '[Die E-Mail ist zu gross. Sie liegt im Postfach des Mailservers.]',
    '[Die E-Mail lässt sich nicht lesen. Sie liegt im Postfach des Mailservers.]',
  ]);
});

test('the name of a sender is kept to 80 signs', () => {
  expect(senderOf({ name: 'x'.repeat(81), address: 'a@b.ch' }).name).toBe('x'.repeat(80));
});

test('an entry keeps five files [BOF-85]', () => {
  expect([mayKeep(4), mayKeep(5)]).toEqual([true, false]);
});
