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

test('CON-32 CON-38 the numbers of the profile', () => {
  expect([NICKNAME_MIN, NICKNAME_MAX, PROFILE_PASSWORD_MIN]).toEqual([3, 80, 8]);
});

test.each([
  ['PRO-05 ERR-069', '', 'Spitzname ist erforderlich'],
  ['PRO-06 PRO-07 CON-38', 'Li', 'Mindestens 3 Zeichen erforderlich'],
  ['PRO-06', 'Lia', null],
  ['PRO-06', 'ä'.repeat(80), null],
  ['PRO-06 PRO-07 CON-38', 'ä'.repeat(81), 'Maximal 80 Zeichen erlaubt'],
  ['PRO-06 an emoji is one character:', '😀😀', 'Mindestens 3 Zeichen erforderlich'],
  ['PRO-06', '😀'.repeat(80), null],
  ['PRO-06', 'Лена 李娜', null],
  ['PRO-06', 'Le\u0000na', 'Ungültiges Format'],
])('%s the nickname %j: %j', (_rows, nickname, problem) => {
  expect(nicknameProblem(nickname)).toBe(problem);
});

test.each([
  ['PRO-08 ERR-070', '', 'E-Mail Adresse ist erforderlich'],
  ['PRO-08 ERR-070', '  ', 'E-Mail Adresse ist erforderlich'],
  ['PRO-09 ERR-071', 'abc', 'Ungültige E-Mail Adresse'],
  ['PRO-09 ERR-071', 'lena@beispiel', 'Ungültige E-Mail Adresse'],
  ['PRO-09', 'lena@beispiel.ch', null],
  ['X-02', 'lena@yopmail.com', 'Bitte verwende keine temporäre E-Mail-Adresse.'],
])('%s the address %j: %j', (_rows, email, problem) => {
  expect(profileEmailProblem(email)).toBe(problem);
});

const SHORT = 'Passwort muss mindestens 8 Zeichen lang sein';
const MIXED = 'Passwort muss Gross- und Kleinbuchstaben sowie Zahlen enthalten';
const LONG = 'Maximal 128 Zeichen erlaubt';
const FORMAT = 'Ungültiges Format';

describe('the password', () => {
  test.each([
    ['PRO-10 empty is no change', '', null],
    ['PRO-10 ERR-072 CON-32', 'Abcdef1', SHORT],
    ['PRO-10 CON-32', 'Abcdefg1', null],
    ['PRO-10 ERR-072 seven characters in eight units', 'Abcde1😀', SHORT],
    ['PRO-11 ERR-073 no capital', 'abcdefgh1', MIXED],
    ['PRO-11 ERR-073 no small letter', 'ABCDEFGH1', MIXED],
    ['PRO-11 ERR-073 no digit', 'Abcdefghi', MIXED],
    ['PRO-11 ERR-073 digits of another script', 'Abcdefg٣', MIXED],
    ['PRO-11 ERR-073 short is said first', 'a', SHORT],
    ['PRO-11 letters of another script', 'Пароль12', null],
    ['PRO-11 umlauts', 'Äöüäöü12', null],
    ['X-01 no special character', 'Gewaehlt26', null],
    ['X-01 blanks', 'Gut gewaehlt 26 ', null],
    ['X-01 three alike', 'Guttt-Gewaehlt-26', null],
    ['X-01 a simple pattern', 'Password1', null],
    ['T-AUTH-16 eleven', 'Abcdefghi-1', null],
    ['T-AUTH-16 128', `Ab1${'x'.repeat(125)}`, null],
    ['T-AUTH-16 128 with emoji', `Ab1${'😀'.repeat(125)}`, null],
    ['T-AUTH-16 129', `Ab1${'x'.repeat(126)}`, LONG],
    ['T-AUTH-16 1000', `Ab1${'x'.repeat(997)}`, LONG],
    ['T-AUTH-16 NUL', 'Abcdefg1\u0000', FORMAT],
    ['T-AUTH-16 half an emoji', 'Abcdefg1\ud83d', FORMAT],
    ['T-AUTH-16 turned around', 'Abcdefg1\u202e', FORMAT],
  ])('%s: %j', (_rows, password, problem) => {
    expect(profilePasswordProblem(password)).toBe(problem);
  });

  test('X-01 what registration takes, the profile takes; not the other way round', () => {
    expect([passwordProblem('Gut-Gewählt-2026'), profilePasswordProblem('Gut-Gewählt-2026')]).toEqual([null, null]);
    expect([passwordProblem('Abcdefg1'), profilePasswordProblem('Abcdefg1')]).toEqual(['Mindestens 12 Zeichen', null]);
  });

  test('PRO-12 ERR-074 X-03 the confirmation equals it to the letter', () => {
    expect(profileConfirmationProblem('Abcdefg1', 'Abcdefg1')).toBeNull();
    expect(profileConfirmationProblem('', '')).toBeNull();
    for (const other of ['', 'abcdefg1', 'Abcdefg1 ']) {
      expect(profileConfirmationProblem('Abcdefg1', other)).toBe('Passwörter stimmen nicht überein');
    }
  });
});
