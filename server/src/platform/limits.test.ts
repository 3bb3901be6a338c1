import { errors } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { takeAttempt } from '../modules/access/service.ts';
import { enqueueMail } from '../modules/mail/service.ts';
import { testWorld, type World } from '../testing/world/world.ts';
import { hmacHex, sha256Hex } from './crypto.ts';
import { dataKeys } from './data-key.ts';
import { setDataKeys } from './encryption.ts';
import { network, postgresLimiter } from './limits.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.db.deleteFrom('rate_limit').execute());

const BUCKET = { name: 'probe/account', key: 'lena@beispiel.ch', attempts: 5, seconds: 60 };
const attempt = (bucket = BUCKET) =>
  world.app.limiter.consume(bucket).then(
    () => null,
    (error) => error.extra?.retry_after as number,
  );

test('of 50 concurrent attempts exactly the allowed number pass [T-RACE-12]', async () => {
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => attempt()));
  expect(outcomes.filter((wait) => wait === null)).toHaveLength(5);
  expect(outcomes.filter((wait) => wait === 60)).toHaveLength(45);
});

test('two processes share one count [T-RACE-12]', async () => {
  const other = postgresLimiter(world.pool, world.clock);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => (i % 2 ? other : world.app.limiter).consume(BUCKET)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});

test('the window slides: an attempt is free again exactly when the oldest has expired', async () => {
  const begin = world.clock.now();
  const at = (seconds: number) => world.clock.set(new Date(begin.getTime() + seconds * 1000));
  for (const second of [0, 10, 20, 30, 59]) {
    at(second);
    expect(await attempt()).toBeNull();
  }
  expect(await attempt()).toBe(1);
  at(60);
  expect(await attempt()).toBeNull();
  expect(await attempt()).toBe(10);
  at(69.5);
  expect(await attempt()).toBe(1);
  at(70);
  expect(await attempt()).toBeNull();
});

test('refused attempts do not prolong the wait', async () => {
  for (let i = 0; i < 5; i++) await attempt();
  for (let i = 0; i < 20; i++) expect(await attempt()).toBe(60);
  world.clock.advance(60_000);
  expect(await attempt()).toBeNull();
});

test('setting the clock back does not prolong a limit [T-FLT-09]', async () => {
  for (let i = 0; i < 5; i++) await attempt();
  world.clock.advance(-DAY_MS);
  expect(await attempt()).toBeNull();
  world.clock.advance(DAY_MS);
});

test('each name and key is counted separately, and a reset clears its count', async () => {
  for (let i = 0; i < 5; i++) await attempt();
  expect(await attempt({ ...BUCKET, key: 'andere@beispiel.ch' })).toBeNull();
  expect(await attempt({ ...BUCKET, name: 'probe/address' })).toBeNull();
  await world.app.limiter.reset(BUCKET);
  expect(await attempt()).toBeNull();
});

test('an order is counted once, and again once its count was returned [FIX-08]', async () => {
  const consume = (order: string) => world.app.limiter.consume(BUCKET, order);
  expect([await consume('one'), await consume('one')]).toEqual([true, false]);
  await world.app.limiter.giveBack(BUCKET, 'one');
  expect([await consume('one'), await consume('one')]).toEqual([true, false]);
  for (const order of ['two', 'three', 'four', 'five']) expect(await consume(order)).toBe(true);
  await expect(consume('six')).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  expect(await consume('one')).toBe(false);
});

test('of one order at once 20 times one is counted, and a refused order leaves nothing [FIX-08]', async () => {
  const consume = (order: string) => world.app.limiter.consume(BUCKET, order);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => consume('one')));
  expect(outcomes.filter((counted) => counted)).toHaveLength(1);
  for (const order of ['two', 'three', 'four', 'five']) await consume(order);
  const before = await keys();
  for (const _ of Array(20))
    await expect(consume('six')).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  expect(await keys()).toEqual(before);
});

const keys = async () =>
  (await world.db.selectFrom('rate_limit').select('key').orderBy('key').execute()).map(
    ({ key }) => key,
  );

test('without the data key the table does not reveal who was counted [T-PRIV-03, ACC-51]', async () => {
  await attempt();
  await world.app.limiter.consume(BUCKET, 'an order');
  await world.db
    .transaction()
    .execute((db) => takeAttempt(db, { ...BUCKET, name: 'probe/mail', now: world.clock.now() }));
  const stored = await keys();
  expect(stored).toHaveLength(3);
  for (const key of stored) expect(key).toMatch(/^probe\/\w+(:[0-9a-f]{32}){1,2}$/);
  for (const text of ['lena@beispiel.ch', 'an order'])
    for (const hash of [sha256Hex(text), hmacHex('', text)])
      expect(stored.join()).not.toContain(hash.slice(0, 8));
});

test('another data key counts under other keys [ACC-51]', async () => {
  await attempt();
  const [before] = await keys();
  setDataKeys(dataKeys(['another key of another installation']));
  try {
    await attempt();
    expect(await keys()).toHaveLength(2);
  } finally {
    setDataKeys(dataKeys(world.config.dataKeys));
  }
  await attempt();
  expect(await keys()).toHaveLength(2);
  expect(await keys()).toContain(before);
});

test('a count vanishes with its window, not before [ACC-51]', async () => {
  await attempt();
  world.clock.advance(BUCKET.seconds * 1000 - 1);
  await world.runTasks('limits/purge');
  expect(await keys()).toHaveLength(1);
  world.clock.advance(1);
  await world.runTasks('limits/purge');
  expect(await keys()).toEqual([]);
});

test('housekeeping purges ended sessions and old mails, and nothing else', async () => {
  await world.user();
  const other = await world.user();
  const now = world.clock.now();
  const mail = (cause: string, days: number, next_try_at: Date | null) =>
    world.db.transaction().execute(async (db) => {
      const created = new Date(now.getTime() - days * DAY_MS);
      await enqueueMail(
        { db, now: created },
        { cause, to: 'x@y.ch', subject: 's', paragraphs: [] },
        null,
      );
      const sent_at = next_try_at ? null : now;
      await db
        .updateTable('mail')
        .set({ next_try_at, sent_at })
        .where('cause', '=', cause)
        .execute();
    });
  await world.db.deleteFrom('mail').execute();
  await mail('old', 181, null);
  await mail('old, not sent', 181, now);
  await mail('recent', 179, null);

  await world.runTasks('housekeeping');
  expect(await count('session')).toBe(2);
  expect(
    (await world.db.selectFrom('mail').select('cause').orderBy('id').execute()).map(
      ({ cause }) => cause,
    ),
  ).toEqual(['old, not sent', 'recent']);

  await world.db
    .updateTable('session')
    .set({ expires_at: now, last_seen_at: now })
    .where('account_id', '=', other.userId)
    .execute();
  world.clock.advance(61 * 60_000);
  await world.runTasks('housekeeping');
  expect(await count('session')).toBe(1);
  expect(await count('account')).toBe(2);
});

const count = async (table: 'session' | 'account') =>
  Number((await world.pool.query(`select count(*) as n from ${table}`)).rows[0].n);

test('each limit of each call states the wait in words [EXP-77, FIX-08, ERR-065]', async () => {
  const spans = new Set(
    world.app.handlers.flatMap(({ spec }) => (spec.limits ?? []).map(({ seconds }) => seconds)),
  );
  const begin = world.clock.now();
  for (const seconds of nonEmpty([...spans])) {
    const bucket = { name: `probe/${seconds}`, key: 'lena', attempts: 1, seconds };
    world.clock.set(begin);
    await world.app.limiter.consume(bucket);
    for (const passed of [0, 1, seconds / 2, seconds - 60, seconds - 1].filter(
      (after) => after >= 0,
    )) {
      world.clock.set(new Date(begin.getTime() + passed * 1000));
      const refusal = await world.app.limiter.consume(bucket).catch((error: Error) => error);
      expect(refusal, `${seconds} after ${passed}`).toMatchObject({
        code: 'TOO_MANY_ATTEMPTS',
        message: expect.stringMatching(
          /^Zu viele Versuche\. Bitte versuche es in (einer (Sekunde|Minute|Stunde)|[1-5]?\d (Sekunden|Minuten|Stunden)) noch einmal\.$/,
        ),
      });
    }
  }
  world.clock.set(begin);
});

test('no other refusal states a number of seconds [EXP-77]', () => {
  const texts = Object.values(errors).filter(({ status }) => status === 429);
  expect(nonEmpty(texts).filter(({ text }) => /Sekunde/.test(text))).toEqual([]);
});

test('the calls count nobody under a key that can be computed from a guess [ACC-51]', async () => {
  const owner = await world.registered({ email: 'mona@beispiel.ch' });
  await owner.raw('lostpassword', { payload: { user_login: owner.email } });
  await owner.raw('apply_coupon', { payload: { coupon_code: 'GEHEIM' } });
  await owner.raw('support', { payload: { subject: 'Frage', message: 'Wie geht das?' } });
  await world.runTasks('accounts/password-reset-requests');
  const stored = nonEmpty(await keys());
  const names = new Set(stored.map((key) => key.split(':')[0]));
  expect([...names]).toEqual(expect.arrayContaining(['login_mail_hour', 'confirmation_mail']));
  const guesses = [owner.email, String(owner.userId), '127.0.0.1', 'GEHEIM', 'geheim'];
  for (const key of stored) {
    expect(key).toMatch(/^[\w/-]+(:[0-9a-f]{32}){1,2}$/);
    for (const guess of guesses) expect(key).not.toContain(sha256Hex(guess).slice(0, 8));
  }
});

test('addresses of one /64 are one network; a connection that has ended has none', () => {
  expect(network('2001:db8:1:2::1')).toBe(network('2001:db8:1:2:ffff::9'));
  expect(network('192.0.2.7')).toBe('192.0.2.7');
  expect(network(undefined)).toBe('ended');
});
