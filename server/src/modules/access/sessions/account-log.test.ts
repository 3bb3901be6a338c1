import { login } from '@samtrot/shared/access/contract.ts';
import type { ACCOUNT_EVENTS } from '@samtrot/shared/access/events.ts';
import { getAccountLog } from '@samtrot/shared/access/security-contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { goOffline, goOnline } from '@samtrot/shared/pause-all/contract.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSWORD, START, testWorld, type World } from '../../../testing/world/world.ts';
import { logEvent } from '../service.ts';

let world: World;
let user: Awaited<ReturnType<World['user']>>;
let other: Awaited<ReturnType<World['user']>>;
beforeAll(async () => {
  world = await testWorld();
  other = await world.user({ email: 'marta@beispiel.ch' });
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('rate_limit').execute();
  user = await world.user();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const read = async (params: Parameters<typeof user.call<typeof getAccountLog>>[1] = {}) =>
  (await user.call(getAccountLog, params)).body;
const logIn = (pwd = PASSWORD) =>
  world.visitor.raw(login.name, {
    payload: { log: user.email, pwd },
    headers: {
      'user-agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  });
const add = (...event: [kind: keyof typeof ACCOUNT_EVENTS, details?: object, visibleAt?: Date]) => {
  const [kind, details, visibleAt] = event;
  const ctx = { db: world.db, now: world.clock.now() } as unknown as Parameters<typeof logEvent>[0];
  return logEvent(ctx, user.userId, kind, details as Record<string, string>, visibleAt);
};

test('logins have their device in words, wrong passwords are one line a day [ACC-14, EXP-87]', async () => {
  for (let n = 0; n < 3; n++) await logIn('Falsch-Gewaehlt-26');
  world.clock.set(new Date('2026-11-20T23:00:00Z'));
  await logIn('Falsch-Gewaehlt-26');
  world.clock.advance(MINUTE_MS);
  const { headers } = await logIn();
  const cookie = String([headers['set-cookie']].flat()[0]).split(';')[0]!;
  const here = world.caller(user.userId, cookie);
  expect((await here.call(getAccountLog, {})).body.entries).toMatchObject([
    { kind: 'login', label: 'Anmeldung', house: false, details: { device: 'Windows, Firefox' } },
    { kind: 'login_failed', at: '2026-11-20T23:00:00.000Z', details: { count: 1 } },
    { kind: 'login_failed', at: START.toISOString(), details: { count: 3 } },
  ]);
});

test('pages have 50 entries, the newest first, and each entry is on one of them [ACC-14, EXP-87]', async () => {
  const ends: number[] = [];
  for (let n = 0; n < 120; n++) {
    await add('credits_corrected', { credits: n });
    if (n % 3 === 0) world.clock.advance(1000);
  }
  for (const page of [1, 2, 3, 4]) {
    const { entries, total, pages } = await read({ page });
    expect([total, pages]).toEqual([120, 3]);
    ends.push(...entries.map(({ details }: { details: { credits: number } }) => details.credits));
  }
  expect(ends).toEqual(Array.from({ length: 120 }, (_, n) => 119 - n));
});

test('acts of the house are marked and have a filter of their own [ACC-14, EXP-87]', async () => {
  await add('login', { device: 'Windows, Firefox' });
  await add('password_changed');
  await add('credits_corrected', { credits: 5 });
  const kinds = async (filter: 'all' | 'logins' | 'changes' | 'house') =>
    (await read({ filter })).entries.map(({ kind }: { kind: string }) => kind);
  expect(await kinds('house')).toEqual(['credits_corrected']);
  expect((await read({ filter: 'house' })).entries[0].house).toBe(true);
  expect(await kinds('logins')).toEqual(['login']);
  expect(await kinds('changes')).toEqual(['password_changed']);
  expect(await kinds('all')).toHaveLength(3);
});

test('taking all offline and online again is in it [EXP-87]', async () => {
  await user.call(goOffline, {});
  world.clock.advance(1000);
  await user.call(goOnline, {});
  const { entries } = await read({ filter: 'changes' });
  expect(entries.map(({ label }: { label: string }) => label)).toEqual([
    'Wieder online',
    'Überall offline',
  ]);
});

test('a delayed entry is read from its time on, and one account never reads another [ACC-14]', async () => {
  await add('credits_corrected', {}, new Date(START.getTime() + 10 * MINUTE_MS));
  expect((await read()).entries).toEqual([]);
  world.clock.advance(10 * MINUTE_MS);
  expect((await read()).entries).toHaveLength(1);
  expect((await other.call(getAccountLog, {})).body.entries).toEqual([]);
});

test('an entry is kept for 400 days and changed by nobody [ACC-14]', async () => {
  await add('password_changed');
  const rewritten = world.db.updateTable('account_event').set({ kind: 'login' }).execute();
  await expect(rewritten).rejects.toThrow('permission denied');
  const left = async () => {
    await world.runTasks('housekeeping');
    return world.db
      .selectFrom('account_event')
      .select('kind')
      .where('account_id', '=', user.userId)
      .execute();
  };
  world.clock.advance(400 * DAY_MS - HOUR_MS);
  expect(await left()).toEqual([{ kind: 'password_changed' }]);
  world.clock.advance(HOUR_MS);
  expect(await left()).toEqual([]);
});
