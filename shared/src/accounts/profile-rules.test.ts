import { describe, expect, test } from 'vitest';
import {
  NICKNAME_MAX,
  NICKNAME_MIN,
  nicknameProblem,
  PROFILE_PASSWORD_MIN,
  profileConfirmationProblem,
  profileEmailProblem,
  profilePasswordProblem,
} from './profile-rules.ts';
import { passwordProblem } from './rules.ts';

test('the numbers of the profile [CON-32, CON-38]', () => {
  expect([NICKNAME_MIN, NICKNAME_MAX, PROFILE_PASSWORD_MIN]).toEqual([3, 80, 8]);
});

test.each([
  ['', 'Spitzname ist erforderlich', 'PRO-05, ERR-069'],
  ['Li', 'Mindestens 3 Zeichen erforderlich', 'PRO-06, PRO-07, CON-38'],
  ['Lia', null, 'PRO-06'],
  ['ä'.repeat(80), null, 'PRO-06'],
  ['ä'.repeat(81), 'Maximal 80 Zeichen erlaubt', 'PRO-06, PRO-07, CON-38'],
  ['😀😀', 'Mindestens 3 Zeichen erforderlich', 'PRO-06'],
  ['😀'.repeat(80), null, 'PRO-06'],
  ['Лена 李娜', null, 'PRO-06'],
  ['Le\u0000na', 'Ungültiges Format', 'PRO-06'],
])('the nickname %j: %j [%s]', (nickname, problem, _rows) => {
  expect(nicknameProblem(nickname)).toBe(problem);
});

test.each([
  ['', 'E-Mail Adresse ist erforderlich', 'PRO-08, ERR-070'],
  ['  ', 'E-Mail Adresse ist erforderlich', 'PRO-08, ERR-070'],
  ['abc', 'Ungültige E-Mail Adresse', 'PRO-09, ERR-071'],
  ['lena@beispiel', 'Ungültige E-Mail Adresse', 'PRO-09, ERR-071'],
  ['lena@beispiel.ch', null, 'PRO-09'],
  ['lena@yopmail.com', 'Bitte verwende keine temporäre E-Mail-Adresse.', 'X-02'],
])('the address %j: %j [%s]', (email, problem, _rows) => {
  expect(profileEmailProblem(email)).toBe(problem);
});

const SHORT = 'Passwort muss mindestens 8 Zeichen lang sein';
const MIXED = 'Passwort muss Gross- und Kleinbuchstaben sowie Zahlen enthalten';
const LONG = 'Maximal 128 Zeichen erlaubt';
const FORMAT = 'Ungültiges Format';

describe('the password', () => {
  test.each([
    ['empty is no change [PRO-10]', '', null],
    ['seven characters [PRO-10, ERR-072, CON-32]', 'Abcdef1', SHORT],
    ['eight characters [PRO-10, CON-32, ACC-41]', 'Abcdefg1', 'Mindestens 12 Zeichen'],
    ['seven characters in eight units [PRO-10, ERR-072]', 'Abcde1😀', SHORT],
    ['no capital [PRO-11, ERR-073]', 'abcdefgh1', MIXED],
    ['no small letter [PRO-11, ERR-073]', 'ABCDEFGH1', MIXED],
    ['no digit [PRO-11, ERR-073]', 'Abcdefghi', MIXED],
    ['digits of another script [PRO-11, ERR-073]', 'Abcdefg٣', MIXED],
    ['short is said first [PRO-11, ERR-073]', 'a', SHORT],
    ['letters of another script [PRO-11]', 'Пароль-Пароль12', null],
    ['umlauts [PRO-11]', 'Äöüäöü-Äöü12', null],
    ['no special character [X-01, ACC-41]', 'GutGewaehlt26', 'Mindestens ein Sonderzeichen'],
    ['blanks [X-01, ACC-41]', 'Gut-gewaehlt 26 ', 'Keine Leerzeichen erlaubt'],
    ['three alike [X-01, ACC-41]', 'Guttt-Gewaehlt-26', 'Keine sich wiederholenden Zeichen'],
    ['a simple pattern [X-01, ACC-41]', 'Mein-Password-1', 'Keine einfachen Muster verwenden'],
    ['eleven [T-AUTH-16, ACC-41]', 'Abcdefghi-1', 'Mindestens 12 Zeichen'],
    ['128 [T-AUTH-16]', `Ab-1${'xy'.repeat(62)}`, null],
    ['128 with emoji [T-AUTH-16]', `Ab-1${'😀x'.repeat(62)}`, null],
    ['129 [T-AUTH-16]', `Ab1${'x'.repeat(126)}`, LONG],
    ['1000 [T-AUTH-16]', `Ab1${'x'.repeat(997)}`, LONG],
    ['NUL [T-AUTH-16]', 'Gut-Gewaehlt-26\u0000', FORMAT],
    ['half an emoji [T-AUTH-16]', 'Gut-Gewaehlt-26\ud83d', FORMAT],
    ['turned around [T-AUTH-16]', 'Gut-Gewaehlt-26\u202e', FORMAT],
  ])('%s: %j', (_rows, password, problem) => {
    expect(profilePasswordProblem(password)).toBe(problem);
  });

  test('what registration takes, the profile takes, and nothing else [X-01, ACC-41]', () => {
    for (const password of ['Gut-Gewählt-2026', 'Abcdefg1-xyzü'])
      expect([passwordProblem(password), profilePasswordProblem(password)]).toEqual([null, null]);
    for (const password of ['Abcdefg1', 'Abcdefghijk1', 'Abcdefghij 1-'])
      expect(profilePasswordProblem(password)).toBe(passwordProblem(password));
  });

  test('the confirmation equals it to the letter [PRO-12, ERR-074, X-03]', () => {
    expect(profileConfirmationProblem('Abcdefg1', 'Abcdefg1')).toBeNull();
    expect(profileConfirmationProblem('', '')).toBeNull();
    for (const other of ['', 'abcdefg1', 'Abcdefg1 ']) {
      expect(profileConfirmationProblem('Abcdefg1', other)).toBe(
        'Passwörter stimmen nicht überein',
      );
    }
  });
});
