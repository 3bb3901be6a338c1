import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  HALF_LOGIN_MS,
  INVITATION_MS,
  INVITATION_PATH,
  KNOWN_BROWSER_MS,
  nameProblem,
  STAFF_MOST_MS,
  STAFF_RECOVERY_CODES,
  STAFF_REST_MS,
  signsFor,
  staffRestsSince,
  tidyName,
  WRONG_FACTORS,
  WRONG_PASSWORDS,
} from './login-rules.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('a log-in of the house ends by rest after 30 minutes, by age after 12 hours [BOF-09]', () => {
  expect([STAFF_REST_MS, STAFF_MOST_MS]).toEqual([30 * MINUTE, 12 * HOUR]);
  expect(staffRestsSince(new Date(31 * MINUTE))).toEqual(new Date(MINUTE));
});

test('five wrong factors within 15 minutes end a half log-in [BOF-08]', () => {
  expect([WRONG_FACTORS, HALF_LOGIN_MS]).toEqual([5, 15 * MINUTE]);
});

test('ten wrong passwords for an address are looked at in a quarter of an hour [BOF-08]', () => {
  expect(WRONG_PASSWORDS).toEqual({ attempts: 10, seconds: 900 });
});

test('an invitation holds 24 hours, under an address that stays [BOF-04]', () => {
  expect([INVITATION_MS, INVITATION_PATH]).toEqual([24 * HOUR, '/betrieb/einladung']);
});

test('an enrolment shows ten recovery codes [BOF-06]', () => {
  expect(STAFF_RECOVERY_CODES).toBe(10);
});

test('a browser is known for 400 days', () => {
  expect(KNOWN_BROWSER_MS).toBe(400 * 24 * HOUR);
});

test.each([
  ['', 'Name ist erforderlich.'],
  ['   ', 'Name ist erforderlich.'],
  ['Nora Keller', null],
  ["  Anne-Marie \t d'Aurès  ", null],
  ['J. Öz', null],
  ['Лена', null],
  ['N', null],
  ['a'.repeat(60), null],
  ['𐐀'.repeat(60), null],
  ['a'.repeat(61), 'Maximal 60 Zeichen erlaubt'],
  ['-Nora', 'Ungültiges Format'],
  ['7 Nora', 'Ungültiges Format'],
  ['Nora 7', 'Ungültiges Format'],
  ['Nora\u0000', 'Ungültiges Format'],
])('the name %j of a person: %s [BOF-03]', (name, problem) => {
  expect(nameProblem(tidyName(name))).toBe(problem);
});

test('blanks around and between the words of a name are one [BOF-03]', () => {
  expect(tidyName('  Nora \t Keller\n')).toBe('Nora Keller');
});

test.each([
  ['Nora Keller', ['NK', 'NE', 'NL', 'NR', 'NO', 'NA', 'NB', 'NC']],
  ['Nora von Keller', ['NK', 'NE', 'NL', 'NR', 'NO', 'NA', 'NB', 'NC']],
  ['Cher', ['CH', 'CE', 'CR', 'CA', 'CB', 'CC']],
  ['Éva Òz', ['EO', 'EZ', 'EV', 'EA', 'EB']],
  ['eva îden', ['EI', 'ED', 'EE', 'EN', 'EV', 'EA']],
  ['O’Neil Ürs', ['OÜ', 'OR', 'OS', 'ON', 'OE', 'OI', 'OL', 'OA']],
  ['U\u0308rs Ott', ['ÜO', 'ÜT', 'ÜR', 'ÜS', 'ÜA']],
  ['Лена', ['XA', 'XB', 'XC']],
  ['Лена Ott', ['OT', 'OA']],
])('the signs of %s are initials, then its letters, then any [BOF-03]', (name, best) => {
  expect(signsFor(name).slice(0, best.length)).toEqual(best);
});

test('every accented vowel is read as its letter [BOF-03]', () => {
  for (const letter of 'àáâéèêëïîíóôòúùû')
    expect(signsFor(`B ${letter}`)[0], letter).toBe(
      `B${letter.normalize('NFD').charAt(0).toUpperCase()}`,
    );
});

test('each person finds a sign: at least 26 different ones of two letters [BOF-03]', () => {
  const letters = fc.constantFrom(...'abzÄöÜéßñçŁЛ李', ' ', '.', '-', "'");
  const names = fc.string({ unit: letters, minLength: 1, maxLength: 20 }).map(tidyName);
  fc.assert(
    fc.property(
      names.filter((name) => nameProblem(name) === null),
      (name) => {
        const signs = signsFor(name);
        expect(new Set(signs).size).toBe(signs.length);
        expect(signs.length).toBeGreaterThanOrEqual(26);
        for (const sign of signs) expect(sign).toMatch(/^[A-ZÄÖÜ]{2}$/);
      },
    ),
  );
});
