import { expect, test } from 'vitest';
import { fieldTexts } from '../kernel/text.ts';
import {
  CONTACT_SUBJECTS,
  contactSubjectProblem,
  messageProblem,
  nameProblem,
  SUPPORT_SUBJECTS,
  SUPPORT_TIMES,
  subjectLabel,
  supportMessageProblem,
  supportSubjectProblem,
  supportTexts,
  ticketOf,
} from './rules.ts';

test('the public form has four subjects, the support page has the ad as a fifth [SUP-02, SUP-17]', () => {
  expect(CONTACT_SUBJECTS.map(({ value, label }) => [value, label])).toEqual([
    ['general', 'Allgemeine Frage'],
    ['technical', 'Technisches Problem'],
    ['billing', 'Zahlung und Guthaben'],
    ['other', 'Anderes'],
  ]);
  expect(SUPPORT_SUBJECTS.map(({ value }) => value)).toEqual([
    'general',
    'technical',
    'billing',
    'ad',
    'other',
  ]);
});

test('a subject must be one of the form [SUP-04, SUP-20, ERR-112, ERR-114]', () => {
  for (const { value } of CONTACT_SUBJECTS) expect(contactSubjectProblem(value)).toBeNull();
  for (const { value } of SUPPORT_SUBJECTS) expect(supportSubjectProblem(value)).toBeNull();
  expect(contactSubjectProblem('ad')).toBe('Bitte wähle einen Betreff aus');
  expect(supportSubjectProblem('')).toBe('Bitte wähle einen Betreff aus.');
});

test('a subject reads as its label, an unknown one as it is [SUP-02]', () => {
  expect([subjectLabel('ad'), subjectLabel('other'), subjectLabel('neu')]).toEqual([
    'Inserat-Verwaltung',
    'Anderes',
    'neu',
  ]);
});

test('a name has 2 to 80 characters, a message 10 to 5000 [SUP-18]', () => {
  const of = (rule: (text: string) => string | null, ...lengths: number[]) =>
    lengths.map((n) => rule('a'.repeat(n)));
  expect(of(nameProblem, 0, 1, 2, 80, 81)).toEqual([
    fieldTexts.required,
    fieldTexts.tooShort(2),
    null,
    null,
    fieldTexts.tooLong(80),
  ]);
  expect(of(messageProblem, 0, 9, 10, 5000, 5001)).toEqual([
    fieldTexts.required,
    fieldTexts.tooShort(10),
    null,
    null,
    fieldTexts.tooLong(5000),
  ]);
});

test('an empty message of the support page has words of its own [SUP-05, ERR-113]', () => {
  expect(supportMessageProblem('')).toBe('Bitte gib eine Nachricht ein.');
  expect(supportMessageProblem('kurz')).toBe(fieldTexts.tooShort(10));
  expect(supportMessageProblem('lang genug')).toBeNull();
});

test('the words after sending, the number of a ticket and the times [SUP-07, SUP-08, SUP-10]', () => {
  expect(supportTexts).toEqual({
    sent: 'Deine Nachricht wurde erfolgreich gesendet. Wir melden uns bald bei dir!',
    failed: 'Fehler beim Senden der Nachricht. Bitte versuche es später erneut.',
  });
  expect(ticketOf(10042)).toBe('S-10042');
  expect(SUPPORT_TIMES).toEqual({
    reply: '24 Stunden',
    payout: '3-5 Arbeitstage',
    transfer: 'Banken brauchen meist 1 bis 2 Werktage.',
  });
});
