import { expect, test } from 'vitest';
import {
  judge,
  NOT_ME_PATH,
  NOTICE_MS,
  NOTICE_SHOWN_MS,
  type SecurityFacts,
} from './security-rules.ts';

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

test.each<[Partial<SecurityFacts>, string]>([
  [{}, 'Passkey und zweiter Schritt sind an. Mehr braucht es nicht.'],
  [
    { newLogin: true },
    'Jemand hat sich mit einem neuen Browser angemeldet. Prüfe, ob du das warst.',
  ],
  [
    { emailConfirmed: false },
    'Deine E-Mail-Adresse ist nicht bestätigt. Ohne sie kannst du dein Passwort nicht zurücksetzen.',
  ],
  [
    { recoveryCodesLeft: 0 },
    'Du hast keinen Wiederherstellungscode mehr. Verlierst du dein Telefon, kommst du nicht hinein.',
  ],
  [{ recoveryCodesLeft: 2 }, 'Du hast nur noch 2 von 10 Wiederherstellungscodes.'],
  [
    { factor: false, passkeys: 0 },
    'Nur dein Passwort schützt dein Konto. Ein Passkey ist schneller und sicherer.',
  ],
  [
    { factor: false },
    'Du meldest dich mit einem Passkey an. Mit einem zweiten Schritt ist auch dein Passwort geschützt.',
  ],
  [
    { passkeys: 0 },
    'Passwort und zweiter Schritt sind an. Ein Passkey macht das Anmelden schneller und sicherer.',
  ],
])('the judgement of an account with %j has its sentence [EXP-79]', (facts, text) => {
  expect(judge({ ...SAFE, ...facts }).text).toBe(text);
});

test('«Das war ich nicht» holds seven days in the mail, its line on Home 72 hours [ACC-04, EXP-89]', () => {
  expect([NOTICE_MS, NOTICE_SHOWN_MS]).toEqual([604_800_000, 259_200_000]);
  expect(NOT_ME_PATH).toBe('/auth/not-me');
});
