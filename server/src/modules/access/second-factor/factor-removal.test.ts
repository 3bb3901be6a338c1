import { getFactors, newRecoveryCodes } from '@samtrot/shared/access/factor-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { behindGate } from '../../../testing/process/gate.ts';
import { emailOf } from '../../../testing/world/accounts.ts';
import { codeAt, confirmed, pendingOf, withApp } from '../../../testing/world/factors.ts';
import { PASSWORD, START, testWorld, type World } from '../../../testing/world/world.ts';

const WAITS = 'Der zweite Schritt soll ausgeschaltet werden';
const OFF = 'Der zweite Schritt ist ausgeschaltet';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(START);
  for (const table of ['rate_limit', 'mail', 'second_factor'] as const)
    await world.db.deleteFrom(table).execute();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

async function person() {
  const user = await world.user();
  const { secret, recoveryCodes } = await withApp(world, user);
  await world.db.deleteFrom('mail').execute();
  return { user, secret, recoveryCodes };
}
const request = (pending: string, password = PASSWORD) =>
  world.visitor.raw('request_factor_removal', { payload: { pending, password } });
const asked = async (email: string) => {
  const answer = await request(await pendingOf(world, email));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.removal_at;
};
const work = () => world.runTasks('access/factor-removals');
const subjects = async (to: string) => (await world.mails(to)).map(({ subject }) => subject);
const linksTo = async (to: string) =>
  (await world.mails(to)).flatMap(
    ({ text }) => text.match(/\/auth\/keep-factor\?token=([\w-]{43})$/m)?.[1] ?? [],
  );
const keep = (token: string) => world.visitor.raw('keep_factor', { payload: { token } });
const login = (email: string) =>
  world.visitor.raw('login', { payload: { log: email, pwd: PASSWORD } });
const kinds = async (accountId: number) =>
  (
    await world.db
      .selectFrom('account_event')
      .select('kind')
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);

test('it is off after 72 hours with a mail each day, and not a moment before [ACC-34]', async () => {
  const { user } = await person();
  const at = await asked(user.email);
  expect(at).toBe(new Date(START.getTime() + 72 * HOUR_MS).toISOString());
  expect(await subjects(user.email)).toEqual([WAITS]);
  for (const [hours, mails] of [
    [23, 1],
    [24, 2],
    [47, 2],
    [48, 3],
    [71, 3],
  ] as const) {
    world.clock.set(new Date(START.getTime() + hours * HOUR_MS));
    await work();
    expect(await subjects(user.email), `${hours} h`).toEqual(Array(mails).fill(WAITS));
    expect((await login(user.email)).status).toBe(403);
  }
  world.clock.set(new Date(at));
  await work();
  expect(await subjects(user.email)).toEqual([WAITS, WAITS, WAITS, OFF]);
  const answer = await login(user.email);
  expect(answer.status).toBe(200);
  const again = world.caller(user.userId, String(answer.headers['set-cookie']).split(';')[0]!);
  expect((await again.call(getFactors, {})).body).toMatchObject({
    factor: null,
    recovery_codes_left: 0,
  });
  expect(await kinds(user.userId)).toEqual([
    'factor_added',
    'factor_removal_requested',
    'factor_removed',
    'login',
  ]);
});

test('a worker that slept sends one mail, then switches it off [ACC-34]', async () => {
  const { user } = await person();
  await asked(user.email);
  world.clock.advance(5 * DAY_MS);
  await work();
  expect(await subjects(user.email)).toEqual([WAITS, OFF]);
});

test('two workers at the same moment send one mail, and that of the next day still comes [ACC-34]', async () => {
  const { user } = await person();
  await asked(user.email);
  world.clock.advance(DAY_MS);
  const lock = ['select lock_account($1, true)', user.userId] as const;
  await behindGate(world.pool, { locks: [lock], waiting: 2 }, () => Promise.all([work(), work()]));
  expect(await subjects(user.email)).toEqual([WAITS, WAITS]);
  world.clock.advance(DAY_MS);
  await work();
  expect(await subjects(user.email)).toEqual([WAITS, WAITS, WAITS]);
});

test('the link of any mail keeps it, ends all sessions and voids the password, once [ACC-34]', async () => {
  const { user } = await person();
  await asked(user.email);
  world.clock.advance(DAY_MS);
  await work();
  const [first, second, ...more] = await linksTo(user.email);
  expect([second, more]).toEqual([first, []]);
  expect((await keep(first!)).status).toBe(200);
  expect(await keep(first!)).toMatchObject({ status: 422, body: { code: 'LINK_INVALID' } });
  expect((await login(user.email)).status).toBe(401);
  const state = await world.send(user.cookie, { url: '/api', query: { action: 'state' } });
  expect(state.body.state.user_id).toBeUndefined();
  world.clock.advance(3 * DAY_MS);
  await work();
  expect(await subjects(user.email)).toEqual([WAITS, WAITS]);
  expect(await kinds(user.userId)).toContain('factor_removal_stopped');
  const row = world.db.selectFrom('second_factor').select(['secret', 'removal_at']);
  expect(await row.where('account_id', '=', user.userId).executeTakeFirst()).toMatchObject({
    secret: expect.any(String),
    removal_at: null,
  });
});

test('the mail is neutral and says what the link does [ACC-34]', async () => {
  const { user } = await person();
  await asked(user.email);
  const [mail] = await world.mails(user.email);
  expect(mail!.text).toContain('23.11.2026, 13:00');
  expect(mail!.text).toContain('Das war ich nicht');
  expect(mail!.text).not.toMatch(/inserat|samtrot|nutzer/i);
});

test('asked again it keeps its time and mails nothing more [ACC-34]', async () => {
  const { user } = await person();
  const at = await asked(user.email);
  world.clock.advance(HOUR_MS);
  expect(await asked(user.email)).toBe(at);
  expect(await subjects(user.email)).toEqual([WAITS]);
});

test.each(['code', 'recovery_code'] as const)(
  'whoever logs in with a %s has not lost it: the removal is stopped [ACC-34]',
  async (way) => {
    const { user, secret, recoveryCodes } = await person();
    await asked(user.email);
    world.clock.advance(HOUR_MS);
    const proof = { code: codeAt(world, secret), recovery_code: recoveryCodes[0] }[way];
    const payload = { pending: await pendingOf(world, user.email), [way]: proof };
    expect((await world.visitor.raw('second_factor', { payload })).status).toBe(200);
    world.clock.advance(4 * DAY_MS);
    await work();
    expect((await login(user.email)).status).toBe(403);
  },
);

test('it takes a pending login and the password; ten wrong ones wait a quarter of an hour [ACC-34]', async () => {
  const { user } = await person();
  expect(await request('x'.repeat(43))).toMatchObject({ status: 401 });
  const pending = await pendingOf(world, user.email);
  for (let n = 0; n < 10; n++)
    expect(await request(pending, `Falsch-Gewaehlt-${n}`)).toMatchObject({
      status: 422,
      body: { errors: { password: 'Das Passwort stimmt nicht.' } },
    });
  expect((await request(pending)).status).toBe(429);
  expect(await world.mails(user.email)).toEqual([]);
});

test('a link is no way in, and a forged one does nothing [ACC-34]', async () => {
  const { user } = await person();
  await asked(user.email);
  expect((await keep('A'.repeat(43))).status).toBe(422);
  const [token] = await linksTo(user.email);
  const answer = await keep(token!);
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('a completed password reset stops it, for its owner reads the mailbox [ACC-13, ACC-34]', async () => {
  const { user } = await person();
  await world.db
    .updateTable('account')
    .set({ email_confirmed_at: START })
    .where('id', '=', user.userId)
    .execute();
  const at = await asked(user.email);
  await world.visitor.raw('lostpassword', { payload: { user_login: user.email } });
  await world.runTasks('accounts/password-reset-requests');
  const mails = (await world.mails(user.email)).map(({ text }) => text);
  const [, token] = mails.at(-1)!.match(/\/auth\/reset-password\?token=([\w-]{43})/)!;
  const password = 'Ganz-Anders-2027';
  const payload = { token, password };
  expect((await world.visitor.raw('reset_password', { payload })).status).toBe(200);
  world.clock.set(new Date(at));
  await work();
  const answer = await world.visitor.raw('login', { payload: { log: user.email, pwd: password } });
  expect(answer).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_REQUIRED' } });
  expect(await kinds(user.userId)).toEqual([
    ...['factor_added', 'factor_removal_requested', 'password_changed', 'factor_removal_stopped'],
  ]);
});

test('an address that nobody confirmed gets five mails about factors a day [ACC-31, ACC-34]', async () => {
  const { user, secret } = await person();
  const stranger = 'fremd@beispiel.ch';
  const change = (email: string, email_confirmed_at: Date | null) =>
    world.db
      .updateTable('account')
      .set({ ...emailOf(user.userId, email), email_confirmed_at })
      .where('id', '=', user.userId)
      .execute();
  const renew = async () => {
    await confirmed(world, user, 'recovery_codes');
    expect((await user.call(newRecoveryCodes, {})).status).toBe(200);
  };
  await change(stranger, null);
  for (let n = 0; n < 7; n++) await renew();
  expect(await world.mails(stranger)).toHaveLength(5);
  await asked(stranger);
  expect(await world.mails(stranger)).toHaveLength(5);
  await change(user.email, START);
  for (let n = 0; n < 7; n++) await renew();
  expect(await world.mails(user.email)).toHaveLength(7);
  expect(codeAt(world, secret)).toMatch(/^\d{6}$/);
});
