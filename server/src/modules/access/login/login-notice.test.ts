import { login } from '@samtrot/shared/access/contract.ts';
import { newRecoveryCodes, requestFactorRemoval } from '@samtrot/shared/access/factor-contract.ts';
import { loginPasskey } from '@samtrot/shared/access/passkey-contract.ts';
import {
  endOtherDevices,
  getDevices,
  getSecurity,
  reportLogin,
  setLoginMail,
} from '@samtrot/shared/access/security-contract.ts';
import { updateProfile } from '@samtrot/shared/accounts/profile-contract.ts';
import { resetPassword } from '@samtrot/shared/accounts/recovery-contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rowsInClear } from '../../../testing/world/encrypted-rows.ts';
import {
  challengeFor,
  codeAt,
  confirmed,
  pendingOf,
  withApp,
  withPasskey,
} from '../../../testing/world/factors.ts';
import {
  type Answer,
  PASSWORD,
  START,
  testWorld,
  type World,
} from '../../../testing/world/world.ts';

const SUBJECT = 'Neue Anmeldung bei deinem Konto';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

let world: World;
let user: Awaited<ReturnType<World['user']>>;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('rate_limit').execute();
  await world.db.deleteFrom('mail').execute();
  user = await world.user();
  await confirm();
  // The first login of a new account is its owner's.
  await logIn();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const confirm = (at: Date | null = START) =>
  world.db
    .updateTable('account')
    .set({ email_confirmed_at: at })
    .where('id', '=', user.userId)
    .execute();
const logIn = (cookie = '', pwd = PASSWORD) =>
  world.caller(0, cookie).raw(login.name, {
    payload: { log: user.email, pwd },
    headers: { 'user-agent': FIREFOX },
  });
const cookiesOf = ({ headers }: Answer) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ');
const sidOf = (answer: Answer) =>
  cookiesOf(answer)
    .split('; ')
    .find((one) => one.startsWith('sid='))!;
const notices = async () =>
  (await world.mails(user.email)).filter(({ subject }) => subject === SUBJECT);
const tokenOf = async () =>
  (await notices()).at(-1)!.text.match(/\/auth\/not-me\?token=([\w-]{43})$/m)![1]!;

test('a login from a browser that is not known is mailed, neutrally and at once [ACC-04, EXP-89]', async () => {
  await logIn();
  const [mail, ...more] = await notices();
  expect(more).toEqual([]);
  expect(mail!.text).toContain('Windows, Firefox, 20.11.2026, 13:00');
  expect(mail!.text).toContain('Das war ich nicht');
  expect(mail!.text).not.toMatch(/inserat|samtrot|nutzer/i);
  const row = (await rowsInClear(world.db, 'mail')).find(({ subject }) => subject === SUBJECT);
  expect(row!.next_try_at).toEqual(START);
});

test('one from a known browser and the first of a new account are not [ACC-04]', async () => {
  expect(await notices()).toEqual([]);
  const cookie = cookiesOf(await logIn());
  expect(await notices()).toHaveLength(1);
  await logIn(cookie);
  expect(await notices()).toHaveLength(1);
});

test('a wrong password and an address that nobody confirmed are not mailed [ACC-04]', async () => {
  expect((await logIn('', 'Falsch-Gewaehlt-26')).status).toBe(401);
  await confirm(null);
  await logIn();
  expect(await notices()).toEqual([]);
});

test('«Das war ich nicht» ends all, cancels what waits and leads to a new password [ACC-04, EXP-89]', async () => {
  const thief = world.caller(user.userId, cookiesOf(await logIn()));
  const change = { nickname: 'Lena', email: 'dieb@beispiel.ch', current_password: PASSWORD };
  expect((await thief.call(updateProfile, change)).status).toBe(200);
  const token = await tokenOf();
  const answer = await world.visitor.call(reportLogin, { token });
  expect(answer).toMatchObject({ status: 200, body: { reset_token: expect.any(String) } });
  for (const caller of [thief, user]) expect((await caller.call(getDevices, {})).status).toBe(401);
  expect((await logIn()).status).toBe(401);
  const links = await world.db
    .selectFrom('account_link')
    .select('purpose')
    .where('account_id', '=', user.userId)
    .where('purpose', 'in', ['change', 'reset'])
    .execute();
  expect(links).toEqual([{ purpose: 'reset' }]);
  const known = await world.db
    .selectFrom('known_browser')
    .selectAll()
    .where('account_id', '=', user.userId)
    .execute();
  expect(known).toEqual([]);
  const password = 'Ganz-Anders-2027';
  const reset = { token: answer.body.reset_token, password };
  expect((await world.visitor.call(resetPassword, reset)).status).toBe(200);
  expect((await logIn('', password)).status).toBe(200);
});

test('«Das war ich nicht» takes the passkeys since, and leaves the second factor [ACC-04, ACC-34]', async () => {
  await withPasskey(world, user, 'Telefon');
  world.clock.advance(MINUTE_MS);
  const thief = world.caller(user.userId, sidOf(await logIn()));
  const token = await tokenOf();
  const { key } = await withPasskey(world, thief, 'Dieb');
  await withApp(world, user);
  const pending = await pendingOf(world, user.email);
  const lost = { pending, password: PASSWORD };
  expect((await world.visitor.call(requestFactorRemoval, lost)).status).toBe(200);
  expect((await world.visitor.call(reportLogin, { token })).status).toBe(200);

  const passkey = key.get(await challengeFor(world.visitor));
  expect((await world.visitor.call(loginPasskey, { passkey })).status).toBe(401);
  const left = world.db.selectFrom('passkey').select('name');
  expect(await left.where('account_id', '=', user.userId).execute()).toEqual([{ name: 'Telefon' }]);
  const factors = world.db.selectFrom('second_factor').select('removal_at');
  expect(await factors.where('account_id', '=', user.userId).execute()).toEqual([
    { removal_at: null },
  ]);
});

test('two links of one account pressed at once: one ends all, no call fails otherwise [ACC-04]', async () => {
  const account = world.db.updateTable('account').where('id', '=', user.userId);
  const { password_hash } = await world.db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow();
  for (let round = 0; round < 5; round++) {
    await account.set({ password_hash }).execute();
    await logIn();
    await logIn();
    const tokens = (await notices())
      .slice(-2)
      .map(({ text }) => text.match(/token=([\w-]{43})/)![1]!);
    const press = async (token: string) =>
      (await world.visitor.call(reportLogin, { token })).status;
    expect((await Promise.all(tokens.map(press))).toSorted()).toEqual([200, 422]);
  }
});

test('its link works once and for seven days, and a forged one never [ACC-04]', async () => {
  await logIn();
  const token = await tokenOf();
  const press = async (given: string) =>
    (await world.visitor.call(reportLogin, { token: given })).status;
  expect(await press('A'.repeat(43))).toBe(422);
  world.clock.advance(7 * DAY_MS);
  expect(await press(token)).toBe(422);
  world.clock.advance(-1);
  expect([await press(token), await press(token)]).toEqual([200, 422]);
});

test('the mail can be switched off, except while a change is open [ACC-04]', async () => {
  const off = () => user.call(setLoginMail, { on: false });
  expect(await off()).toMatchObject({ status: 200, body: { login_mail: false } });
  await logIn();
  expect(await notices()).toEqual([]);
  const change = { nickname: 'Lena', email: 'neu@beispiel.ch', current_password: PASSWORD };
  expect((await user.call(updateProfile, change)).status).toBe(200);
  await logIn();
  expect(await notices()).toHaveLength(1);
  expect((await user.call(getSecurity, {})).body).toMatchObject({ login_mail_required: true });
  await user.call(setLoginMail, { on: true });
  expect(await off()).toMatchObject({ status: 409, body: { code: 'CHANGE_OPEN' } });
});

test('the login stands on the page for 72 hours, also where no mail went out [EXP-89]', async () => {
  await user.call(setLoginMail, { on: false });
  const answer = await logIn();
  const seen = async (ms: number) => {
    world.clock.set(new Date(START.getTime() + ms));
    const here = world.caller(user.userId, cookiesOf(await logIn(cookiesOf(answer))));
    return (await here.call(getSecurity, {})).body.new_logins;
  };
  const line = { device: 'Windows, Firefox', at: START.toISOString() };
  expect(await seen(71 * HOUR_MS)).toEqual([line]);
  expect(await seen(72 * HOUR_MS - 1)).toEqual([line]);
  expect(await seen(72 * HOUR_MS)).toEqual([]);
});

test.each([
  ['made since that login', true, 0],
  ['made before it', false, 10],
])('«Das war ich nicht» and recovery codes %s [ACC-04, ACC-32]', async (_title, renews, left) => {
  const { secret } = await withApp(world, user);
  world.clock.advance(MINUTE_MS);
  const pending = await pendingOf(world, user.email);
  const payload = { pending, code: codeAt(world, secret) };
  expect((await world.visitor.raw('second_factor', { payload })).status).toBe(200);
  const token = await tokenOf();
  if (renews) {
    await confirmed(world, user, 'recovery_codes');
    expect((await user.call(newRecoveryCodes, {})).status).toBe(200);
  }
  expect((await world.visitor.call(reportLogin, { token })).status).toBe(200);
  const codes = world.db.selectFrom('recovery_code').select('code_hash');
  expect(await codes.where('account_id', '=', user.userId).execute()).toHaveLength(left);
});

test('who made the login is not asked to act, everybody else is [EXP-79, EXP-89]', async () => {
  const maker = world.caller(user.userId, sidOf(await logIn()));
  const lines = async (who: typeof maker) => (await who.call(getSecurity, {})).body.new_logins;
  expect(await lines(maker)).toEqual([]);
  expect(await lines(user)).toMatchObject([{ at: START.toISOString() }]);
  const other = world.caller(user.userId, sidOf(await logIn()));
  expect([await lines(maker), await lines(other)].map(({ length }) => length)).toEqual([1, 1]);
  // Another token of the same session has made it, too.
  const renewed = world.caller(user.userId, sidOf(await maker.call(endOtherDevices, {})));
  expect(await lines(renewed)).toHaveLength(1);
});
