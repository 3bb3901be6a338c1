import { expect, test } from 'vitest';
import {
  automaticEvent,
  entryOf,
  MAIL_TEXT_MAX,
  mailTexts,
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
])('a reply is kept without what it quotes %# [BOF-85]', (text) => {
  expect(withoutQuote(text)).toBe('Danke!\n\n[Zitat weggelassen]');
});

test('a text without an answer, or with quotes between its lines, stays whole [BOF-85]', () => {
  for (const text of [
    '> Guten Tag\n> Alles gut.',
    'Hallo\nAm Montag schrieb ich euch, und dann:\nnichts.',
    '> Wann?\nMorgen.\n> Wo?\nHier.',
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
