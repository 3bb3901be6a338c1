import {
  ownWords,
  PASSWORD_GUESSABLE,
  PASSWORD_NAMES,
} from '@samtrot/shared/accounts/password-strength-rules.ts';
import { passwordProblem } from '@samtrot/shared/accounts/rules.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSWORD, START, testWorld, type World } from '../../../testing/world/world.ts';

/** They keep the eight rules. */
const REFUSED = [
  ['Passw0rd!2026', PASSWORD_GUESSABLE],
  ['Samtrot-2026!', PASSWORD_NAMES],
  ['Willkommen-1!', PASSWORD_GUESSABLE],
  ['Sommer2026!!x', PASSWORD_GUESSABLE],
  ['Qwertz-12345!', PASSWORD_GUESSABLE],
  ['Bonjour-2026!', PASSWORD_GUESSABLE],
  ['Benvenuto-12!', PASSWORD_GUESSABLE],
  ['Sunshine-202!', PASSWORD_GUESSABLE],
  ['S@mtrot-9-Wolken', null],
  ['SAM trot-9-Wolken'.replace(' ', '_'), PASSWORD_NAMES],
  ['Tisch-Zora-Berg-9', PASSWORD_NAMES],
  ['Z.O.R.A-Berg-Tal-9', PASSWORD_NAMES],
  ['Rotkehlchen-Berg-9', PASSWORD_NAMES],
  ['Mara-Meier-Berg-9', PASSWORD_NAMES],
  ['Grün-Wolke-7-Tisch', null],
  ['Mxq7-vTz2-Kp9w', null],
] as const;
const LONG = [`${'Aa1!'.repeat(32)}`, `${'Xy7?qW'.repeat(21)}`];

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(START);
  for (const table of ['rate_limit', 'mail', 'account_link'] as const)
    await world.db.deleteFrom(table).execute();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const NAMES = { username: 'Rotkehlchen', email: 'zora@beispiel.ch' };
let people = 0;
/** Her nickname is another than the username. */
async function zora() {
  const user = await world.user({
    ...NAMES,
    username: 'Rotkehlchen',
    email: `zora@b${++people}.ch`,
  });
  await world.db
    .updateTable('account')
    .set({ nickname: 'Mara Meier' })
    .where('id', '=', user.userId)
    .execute();
  return {
    ...user,
    async [Symbol.asyncDispose]() {
      await world.db.deleteFrom('mail').where('account_id', '=', user.userId).execute();
      await world.db.deleteFrom('account').where('id', '=', user.userId).execute();
    },
  };
}
const refusal = (password: string) => ({ status: 422, body: { errors: { password } } });

test.each(REFUSED)('%s at the registration: %s [ACC-40]', async (password, problem) => {
  expect(passwordProblem(password)).toBeNull();
  const person = { ...NAMES, nickname: 'Mara Meier', email: 'zora@frei.ch', password };
  const answer = await world.visitor.raw('register', {
    payload: { ...person, username: `Rotkehlchen` },
  });
  // The nickname of a registration is the username.
  if (problem && password !== 'Mara-Meier-Berg-9') expect(answer).toMatchObject(refusal(problem));
  else expect(answer.status).toBe(200);
  await world.db.deleteFrom('mail').execute();
  await world.db.deleteFrom('account').where('username', '=', 'Rotkehlchen').execute();
});

test('a reset and the profile refuse the same, with the names of the account [ACC-40, ACC-41]', async () => {
  await using user = await zora();
  await world.visitor.raw('lostpassword', { payload: { user_login: user.email } });
  await world.runTasks('accounts/password-reset-requests');
  const token = (await world.mails(user.email)).at(-1)!.text.match(/token=([\w-]{43})/)![1]!;
  const reset = (password: string) =>
    world.visitor.raw('reset_password', { payload: { token, password } });
  const change = (password: string) =>
    user.raw('update_profile', {
      payload: { nickname: 'Mara Meier', email: user.email, password, current_password: PASSWORD },
    });
  for (const [password, problem] of REFUSED) {
    if (!problem) continue;
    await world.db.deleteFrom('rate_limit').execute();
    expect(await reset(password), password).toMatchObject(refusal(problem));
    expect(await change(password), password).toMatchObject(refusal(problem));
  }
  // The refusals used nothing up.
  expect((await reset('Grün-Wolke-7-Tisch')).status).toBe(200);
});

test('the profile says its own two rules first, then those of the registration [ACC-41, X-01]', async () => {
  await using user = await zora();
  const change = (password: string) =>
    user.raw('update_profile', {
      payload: { nickname: 'Mara Meier', email: user.email, password, current_password: PASSWORD },
    });
  for (const [password, problem] of [
    ['Kurz-1', 'Passwort muss mindestens 8 Zeichen lang sein'],
    ['nur-klein-und-lang', 'Passwort muss Gross- und Kleinbuchstaben sowie Zahlen enthalten'],
    ['Wolke7-Ti', 'Mindestens 12 Zeichen'],
    ['GrünWolke7Tisch', 'Mindestens ein Sonderzeichen'],
    ['Grün Wolke-7-Tisch', 'Keine Leerzeichen erlaubt'],
    ['Grünnn-Wolke-7-Tisch', 'Keine sich wiederholenden Zeichen'],
    ['Grün-Qwerty-7-Tisch', 'Keine einfachen Muster verwenden'],
    ['Willkommen-1!', PASSWORD_GUESSABLE],
  ] as const)
    expect(await change(password), password).toMatchObject(refusal(problem));
  // A nickname that begins with the same change counts, too.
  const both = await user.raw('update_profile', {
    payload: {
      nickname: 'Wolke',
      email: user.email,
      password: 'Grün-Wolke-7-Tisch',
      current_password: PASSWORD,
    },
  });
  expect(both).toMatchObject(refusal(PASSWORD_NAMES));
  expect((await change('Grün-Wolke-7-Tisch')).status).toBe(200);
});

test('short names and what is no name are not looked for [ACC-40]', () => {
  expect(ownWords({ email: 'al@b.ch', username: 'Al-e', nickname: '' })).toEqual([
    'albch',
    'samtrot',
  ]);
  expect(ownWords({ email: 'Lena.M@beispiel.ch', username: 'Rot Kehl_chen' })).toEqual([
    'lenambeispielch',
    'lenam',
    'rotkehlchen',
    'samtrot',
  ]);
});

test.each(LONG)(
  'the longest password %# is judged in bounded time [ACC-40]',
  async (password) => {
    const { assertStrongPassword } = await import('./password-strength.ts');
    const judged = assertStrongPassword(password, NAMES).then(
      () => 'strong',
      () => 'refused',
    );
    expect(['strong', 'refused']).toContain(await judged);
  },
  5000,
);
