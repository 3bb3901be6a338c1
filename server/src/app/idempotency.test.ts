import { randomUUID } from 'node:crypto';
import { orderBanner } from '@samtrot/shared/banners/contract.ts';
import { createInserat, saveInserat } from '@samtrot/shared/inserate/contract.ts';
import type { Action } from '@samtrot/shared/kernel/action.ts';
import { AppError, type ErrorCode } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { spend } from '../modules/wallet/service.ts';
import { sha256Hex } from '../platform/crypto.ts';
import { findStoredResponse, fingerprintOf, hashKey, onceFor } from '../platform/idempotency.ts';
import { bannerWish, websiteOf } from '../testing/listings/banners.ts';
import { ad, advertisers } from '../testing/listings/inserate.ts';
import { CALLS } from '../testing/world/calls.ts';
import { keyedCalls } from '../testing/world/keyed-calls.ts';
import { type Owner, owners } from '../testing/world/owners.ts';
import { type Caller, PASSWORD, START, testWorld, type World } from '../testing/world/world.ts';

let world: World;
let fresh: () => Promise<Owner>;
let on: ReturnType<typeof advertisers>;
let network: World['outside']['fetch'];
beforeAll(async () => {
  world = await testWorld();
  fresh = owners(world);
  on = advertisers(world);
  network = world.outside.fetch;
  calls = keyedCalls(world);
});
afterEach(() => {
  world.outside.fetch = network;
  world.clock.set(START);
  expect(world.defects).toEqual([]);
});
afterAll(() => world[Symbol.asyncDispose]());

let calls: ReturnType<typeof keyedCalls>;
const send = (...given: Parameters<typeof calls.send>) => calls.send(...given);
const paymentsOf = (user: Caller) => calls.paymentsOf(user);
const keptOf = (user: Caller) => calls.keptOf(user);
const spent = (user: Caller) => calls.spent(user);
type Sent = Awaited<ReturnType<typeof send>>;

const wire = ({ status, text, type }: Sent) => ({ status, text, type });
const topup = (user: Pick<Caller, 'cookie'>, key?: string, topup_option_id = 2) =>
  send(user, 'wallet_topup', { topup_option_id }, key);
/** So many top-ups, each paid before the next one. */
async function carriedOut(user: Caller, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await pay(await topup(user));
}
async function pay(opened: Sent): Promise<void> {
  expect(opened).toMatchObject({ status: 200 });
  await world.send('', {
    method: 'POST',
    url: new URL(opened.body.payment_url).pathname,
    payload: 'result=paid',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  await world.runTasks('sandbox/notify');
}
/** The payments known to the provider. */
const madeAtProvider = async (user: Caller) => {
  const ids = (await paymentsOf(user)).map(({ id }) => id);
  return world.db
    .selectFrom('sandbox.payment')
    .select('id')
    .where('reference', 'in', ids)
    .execute();
};
/** What a call refuses a wrong secret with. A visitor may guess whatever is asked. */
const WRONG_GUESS: ErrorCode[] = [
  'LOGIN_FAILED',
  'REAUTHENTICATION_REQUIRED',
  'COUPON_INVALID',
  'LINK_INVALID',
];
const isGuess = ({ audience, errors }: Action) =>
  audience === 'visitor' || errors.some((code) => WRONG_GUESS.includes(code));
const week = async (owner: Owner, changes: object = {}) =>
  ad(await owner.on.blank(owner), { inserat_typ: '1_week', ...changes });

describe('one key, one payment [T-PAY-09]', () => {
  test('five concurrent requests create one payment and identical responses', async () => {
    const user = await fresh();
    const responses = await Promise.all(Array.from({ length: 5 }, () => topup(user, 'k-1')));
    expect(responses[0]).toMatchObject({
      status: 200,
      body: { success: true, payment_id: expect.any(String) },
    });
    expect(new Set(responses.map((answer) => JSON.stringify(wire(answer)))).size).toBe(1);
    expect(responses.filter(({ replayed }) => replayed)).toHaveLength(4);
    expect(await madeAtProvider(user)).toHaveLength(1);
    expect(await paymentsOf(user)).toHaveLength(1);
  });

  test('another option with the same key is refused and creates nothing', async () => {
    const user = await fresh();
    const opened = await topup(user, 'k-1');
    const other = await topup(user, 'k-1', 3);
    expect(other).toMatchObject({
      status: 422,
      body: { success: false, code: 'IDEMPOTENCY_MISMATCH' },
      replayed: false,
    });
    expect(await paymentsOf(user)).toHaveLength(1);
    expect(wire(await topup(user, 'k-1'))).toEqual(wire(opened));
  });

  test('another action with the same key is refused', async () => {
    const user = await fresh();
    await topup(user, 'k-1');
    const placed = await send(user, 'saveInserat', await week(user), 'k-1');
    expect(placed).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
    expect(await spent(user)).toEqual([]);
  });

  test('another action with the very same order is refused under the same key', async () => {
    const owner = await fresh();
    const { id } = await owner.on.place(owner, { inserat_typ: '1_week' });
    expect(await send(owner, 'push_inserat', { inserat_id: id }, 'k-1')).toMatchObject({
      status: 200,
    });
    expect(await send(owner, 'top_inserat', { inserat_id: id }, 'k-1')).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    });
  });

  test('a key is valid for 24 hours, purged or not', async () => {
    const user = await on.rich(0);
    const opened = await topup(user, 'k-1');
    world.clock.set(new Date(START.getTime() + DAY_MS - MINUTE_MS));
    await world.runTasks('housekeeping');
    expect(await topup(user, 'k-1')).toEqual({ ...opened, replayed: true });
    world.clock.set(new Date(START.getTime() + DAY_MS + MINUTE_MS));
    const next = await topup(user, 'k-1', 3);
    expect(next).toMatchObject({ status: 200, replayed: false });
    expect(next.body.payment_id).not.toBe(opened.body.payment_id);
    expect(await paymentsOf(user)).toHaveLength(2);
    world.clock.advance(DAY_MS);
    await world.runTasks('housekeeping');
    expect(await keptOf(user)).toEqual([]);
  });

  test('without a key each request creates a payment', async () => {
    const user = await fresh();
    expect((await topup(user)).replayed).toBe(false);
    await topup(user);
    expect(await paymentsOf(user)).toHaveLength(2);
    expect(await keptOf(user)).toEqual([]);
  });

  test('a retry with a known key is not counted, whatever earlier attempts returned [FIX-08]', async () => {
    const user = await fresh();
    world.outside.fetch = async () => Response.json({}, { status: 500 });
    for (let n = 0; n < 12; n++) expect(await topup(user, 'k-1')).toMatchObject({ status: 502 });
    world.outside.fetch = network;
    await carriedOut(user, 8);
    // Any number at once that are one order are one.
    const responses = await Promise.all(Array.from({ length: 20 }, () => topup(user, 'k-2', 3)));
    expect(responses.map(({ status }) => status)).not.toContain(429);
    expect(await topup(user, 'k-1')).toMatchObject({ status: 200 });
    expect(await topup(user, 'k-3')).toMatchObject({
      status: 429,
      body: { message: 'Zu viele Versuche. Bitte versuche es in einer Stunde noch einmal.' },
    });
    // A request refused by the limit is not stored: the same key is refused each time.
    expect(await topup(user, 'k-3')).toMatchObject({ status: 429 });
  });

  test('an order that an outage refused is counted once it succeeds under the same key [FIX-08]', async () => {
    const user = await fresh();
    for (let n = 0; n < 10; n++) {
      world.outside.fetch = async () => Response.json({}, { status: 500 });
      expect(await topup(user, `k-${n}`)).toMatchObject({ status: 502 });
      world.outside.fetch = network;
      await pay(await topup(user, `k-${n}`));
    }
    expect(await topup(user, 'k-10')).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_ATTEMPTS' },
    });
  });

  test('invalid input is not counted by the limit and has a separate one [FIX-08]', async () => {
    const user = await fresh();
    for (let n = 0; n < 10; n++)
      expect(await send(user, 'wallet_topup', { topup_option_id: 'x' })).toMatchObject({
        status: 422,
      });
    expect(await send(user, 'wallet_topup', { topup_option_id: 'x' })).toMatchObject({
      status: 429,
    });
    expect(await topup(user)).toMatchObject({ status: 200 });
  });

  test('refused orders have a separate limit, each key once, and count in full when it is reached [FIX-08]', async () => {
    const user = await fresh();
    const differs = { topup_option_id: 2, payment_amount: 1 };
    const refused = (key?: string) => send(user, 'wallet_topup', differs, key);
    for (let n = 0; n < 3; n++) expect(await refused('k-1')).toMatchObject({ status: 409 });
    for (let n = 0; n < 9; n++) expect(await refused()).toMatchObject({ status: 409 });
    await carriedOut(user, 9);
    expect(await topup(user)).toMatchObject({ status: 200 });
    const full = await fresh();
    for (let n = 0; n < 20; n++)
      expect(await send(full, 'wallet_topup', differs)).toMatchObject({
        status: 409,
        body: { code: 'PRICE_CHANGED' },
      });
    expect(await send(full, 'wallet_topup', differs)).toMatchObject({ status: 429 });
  });

  test('refusals of spending calls are counted separately; wrong guesses never are [FIX-08]', () => {
    const limited = nonEmpty(
      world.app.handlers.map(({ spec }) => spec).filter(({ limits }) => limits?.length),
    );
    const apart = limited.filter(({ limits }) => limits!.some(({ refusedApart }) => refusedApart));
    expect(nonEmpty(apart).filter(isGuess)).toEqual([]);
    const spending = limited.filter((spec) => spec.money && !isGuess(spec));
    expect(nonEmpty(spending).filter((action) => !apart.includes(action))).toEqual([]);
  });

  test('wrong guesses under new keys use up the attempts of the right one [FIX-08]', async () => {
    const guessing = world.app.handlers
      .map(({ spec }) => spec)
      .filter((spec) => spec.money && isGuess(spec));
    for (const { name, limits } of nonEmpty(guessing)) {
      const owner = await fresh();
      const right = { password: PASSWORD, ...(await CALLS[`POST ${name}`]!.prepare(owner)) };
      const wrong = Object.fromEntries(Object.keys(right).map((member) => [member, 'FALSCH']));
      const own = limits!.filter(({ per }) => per === 'account').map(({ attempts }) => attempts);
      for (let n = 0; n < Math.min(...own); n++) {
        const { status } = await send(owner, name, wrong, `wrong-${n}`);
        expect([409, 422], `${name} ${status}`).toContain(status);
      }
      expect(await send(owner, name, right, 'right'), name).toMatchObject({ status: 429 });
    }
  });

  test('a lost response is replayed even when the limit is reached', async () => {
    const user = await fresh();
    const opened = await topup(user, 'k-1');
    await carriedOut(user, 9);
    expect(await topup(user)).toMatchObject({ status: 429 });
    expect(await topup(user, 'k-1')).toEqual({ ...opened, replayed: true });
  });
});

describe('one key, one account [INV-10]', () => {
  test('a deleted account stores nothing, and its key needs a login', async () => {
    const owner = await fresh();
    await topup(owner, 'k-1');
    const closings = await Promise.all(
      Array.from({ length: 3 }, () => send(owner, 'delete_account', { password: PASSWORD }, 'k-2')),
    );
    expect(closings.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const { status } of closings) expect([200, 401]).toContain(status);
    await world.finishDeletions();
    expect(await keptOf(owner)).toEqual([]);
    expect(await send(owner, 'delete_account', { password: PASSWORD }, 'k-2')).toMatchObject({
      status: 401,
    });
    expect(await keptOf(owner)).toEqual([]);
  });

  test("another account's request with the same key is separate", async () => {
    const [one, two] = [await fresh(), await fresh()];
    const [mine, theirs] = [await topup(one, 'shared'), await topup(two, 'shared', 3)];
    expect(theirs).toMatchObject({ status: 200, replayed: false });
    expect(theirs.body.payment_id).not.toBe(mine.body.payment_id);
    expect(wire(await topup(one, 'shared'))).toEqual(wire(mine));
  });
});

describe('the fingerprint of an order [INV-10]', () => {
  const of = (input: unknown, secret = 'secret') => fingerprintOf(secret, input).toString('hex');

  test('is the same however the members are ordered, at every depth', () => {
    const members = Object.entries({
      d: null,
      b: [1, { y: 2, x: 3 }],
      a: 'text',
      c: { z: 1, k: 2 },
    });
    const orders = [
      members,
      members.toReversed(),
      members.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ];
    expect(new Set(orders.map((order) => of(Object.fromEntries(order)))).size).toBe(1);
    expect(of({ b: [1, { x: 3, y: 2 }] })).toBe(of({ b: [1, { y: 2, x: 3 }] }));
  });

  test('differs with any value, the order of a list and the secret of the house', () => {
    const inputs = [
      { a: [1, 2] },
      { a: [2, 1] },
      { a: { 0: 1, 1: 2 } },
      { a: null },
      { a: {} },
      { b: null },
      {},
    ];
    expect(new Set(inputs.map((input) => of(input))).size).toBe(inputs.length);
    expect(of({ a: 1 }, 'other')).not.toBe(of({ a: 1 }));
  });
});

describe('presses without a key [FIX-07]', () => {
  /** Of an ad of its own, unless another is named. */
  async function pushing(owner: Owner) {
    const { id } = await owner.on.place(owner, { inserat_typ: '1_week' });
    return (more: object = {}, key?: string) =>
      send(owner, 'push_inserat', { inserat_id: id, ...more }, key);
  }
  const pushes = async (owner: Owner) => (await spent(owner)).length;

  test('two within three seconds are one, and the second gets the answer of the first', async () => {
    const owner = await fresh();
    const push = await pushing(owner);
    const before = await pushes(owner);
    const first = await push();
    expect(first).toMatchObject({ status: 200, replayed: false });
    world.clock.advance(2_999);
    expect(await push()).toEqual({ ...first, replayed: true });
    expect(await pushes(owner)).toBe(before + 1);
    world.clock.advance(1);
    expect(await push()).toMatchObject({ status: 200, replayed: false });
    expect(await pushes(owner)).toBe(before + 2);
  });

  test('a repeat on purpose, for another item or by another account is a new request', async () => {
    const [owner, other] = [await fresh(), await fresh()];
    const presses = [await pushing(owner), await pushing(owner), await pushing(other)];
    for (const push of presses)
      expect(await push()).toMatchObject({ status: 200, replayed: false });
    for (let n = 0; n < 2; n++)
      expect(await presses[0]!({ again: true })).toMatchObject({ status: 200, replayed: false });
    expect(await presses[0]!({ again: false })).toMatchObject({ status: 200, replayed: true });
  });

  test('the second gets its answer also when no more presses are allowed', async () => {
    const owner = await fresh();
    const push = await pushing(owner);
    const first = await push();
    const bucket = {
      name: 'inserat_action/account/60',
      key: String(owner.userId),
      attempts: 60,
      seconds: 60,
    };
    for (let n = 1; n < 60; n++) await world.app.limiter.consume(bucket);
    expect(await push()).toEqual({ ...first, replayed: true });
    expect(await push({ again: true })).toMatchObject({ status: 429 });
  });

  test('a refusal is not remembered, so that a corrected order goes through at once', async () => {
    const owner = await fresh();
    const push = await pushing(owner);
    const rest = await owner.on.credits(owner);
    const gone = {
      userId: owner.userId,
      amount: rest,
      cause: `gone:${owner.userId}`,
      description: 'Inserat',
    };
    await world.db.transaction().execute((db) => spend({ db, now: START }, gone));
    expect(await push()).toMatchObject({ status: 409, body: { code: 'INSUFFICIENT_CREDITS' } });
    await owner.on.grant(owner.userId, 100);
    expect(await push()).toMatchObject({ status: 200, replayed: false });
  });

  describe('of an order that is carried out in several transactions', () => {
    const order = async (owner: Owner) => {
      const wish = bannerWish({ webseiten: [await websiteOf(world)] });
      return (more: object = {}) => send(owner, 'order_banner', { ...wish, ...more });
    };

    test('two within three seconds are one, another text is another order', async () => {
      const owner = await fresh();
      const press = await order(owner);
      const first = await press();
      expect(first).toMatchObject({ status: 200, replayed: false });
      world.clock.advance(2_999);
      expect(await press()).toEqual({ ...first, replayed: true });
      expect(await press({ text: 'Anderes' })).toMatchObject({ status: 200, replayed: false });
      expect(await pushes(owner)).toBe(2);
    });

    test('a refusal leaves nothing, and a defect lets the next press through at once', async () => {
      const owner = await fresh();
      const press = await order(owner);
      expect(await press({ expected_total: 1 })).toMatchObject({
        status: 409,
        body: { code: 'PRICE_CHANGED' },
      });
      expect(await keptOf(owner)).toEqual([]);
      {
        using _broken = vi.spyOn(orderBanner.output, 'parse').mockImplementationOnce(() => {
          throw new Error('misshapen');
        });
        expect(await press()).toMatchObject({ status: 500 });
      }
      expect(world.defects.splice(0)).toHaveLength(1);
      expect(await keptOf(owner)).toEqual([{ action: 'order_banner', status: null }]);
      expect(await press()).toMatchObject({ status: 200, replayed: false });
    });
  });
});

describe('expected failures [INV-10]', () => {
  test('a refused order is refused identically, until sent with a new key', async () => {
    const owner = await fresh();
    const order = await week(owner);
    await world.db.transaction().execute((db) =>
      spend(
        { db, now: START },
        {
          userId: owner.userId,
          amount: 500,
          cause: `gone:${owner.userId}`,
          description: 'Inserat',
        },
      ),
    );
    const refused = await send(owner, 'saveInserat', order, 'k-1');
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'INSUFFICIENT_CREDITS' },
      replayed: false,
    });
    expect(await owner.on.list(owner)).toEqual([]);
    await owner.on.grant(owner.userId, 1000);
    expect(await send(owner, 'saveInserat', order, 'k-1')).toEqual({ ...refused, replayed: true });
    expect(await spent(owner)).toHaveLength(1);
    expect(await send(owner, 'saveInserat', order, 'k-2')).toMatchObject({
      status: 200,
      replayed: false,
    });
    expect(await spent(owner)).toHaveLength(2);
  });

  test('a refused use case is rolled back, and its response stored', async () => {
    const owner = await fresh();
    const hash = Buffer.from(sha256Hex('half'), 'hex');
    const asked = {
      owner: { column: 'account_id' as const, id: owner.userId },
      action: 'half',
      keyHash: hash,
      fingerprint: hash,
      now: START,
    };
    const once = onceFor(asked, {
      done: (output) => ({ status: 200, body: JSON.stringify(output) }),
      failed: ({ code }) => code,
    });
    const settled = await world.db.transaction().execute((db) =>
      once.singleTransaction(db, async () => {
        await sql`update account set nickname = 'Halb' where id = ${owner.userId}`.execute(db);
        throw new AppError('INSUFFICIENT_CREDITS');
      }),
    );
    expect(settled).toThrow('Nicht genügend Credits');
    const account = world.db
      .selectFrom('account')
      .select('nickname')
      .where('id', '=', owner.userId);
    expect((await account.executeTakeFirstOrThrow()).nickname).not.toBe('Halb');
    await expect(findStoredResponse(world.db, asked)).rejects.toMatchObject({
      answer: { status: 409, body: 'INSUFFICIENT_CREDITS' },
    });
  });

  test('a refusal between two transactions, too', async () => {
    const owner = await fresh();
    const differs = { topup_option_id: 2, payment_amount: 1 };
    const refused = await send(owner, 'wallet_topup', differs, 'k-1');
    expect(refused).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', price: 100 } });
    expect(await send(owner, 'wallet_topup', differs, 'k-1')).toEqual({
      ...refused,
      replayed: true,
    });
    const wrong = await send(owner, 'delete_account', { password: 'falsch' }, 'k-2');
    expect(wrong).toMatchObject({
      status: 422,
      body: { errors: { password: expect.any(String) } },
    });
    expect(await send(owner, 'delete_account', { password: 'falsch' }, 'k-2')).toEqual({
      ...wrong,
      replayed: true,
    });
    expect(await send(owner, 'delete_account', { password: PASSWORD }, 'k-2')).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    });
  });

  test("a stored fingerprint of a password needs the installation's secret to be guessed", async () => {
    const owner = await fresh();
    await send(owner, 'delete_account', { password: 'falsch' }, 'k-1');
    const row = await world.db
      .selectFrom('idempotency')
      .selectAll()
      .where('account_id', '=', owner.userId)
      .executeTakeFirstOrThrow();
    const guesses = ['{"password":"falsch"}', 'idempotency\n{"password":"falsch"}', 'falsch'].map(
      sha256Hex,
    );
    expect(guesses).not.toContain(row.fingerprint.toString('hex'));
    expect(JSON.stringify(row)).not.toContain('falsch');
  });
});

describe('responses that do not concern the order are not stored [INV-10]', () => {
  test('not logged in', async () => {
    expect(await topup(world.visitor, 'k-1')).toMatchObject({ status: 401 });
    expect(await topup(world.visitor, '')).toMatchObject({ status: 401 });
    expect(
      await world.db.selectFrom('idempotency').select('id').where('status', '=', 401).execute(),
    ).toEqual([]);
  });

  test('invalid input', async () => {
    const owner = await fresh();
    for (const body of [{}, { topup_option_id: 'x' }, { topup_option_id: -1 }]) {
      expect(await send(owner, 'wallet_topup', body, 'k-1')).toMatchObject({
        status: 422,
        body: { code: 'INVALID_INPUT' },
      });
    }
    expect(await keptOf(owner)).toEqual([]);
    expect(await topup(owner, 'k-1')).toMatchObject({ status: 200, replayed: false });
  });

  test('a reached limit', async () => {
    const owner = await fresh();
    await carriedOut(owner, 10);
    expect(await topup(owner, 'k-1')).toMatchObject({ status: 429 });
    expect(await keptOf(owner)).toEqual([]);
    world.clock.advance(61 * MINUTE_MS);
    expect((await topup(owner, 'k-1')).status).not.toBe(429);
  });

  test('a required re-authentication', async () => {
    const owner = await fresh();
    world.clock.advance(11 * MINUTE_MS);
    const asked = await send(owner, 'delete_account', {}, 'k-1');
    expect(asked).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } });
    expect(await keptOf(owner)).toEqual([]);
    expect(await send(owner, 'delete_account', { password: PASSWORD }, 'k-1')).toMatchObject({
      status: 200,
    });
  });

  test('an unresponsive provider: the next attempt continues with the same payment', async () => {
    const owner = await fresh();
    world.outside.fetch = async () => Response.json({}, { status: 500 });
    expect(await topup(owner, 'k-1')).toMatchObject({
      status: 502,
      body: { code: 'PAYMENT_UNAVAILABLE' },
    });
    expect(await topup(owner, 'k-1', 3)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    });
    expect(await topup(owner, 'k-1')).toMatchObject({ status: 502, replayed: false });
    world.outside.fetch = network;
    const opened = await topup(owner, 'k-1');
    expect(opened).toMatchObject({ status: 200, replayed: false });
    expect(await paymentsOf(owner)).toEqual([{ id: opened.body.payment_id }]);
    expect(await topup(owner, 'k-1')).toEqual({ ...opened, replayed: true });
  });

  test('a refusing provider: the payment stays refused and is not repeated with this key', async () => {
    const owner = await fresh();
    world.outside.fetch = async () => Response.json({}, { status: 422 });
    expect(await topup(owner, 'k-1')).toMatchObject({ status: 502 });
    world.outside.fetch = network;
    expect(await topup(owner, 'k-1')).toMatchObject({ status: 502, replayed: false });
    expect(await madeAtProvider(owner)).toEqual([]);
    expect(await topup(owner, 'k-2')).toMatchObject({ status: 200 });
  });

  test('a defect: the order is rolled back and succeeds the next time', async () => {
    const owner = await fresh();
    const order = await week(owner);
    {
      using _broken = vi.spyOn(saveInserat.output, 'parse').mockImplementationOnce(() => {
        throw new Error('misshapen');
      });
      expect(await send(owner, 'saveInserat', order, 'k-1')).toMatchObject({ status: 500 });
    }
    expect(world.defects.splice(0)).toHaveLength(1);
    expect([await keptOf(owner), await spent(owner)]).toEqual([[], []]);
    expect(await send(owner, 'saveInserat', order, 'k-1')).toMatchObject({
      status: 200,
      replayed: false,
    });
    expect(await spent(owner)).toHaveLength(1);
  });
});

describe('the header', () => {
  test('must be 1 to 255 printable characters [API-02]', async () => {
    const owner = await fresh();
    for (const key of ['', 'x'.repeat(256), 'schlüssel', 'a\tb', 'a\u0000', '\u007f', '鍵', '🔑']) {
      const answer = await topup(owner, key);
      expect(answer, JSON.stringify(key)).toMatchObject({
        status: 422,
        body: { code: 'INVALID_INPUT' },
      });
      expect(answer.body.errors).toEqual({
        'Idempotency-Key': 'Der Schlüssel muss 1 bis 255 druckbare Zeichen haben.',
      });
    }
    expect(await paymentsOf(owner)).toEqual([]);
    for (const key of ['x', "'; drop table idempotency; --"]) {
      expect(await topup(owner, key)).toMatchObject({ status: 200, replayed: false });
    }
    const longest = await topup(owner, 'x'.repeat(255));
    expect(longest).toMatchObject({ status: 200, replayed: false });
    expect(await topup(owner, 'x'.repeat(255))).toEqual({ ...longest, replayed: true });
  });

  test('that is no text is refused [API-02]', () => {
    for (const key of [undefined, null, 5, ['k-1']]) expect(() => hashKey(key)).toThrow(AppError);
  });

  test('is ignored by other calls, and by drafts [API-02]', async () => {
    const owner = await fresh();
    for (const key of ['k-1', 'k-1', '', 'ü', 'x'.repeat(300)]) {
      expect(await send(owner, createInserat.name, {}, key)).toMatchObject({
        status: 200,
        replayed: false,
      });
    }
    const order = await week(owner, { post_status: 'draft' });
    const saved = [];
    for (const titel of ['Eins', 'Zwei'])
      saved.push(await send(owner, 'saveInserat', { ...order, titel }, 'k-1'));
    expect(saved.map(({ body }) => body.inserat.titel)).toEqual(['Eins', 'Zwei']);
    expect(await keptOf(owner)).toEqual([]);
    expect(
      await send(owner, 'saveInserat', { ...order, post_status: undefined }, 'k-1'),
    ).toMatchObject({
      status: 200,
    });
  });

  test('an account stores at most a thousand responses a day [T-LOAD-06]', async () => {
    const owner = await fresh();
    const opened = await topup(owner, 'k-1');
    const bucket = {
      name: 'idempotency',
      key: String(owner.userId),
      attempts: 1000,
      seconds: DAY_MS / 1000,
    };
    for (let n = 1; n < 1000; n++) await world.app.limiter.consume(bucket);
    expect(await topup(owner, randomUUID())).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_ATTEMPTS' },
    });
    expect(await topup(owner, 'k-1')).toEqual({ ...opened, replayed: true });
    expect(await topup(owner)).toMatchObject({ status: 200 });
  });
});

describe('interrupted [T-PAY-09]', () => {
  /** The provider creates the payment, and its response is lost until `respond` is called. */
  function loseResponse() {
    const made = Promise.withResolvers<void>();
    const respond = Promise.withResolvers<void>();
    world.outside.fetch = async (url, init) => {
      const answer = await network(url, init);
      made.resolve();
      await respond.promise;
      return answer;
    };
    return { made: made.promise, respond: respond.resolve };
  }

  test('the second request waits for the first, and is refused after a timeout', async () => {
    const owner = await fresh();
    const { made, respond: hear } = loseResponse();
    const first = topup(owner, 'k-1');
    await made;
    {
      // Its five seconds pass in a fraction of one.
      const [real, begun] = [performance.now.bind(performance), performance.now()];
      using _fast = vi
        .spyOn(performance, 'now')
        .mockImplementation(() => begun + (real() - begun) * 20);
      expect(await topup(owner, 'k-1')).toMatchObject({
        status: 503,
        body: { code: 'UNAVAILABLE' },
      });
    }
    expect(await topup(owner, 'k-1', 3)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    });
    const second = topup(owner, 'k-1');
    hear();
    const answer = await first;
    expect(answer).toMatchObject({ status: 200, replayed: false });
    expect(await second).toEqual({ ...answer, replayed: true });
    expect(await madeAtProvider(owner)).toHaveLength(1);
  });

  test.each([
    ['during the work', true],
    ['before the response was stored', false],
  ])(
    'a database that went away %s frees the key on its return, not after the lease [RUN-11]',
    async (_, fails) => {
      const owner = await fresh();
      let away = false;
      const db = {
        getExecutor() {
          if (away) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
          return world.db.getExecutor();
        },
      } as typeof world.db;
      const asked = {
        owner: { column: 'account_id', id: owner.userId } as const,
        action: 'wallet_topup',
        keyHash: hashKey('k-1'),
        fingerprint: fingerprintOf('secret', {}),
        now: world.clock.now(),
      };
      const attempt = (work: () => Promise<string>) =>
        onceFor(asked, { done: (body) => ({ status: 200, body: String(body) }), failed: String })
          .multiTransaction(
            { db, transaction: (work) => world.db.transaction().execute((db) => work({ db })) },
            work,
          )
          .catch(String);
      const lost = async () => {
        away = true;
        if (fails) throw new AppError('UNAVAILABLE');
        return 'lost';
      };
      expect(await attempt(lost)).toContain(fails ? new AppError('UNAVAILABLE').message : 'away');
      const held = () =>
        world.db
          .selectFrom('idempotency')
          .select('held_until')
          .where('account_id', '=', owner.userId)
          .executeTakeFirst();
      expect((await held())?.held_until).toBeInstanceOf(Date);
      away = false;
      await expect.poll(held).toEqual({ held_until: null });
      expect(await attempt(async () => 'done')).toBe('done');
    },
  );

  test('after the lease the next request takes over the payment; both respond identically', async () => {
    const owner = await fresh();
    const { made, respond: hear } = loseResponse();
    const first = topup(owner, 'k-1');
    await made;
    world.outside.fetch = network;
    world.clock.advance(MINUTE_MS);
    const second = await topup(owner, 'k-1');
    expect(second).toMatchObject({ status: 200, replayed: false });
    hear();
    expect(wire(await first)).toEqual(wire(second));
    expect(await madeAtProvider(owner)).toHaveLength(1);
    expect(await paymentsOf(owner)).toEqual([{ id: second.body.payment_id }]);
  });
});
