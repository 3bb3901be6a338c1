import {
  confirmFactor,
  getFactors,
  prepareFactor,
} from '@samtrot/shared/access/factor-contract.ts';
import { REAUTHENTICATION_VALID_MS } from '@samtrot/shared/access/rules.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeAt, confirmed, pendingOf, withApp } from '../../../testing/world/factors.ts';
import { PASSWORD, START, testWorld, type World } from '../../../testing/world/world.ts';

const REAUTH = { status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } };

let world: World;
beforeAll(async () => {
  world = await testWorld({ AUTHENTICATOR_LABEL: 'Notizen' });
});
beforeEach(async () => {
  world.clock.set(START);
  for (const table of ['rate_limit', 'mail'] as const) await world.db.deleteFrom(table).execute();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const factorOf = (accountId: number) =>
  world.db
    .selectFrom('second_factor')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
const logIn = async (email: string) => {
  const answer = await world.visitor.raw('login', { payload: { log: email, pwd: PASSWORD } });
  expect(answer.status).toBe(200);
  return String(answer.headers['set-cookie']).split(';')[0]!;
};
const isLoggedIn = async (cookie: string) =>
  (await world.send(cookie, { url: '/api', query: { action: 'state' } })).body.state.user_id !==
  undefined;

test('each call asks for a proof of its own kind, and nothing changes without [ACC-10]', async () => {
  const user = await world.user();
  await confirmed(world, user, 'passkeys');
  expect(await user.call(prepareFactor, {})).toMatchObject(REAUTH);
  expect(await factorOf(user.userId)).toBeUndefined();
  await confirmed(world, user, 'factor');
  const { secret } = (await user.call(prepareFactor, {})).body;
  world.clock.advance(REAUTHENTICATION_VALID_MS + 1);
  expect(await user.call(confirmFactor, { code: codeAt(world, secret) })).toMatchObject(REAUTH);
  expect(await factorOf(user.userId)).toMatchObject({ secret: null, since: null });
  const { secret: app } = await withApp(world, user);
  world.clock.advance(REAUTHENTICATION_VALID_MS + 1);
  for (const action of ['remove_factor', 'new_recovery_codes', 'prepare_factor'])
    expect(await user.raw(action), action).toMatchObject(REAUTH);
  expect(app).toBeTruthy();
});

test('key, address and QR code carry the neutral label and nothing of the person [ACC-31, EXP-81]', async () => {
  const user = await world.user();
  await confirmed(world, user, 'factor');
  const { secret, uri, qr } = (await user.call(prepareFactor, {})).body;
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const address = new URL(uri);
  expect(decodeURIComponent(address.pathname)).toBe('/Notizen:Notizen');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ secret, issuer: 'Notizen' });
  expect(uri).not.toMatch(/samtrot|nutzer|beispiel/i);
  expect(qr).toMatch(/^<svg /);
});

test('a key counts only after a code of it, and the database holds no plain one [ACC-31, EXP-81]', async () => {
  const user = await world.user();
  await confirmed(world, user, 'factor');
  const { secret } = (await user.call(prepareFactor, {})).body;
  await logIn(user.email);
  expect(await user.call(confirmFactor, { code: codeAt(world, secret, 5) })).toMatchObject({
    status: 422,
    body: { errors: { code: 'Dieser Code stimmt nicht.' } },
  });
  await logIn(user.email);
  expect((await user.call(getFactors, {})).body).toMatchObject({
    factor: null,
    recovery_codes_left: 0,
  });
  const done = await user.call(confirmFactor, { code: codeAt(world, secret) });
  expect(done.body.recovery_codes).toHaveLength(10);
  expect((await user.call(getFactors, {})).body).toMatchObject({
    factor: { since: START.toISOString(), removal_at: null },
    recovery_codes_left: 10,
  });
  const row = await factorOf(user.userId);
  expect(row!.secret).toMatch(/^1\./);
  expect(JSON.stringify(row)).not.toContain(secret);
});

test('a key of another row is not readable [ACC-31]', async () => {
  const [one, two] = [await world.user(), await world.user()];
  const [{ secret }] = [await withApp(world, one), await withApp(world, two)];
  const { secret: stored } = (await factorOf(one.userId))!;
  await world.db
    .updateTable('second_factor')
    .set({ secret: stored })
    .where('account_id', '=', two.userId)
    .execute();
  world.clock.advance(60_000);
  const payload = { pending: await pendingOf(world, two.email), code: codeAt(world, secret) };
  expect((await world.visitor.raw('second_factor', { payload })).status).toBe(500);
  world.defects.splice(0);
});

test('a key that was shown an hour ago is void [ACC-31]', async () => {
  const user = await world.user();
  await confirmed(world, user, 'factor');
  const { secret } = (await user.call(prepareFactor, {})).body;
  world.clock.advance(HOUR_MS);
  await confirmed(world, user, 'factor');
  expect((await user.call(confirmFactor, { code: codeAt(world, secret) })).status).toBe(422);
});

test('switching on and off ends other sessions and remembered browsers, and tells the owner [ACC-31]', async () => {
  const user = await world.user();
  const there = await logIn(user.email);
  const browsers = () =>
    world.db
      .selectFrom('known_browser')
      .select('token_hash')
      .where('account_id', '=', user.userId)
      .execute();
  const [before] = await browsers();
  await withApp(world, user);
  expect([await isLoggedIn(there), await isLoggedIn(user.cookie)]).toEqual([false, true]);
  const [now, ...more] = await browsers();
  expect([now!.token_hash.equals(before!.token_hash), more]).toEqual([false, []]);
  const pending = await pendingOf(world, user.email);
  expect((await user.raw('remove_factor')).status).toBe(200);
  const payload = { pending, recovery_code: 'ABCD' };
  expect((await world.visitor.raw('second_factor', { payload })).status).toBe(401);
  await logIn(user.email);
  expect((await user.raw('remove_factor')).status).toBe(404);
  const mails = await world.mails(user.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Der zweite Schritt ist eingeschaltet',
    'Der zweite Schritt ist ausgeschaltet',
  ]);
  for (const { text } of mails) expect(text).not.toMatch(/inserat|samtrot|nutzer/i);
});

test('another app replaces the first one and its recovery codes [ACC-31, ACC-32]', async () => {
  const user = await world.user();
  const first = await withApp(world, user);
  world.clock.advance(300_000);
  const next = await withApp(world, user);
  world.clock.advance(60_000);
  const second = async (proof: object) => {
    const payload = { pending: await pendingOf(world, user.email), ...proof };
    return (await world.visitor.raw('second_factor', { payload })).status;
  };
  expect(await second({ code: codeAt(world, first.secret) })).toBe(422);
  expect(await second({ recovery_code: first.recoveryCodes[0] })).toBe(422);
  expect(await second({ code: codeAt(world, next.secret) })).toBe(200);
  expect(await second({ recovery_code: next.recoveryCodes[0] })).toBe(200);
});
