import { PASSWORD_GUESSABLE } from '@samtrot/shared/accounts/password-strength-rules.ts';
import { expect, test } from 'vitest';
import { testWorld } from '../../../testing/world/world.ts';

const [LENGTH, UPPER, LOWER, DIGIT, SPECIAL, SPACE, REPEAT, SIMPLE] = [
  'Mindestens 12 Zeichen',
  'Mindestens ein Grossbuchstabe',
  'Mindestens ein Kleinbuchstabe',
  'Mindestens eine Ziffer',
  'Mindestens ein Sonderzeichen',
  'Keine Leerzeichen erlaubt',
  'Keine sich wiederholenden Zeichen',
  'Keine einfachen Muster verwenden',
];
const TOO_LONG = 'Maximal 128 Zeichen erlaubt';
const FORMAT = 'Ungültiges Format';
const REQUIRED = 'Dieses Feld ist erforderlich';

/** What the forms say, or null where the password is good. */
const CORPUS: [string, string | null][] = [
  ['', 'Passwort ist erforderlich.'],
  ['Ab1-', LENGTH],
  ['Abcdefgh-12', LENGTH],
  ['Abcdefgh-123', PASSWORD_GUESSABLE],
  ['Abcdefgh-1234', PASSWORD_GUESSABLE],
  ['Abcdefghijkl-15', PASSWORD_GUESSABLE],
  [`Gut-1${'xy'.repeat(61)}Z`, null],
  [`Gut-12${'xy'.repeat(61)}Z`, TOO_LONG],
  [`Gut-1${'xy'.repeat(500)}`, TOO_LONG],
  ['Wolke-Tisch7', null],
  ['Wolke_Tisch_27', null],
  ['abcdefgh-123', UPPER],
  ['ABCDEFGH-123', LOWER],
  ['Abcdefgh-xyz', DIGIT],
  ['Abcdefgh1234', SPECIAL],
  ['Abcdefgh_1234', PASSWORD_GUESSABLE],
  ['Äbcdefgh-123', PASSWORD_GUESSABLE],
  ['ÄÖÜÄÖÜäöü-12', PASSWORD_GUESSABLE],
  ['Ёлкаигрушк-1', null],
  ['Abcdefgh -12', SPACE],
  ['Abcdefgh-12 ', SPACE],
  [' Abcdefgh-12', SPACE],
  ['Abcdefgh-12\t', SPACE],
  ['Abcdefgh-12\n', SPACE],
  ['Abcdefgh\u00a0-12', SPACE],
  ['Abcdefgh\u3000-12', SPACE],
  ['Aaabcdefg-12', PASSWORD_GUESSABLE],
  ['Abcdaaagh-12', REPEAT],
  ['Abcdefgh-111', REPEAT],
  ['Abcdefg---12', REPEAT],
  ['Gut😀😀😀-Gewählt1', REPEAT],
  ['Gut😀😀-Gewählt1', null],
  ['Mein-Password1', SIMPLE],
  ['mein-PASSWORD1', SIMPLE],
  ['Abcdef-123456', SIMPLE],
  ['Abc-Qwerty-12', SIMPLE],
  ['Abc-qWERTZ-12', null],
  ['Passwort-2026', PASSWORD_GUESSABLE],
  ['Abcdefgh-12\u0000', FORMAT],
  ['Abcdefgh-12\u0007', FORMAT],
  ['Abcdefgh-12\u202e', FORMAT],
  ['Abcdefgh-12\ud83d', FORMAT],
  ["Ab1'; drop--x", SPACE],
  ['<b>Gut-Wolke-26</b>', null],
];

test('registration and reset judge 40 passwords alike [T-AUTH-16, AUT-41, AUT-42, AUT-43, AUT-44, AUT-45, AUT-46, AUT-47, AUT-48, CON-31, CON-33]', async () => {
  await using world = await testWorld();
  expect(CORPUS.length).toBeGreaterThanOrEqual(40);
  const verdict = ({ body }: { body: { code?: string; errors?: Record<string, string> } }) =>
    body.errors?.password ?? null;
  for (const [i, [password, expected]] of CORPUS.entries()) {
    const person = { username: `Lena ${i} x`, email: `lena${i}@beispiel.ch` };
    const registered = await world.visitor.raw('register', { payload: { ...person, password } });
    expect(verdict(registered), `register ${JSON.stringify(password)}`).toBe(expected);
    expect(registered.status, JSON.stringify([password, world.defects])).toBe(expected ? 422 : 200);
    const reset = await world.visitor.raw('reset_password', {
      payload: { token: 'x'.repeat(43), password },
    });
    // How hard it is to guess is judged for a valid link only.
    const form = expected === PASSWORD_GUESSABLE ? null : expected;
    expect(verdict(reset), `reset ${JSON.stringify(password)}`).toBe(form);
    expect(reset.body.code).toBe(form ? 'INVALID_INPUT' : 'LINK_INVALID');
    if (expected) continue;
    const login = (pwd: string) =>
      world.visitor.raw('login', { payload: { log: person.email, pwd } });
    expect((await login(password)).status, password).toBe(200);
    expect((await login(password.slice(0, -1))).status, password).toBe(401);
  }
  for (const password of [null, undefined, 12, true, ['Abcdefgh-123'], { a: 1 }]) {
    const answer = await world.visitor.raw('register', {
      payload: { username: 'Lena', email: 'lena@beispiel.ch', password } as object,
    });
    expect(verdict(answer)).toBe(password === null || password === undefined ? REQUIRED : FORMAT);
  }
  expect(world.defects).toEqual([]);
});
