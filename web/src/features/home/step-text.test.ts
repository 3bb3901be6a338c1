import type { NextStep } from '@samtrot/shared/overview/contract.ts';
import { expect, test } from 'vitest';
import type { Account } from '../../lib/session/session.ts';
import { moreEndingText, stepText } from './step-text.ts';

const NOW = new Date('2026-11-23T08:12:00Z');
const step = (part: Partial<NextStep>): NextStep => ({
  kind: 'email',
  id: '',
  at: null,
  today: true,
  subject: null,
  asked: false,
  payment: null,
  ...part,
});
const ad = {
  ID: 20038,
  titel: 'Neu in Bern',
  end_at: '2026-11-23T16:51:00Z',
  reaktivierung: false,
};
const account = {
  Inserats: [ad],
  owed: 240,
  owed_for: { reason: 'chargeback', date: '2026-11-20T10:00:00Z', amount: 300 },
  undecided_payment: { status: 'partial' },
  holds: [
    {
      id: 7,
      object: { type: 'inserat', id: 20038 },
      kind: 'revise',
      reason: 'Falsche Angaben',
      text: 'Bild 2 zeigt eine andere Person.',
      fields: [{ label: 'Bild 2' }],
      since: '2026-11-22T21:14:00Z',
      time: 'Bezahlte Zeit steht still.',
    },
  ],
} as unknown as Account;
const payment = {
  number: 70_213,
  amount: 100,
  transfer: true,
  sentence: '80 von 100 sind angekommen.',
  next: 'transfer' as const,
};
const of = (part: Partial<NextStep>, on = account) =>
  stepText(step(part), on, NOW, { missing: () => 'Es fehlt Telefon.', confirm: 'Bestätige.' });
const said = (part: Partial<NextStep>) => {
  const words = of(part);
  return words && [words.title, ...words.texts].join(' | ');
};

test.each<[Partial<NextStep>, string]>([
  [
    { kind: 'hold', id: '7' },
    '«Neu in Bern» ist gesperrt, bitte überarbeiten | Falsche Angaben: Bild 2 zeigt eine andere Person. | Betrifft: Bild 2. Seit gestern, 22:14. Bezahlte Zeit steht still.',
  ],
  [
    { kind: 'debt' },
    'Offen: 240 Credits | Deine Bank hat am 20.11.2026 eine Zahlung von CHF 300.- zurückgeholt, als Credits davon schon ausgegeben waren. Sie werden mit deiner nächsten Aufladung verrechnet.',
  ],
  [
    { kind: 'ending', id: '20038' },
    '«Neu in Bern» läuft heute ab | Um 17:51, in 8 Stunden. Danach sieht es niemand mehr.',
  ],
  [
    {
      kind: 'answer',
      id: 'S-10042',
      subject: 'Zahlung und Guthaben',
      asked: true,
      at: '2026-11-23T06:00:00Z',
    },
    'Antwort vom Support | Zu deiner Frage «Zahlung und Guthaben» (S-10042), vor 2 Stunden.',
  ],
  [
    {
      kind: 'answer',
      id: 'S-10042',
      subject: 'Zahlung und Guthaben',
      asked: false,
      at: '2026-11-23T06:00:00Z',
    },
    'Nachricht vom Support | «Zahlung und Guthaben» (S-10042), vor 2 Stunden.',
  ],
  [
    { kind: 'payment', id: 'x', at: '2026-11-20T08:00:00Z', payment },
    'Betrag weicht ab: Zahlung 70213 | 80 von 100 sind angekommen. Seit 3 Tagen.',
  ],
  [
    { kind: 'open_payment', id: 'x', at: '2026-11-20T08:00:00Z', payment },
    'Überweisung CHF 100.- ist noch nicht da | Zahlung 70213, seit 3 Tagen offen. Banken brauchen meist 1 bis 2 Werktage.',
  ],
  [
    { kind: 'draft', id: '20038', at: '2026-11-22T21:14:00Z' },
    'Dein Entwurf Nr. 20038 ist noch nicht fertig | Es fehlt Telefon. Zuletzt geändert gestern, 22:14.',
  ],
  [{ kind: 'email' }, 'E-Mail-Adresse noch nicht bestätigt | Bestätige.'],
])('the line of %o says what it is and when [EXP-33, EXP-34]', (part, text) => {
  expect(said(part)).toBe(text);
});

test.each<Partial<NextStep>>([
  { kind: 'hold', id: '8' },
  { kind: 'ending', id: '1' },
  { kind: 'draft', id: '1' },
])('what is gone meanwhile has no line: %o [EXP-34]', (part) => {
  expect(of(part)).toBeNull();
});

test.each([
  [1, 'Noch ein Inserat läuft in den nächsten 24 Stunden ab.'],
  [12, 'Noch 12 Inserate laufen in den nächsten 24 Stunden ab.'],
])('%d ads without a line of their own are counted [EXP-33]', (more, text) => {
  expect(moreEndingText(more)).toBe(text);
});
