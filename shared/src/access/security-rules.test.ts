import { expect, test } from 'vitest';
import { judge, type SecurityFacts } from './security-rules.ts';
import { restsSince, sessionTimes } from './session-rules.ts';

const SAFE: SecurityFacts = {
  emailConfirmed: true,
  newLogin: false,
  passkeys: 1,
  factor: true,
  recoveryCodesLeft: 10,
};

test.each<[string, Partial<SecurityFacts>, string, string | null]>([
  ['passkey and second step', {}, 'Gut geschützt', null],
  ['second step only', { passkeys: 0 }, 'Gut geschützt', 'Passkey hinzufügen'],
  ['passkey only', { factor: false }, 'Gut geschützt', 'Zweiten Schritt einrichten'],
  ['password only', { factor: false, passkeys: 0 }, 'Geht besser', 'Passkey hinzufügen'],
  ['four codes left', { recoveryCodesLeft: 4 }, 'Gut geschützt', null],
  ['three codes left', { recoveryCodesLeft: 3 }, 'Geht besser', 'Neue Codes'],
  ['no code left', { recoveryCodesLeft: 0 }, 'Bitte handeln', 'Neue Codes'],
  [
    'no code left without a second step',
    { factor: false, recoveryCodesLeft: 0 },
    'Gut geschützt',
    'Zweiten Schritt einrichten',
  ],
  ['address unconfirmed', { emailConfirmed: false }, 'Bitte handeln', 'E-Mail-Adresse bestätigen'],
  ['login from a new browser', { newLogin: true }, 'Bitte handeln', 'Geräte prüfen'],
  [
    'everything at once',
    { newLogin: true, emailConfirmed: false, recoveryCodesLeft: 0 },
    'Bitte handeln',
    'Geräte prüfen',
  ],
])('an account with %s is judged with one next step [EXP-79]', (_, facts, title, step) => {
  const judgement = judge({ ...SAFE, ...facts });
  expect([judgement.title, judgement.step?.label ?? null]).toEqual([title, step]);
});

test('a session ends by rest after 30 minutes or 30 days, by age after 24 hours or 90 days [ACC-01]', () => {
  const MINUTE = 60_000;
  expect(sessionTimes(false)).toEqual({ restMs: 30 * MINUTE, mostMs: 24 * 60 * MINUTE });
  const DAY = 24 * 60 * MINUTE;
  expect(sessionTimes(true)).toEqual({ restMs: 30 * DAY, mostMs: 90 * DAY });
  expect(restsSince(new Date(30 * MINUTE), false)).toEqual(new Date(0));
});
