import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sql } from '../../platform/db.ts';
import { testWorld, type World } from '../../testing/world/world.ts';
import * as wallet from './service.ts';

let world: World;
let userId: number;
let other: number;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(new Date('2027-01-05T12:00:00Z'));
  userId = (await world.user()).userId;
  other = (await world.user()).userId;
});
afterEach(() => expect(world.defects.splice(0)).toEqual([]));

const inTransaction = <T>(work: (ctx: { db: Sql; now: Date }) => Promise<T>) =>
  world.db.transaction().execute((db) => work({ db, now: world.clock.now() }));
const booking = (cause: string, amount: number, owner = userId) => ({
  userId: owner,
  amount,
  cause: `${cause}:${owner}`,
  description: cause,
});
const at = (iso: string) => world.clock.set(new Date(iso));
const credit = (
  kind: Parameters<typeof wallet.credit>[1],
  cause: string,
  amount: number,
  owner = userId,
) => inTransaction((ctx) => wallet.credit(ctx, kind, booking(cause, amount, owner)));
const spend = (cause: string, amount: number) =>
  inTransaction((ctx) => wallet.spend(ctx, booking(cause, amount)));
const read = <T>(work: (db: Sql) => Promise<T>) => inTransaction(({ db }) => work(db));

/** Three months of one wallet, and a transfer of another one in the second. */
async function threeMonths() {
  at('2027-01-31T22:59:59Z');
  await credit('topup', 'a', 100);
  // The first instant of February in Zurich.
  at('2027-01-31T23:00:00Z');
  await credit('bonus', 'b', 10);
  await credit('coupon', 'x', 7, other);
  at('2027-02-10T12:00:00Z');
  await spend('c', 30);
  at('2027-03-01T12:00:00Z');
  await credit('coupon', 'd', 5);
}
const descriptions = (rows: readonly { description: string }[]) =>
  rows.map(({ description }) => description);

test('transfers are read newest first, backwards from a number and by kind [GUT-57, GUT-62]', async () => {
  await threeMonths();
  const list = (page: Parameters<typeof wallet.movements>[2]) =>
    read((db) => wallet.movements(db, userId, page));
  expect(descriptions(await list({ limit: 9 }))).toEqual(['d', 'c', 'b', 'a']);
  expect(descriptions(await list({ limit: 2 }))).toEqual(['d', 'c']);
  expect(descriptions(await list({ before: 3, limit: 9 }))).toEqual(['b', 'a']);
  expect(descriptions(await list({ gifts: true, limit: 9 }))).toEqual(['d', 'b']);
  expect(
    (await list({ limit: 9 })).map(({ seq, incoming, amount, balance_after }) => [
      seq,
      incoming,
      amount,
      balance_after,
    ]),
  ).toEqual([
    [4, true, 5, 85],
    [3, false, 30, 80],
    [2, true, 10, 110],
    [1, true, 100, 100],
  ]);
});

test('transfers from a number on are read oldest first [GUT-49]', async () => {
  await threeMonths();
  const rows = await read((db) => wallet.movementsFrom(db, userId, { from: 2, limit: 2 }));
  expect(
    rows.map(({ description, incoming, at: when }) => [description, incoming, when.toISOString()]),
  ).toEqual([
    ['b', true, '2027-01-31T23:00:00.000Z'],
    ['c', false, '2027-02-10T12:00:00.000Z'],
  ]);
});

test('the months of a wallet are Swiss months, with the numbers of their transfers [GUT-49]', async () => {
  await threeMonths();
  expect(await read((db) => wallet.monthsOf(db, userId))).toEqual([
    { month: '2027-03', first: 4, last: 4 },
    { month: '2027-02', first: 2, last: 3 },
    { month: '2027-01', first: 1, last: 1 },
  ]);
});

test('owners of transfers in a period are listed once, its end excluded [GUT-49]', async () => {
  await threeMonths();
  const moved = async (from: string, until: string) =>
    (await read((db) => wallet.movedBetween(db, new Date(from), new Date(until)))).filter((id) =>
      [userId, other].includes(id),
    );
  expect(await moved('2027-01-31T23:00:00Z', '2027-03-01T12:00:00Z')).toEqual([userId, other]);
  expect(await moved('2027-01-31T00:00:00Z', '2027-01-31T23:00:00Z')).toEqual([userId]);
  expect(await moved('2027-02-01T00:00:00Z', '2027-03-01T12:00:01Z')).toEqual([userId]);
  expect(await moved('2027-03-02T00:00:00Z', '2027-04-01T00:00:00Z')).toEqual([]);
});

test('causes are found with their time in this wallet only, and their credits in total [GUT-19]', async () => {
  await threeMonths();
  const causes = [`a:${userId}`, `c:${userId}`, `x:${other}`, 'never'];
  expect(await read((db) => wallet.bookedAt(db, userId, causes))).toEqual(
    new Map([
      [`a:${userId}`, new Date('2027-01-31T22:59:59Z')],
      [`c:${userId}`, new Date('2027-02-10T12:00:00Z')],
    ]),
  );
  expect(await read((db) => wallet.bookedAt(db, userId, []))).toEqual(new Map());
  expect(await read((db) => wallet.bookedBy(db, causes))).toBe(100 + 30 + 7);
  expect(await read((db) => wallet.bookedBy(db, ['never']))).toBe(0);
});

test('the debt at a time grows by take-backs and shrinks by settlements [T-PAY-13]', async () => {
  at('2027-02-01T12:00:00Z');
  await inTransaction((ctx) =>
    wallet.takeBack(ctx, { ...booking('back', 40), payment: 'p', bonus: 0, paid: 0 }),
  );
  at('2027-02-02T12:00:00Z');
  await credit('topup', 'settles', 15);
  const owed = (iso: string) => read((db) => wallet.owedAt(db, userId, new Date(iso)));
  expect(await owed('2027-02-01T12:00:00Z')).toBe(0);
  expect(await owed('2027-02-01T12:00:01Z')).toBe(40);
  expect(await owed('2027-02-02T12:00:01Z')).toBe(25);
  expect(await read((db) => wallet.owed(db, userId))).toBe(25);
});

test('a debt began with the take-back since which something is owed, until it is settled [T-PAY-13]', async () => {
  const began = () => read((db) => wallet.debtStart(db, userId));
  const takeBack = (cause: string, amount: number) =>
    inTransaction((ctx) =>
      wallet.takeBack(ctx, { ...booking(cause, amount), payment: 'p', bonus: 0, paid: 0 }),
    );
  expect(await began()).toBeUndefined();
  at('2027-02-01T12:00:00Z');
  await takeBack('first', 40);
  at('2027-02-02T12:00:00Z');
  await takeBack('second', 10);
  await credit('topup', 'a', 15);
  expect(await began()).toEqual({
    cause: `first:${userId}:debt`,
    at: new Date('2027-02-01T12:00:00Z'),
  });
  await credit('topup', 'b', 35);
  expect(await began()).toBeUndefined();
  at('2027-02-03T12:00:00Z');
  await takeBack('third', 5);
  expect(await began()).toEqual({
    cause: `third:${userId}:debt`,
    at: new Date('2027-02-03T12:00:00Z'),
  });
});

describe('what is known of single movements', () => {
  /** A top-up at 8.1 %, an order of it, a part of it back, and an order at 7.7 %. */
  async function orders() {
    await rate(81);
    await inTransaction((ctx) =>
      wallet.credit(ctx, 'topup', { ...booking('topup', 100), paid: 1000 }),
    );
    await spend('early', 30);
    await rate(77);
    await rate(77);
    await spend('late', 20);
    await inTransaction((ctx) =>
      wallet.refund(ctx, { ...booking('back', 10), of: `early:${userId}` }),
    );
    const rows = await read((db) => wallet.movements(db, userId, { limit: 9 }));
    return Object.fromEntries(rows.map(({ id, description }) => [description, id])) as Record<
      string,
      number
    >;
  }
  const rate = (permille: number) =>
    wallet.noteVatRate(world.db, { permille, now: world.clock.now(), log: { warn: () => {} } });
  afterEach(() => rate(world.config.vatPermille));

  test('a tax rate that is noted again is kept once, and each movement has the one of its time [FIX-03]', async () => {
    const count = () => world.db.selectFrom('vat_rate').select('id').execute();
    await rate(81);
    const before = (await count()).length;
    const { early, late, back } = await orders();
    expect((await count()).length).toBe(before + 1);
    expect(await read((db) => wallet.vatRateAt(db, userId, `early:${userId}`))).toBe(81);
    expect(await read((db) => wallet.vatRateAt(db, userId, `late:${userId}`))).toBe(77);
    expect(await read((db) => wallet.vatRates(db, [early!, late!, back!]))).toEqual(
      new Map([
        [early!, [81]],
        [late!, [77]],
        [back!, [81]],
      ]),
    );
    expect(await read((db) => wallet.vatRates(db, []))).toEqual(new Map());
  });

  test('an order says what was really paid for its credits, and what came back with which rate [FIX-03]', async () => {
    const { early, late, back } = await orders();
    const parts = await read((db) => wallet.paidParts(db, [early!, late!, back!]));
    const of = (id: number | undefined) =>
      parts.get(id!)!.map(({ paid, permille }) => ({ paid, permille }));
    expect([early, late, back].map(of)).toEqual([
      [{ paid: 300, permille: 81 }],
      [{ paid: 200, permille: 77 }],
      [{ paid: 100, permille: 81 }],
    ]);
    expect(await read((db) => wallet.paidParts(db, []))).toEqual(new Map());
  });

  test('a refund names the order whose credits came back, and an order the lots that paid it [GUT-60]', async () => {
    const { early, late, back } = await orders();
    expect(await read((db) => wallet.refundedSpends(db, [early!, back!]))).toEqual(
      new Map([[back!, `early:${userId}`]]),
    );
    expect(await read((db) => wallet.refundedSpends(db, []))).toEqual(new Map());
    expect(await read((db) => wallet.lotUses(db, [late!]))).toMatchObject([
      { transfer_id: late, source: 'bought', amount: 20 },
    ]);
    expect(await read((db) => wallet.lotUses(db, []))).toEqual([]);
  });
});

test('an empty ledger has no checkpoint [GUT-19]', async () => {
  await using empty = await testWorld();
  expect(await wallet.createCheckpoint(empty.db, empty.clock.now())).toBeUndefined();
});

test('a forfeit names its account and reason [PRO-22]', async () => {
  await credit('topup', 'a', 42);
  expect(await inTransaction((ctx) => wallet.forfeit(ctx, userId))).toBe(42);
  expect((await read((db) => wallet.movements(db, userId, { limit: 1 })))[0]).toMatchObject({
    kind: 'forfeit',
    cause: `forfeit:${userId}`,
    description: 'Guthaben verfallen (Konto gelöscht)',
  });
});

test.each([0, -1, 0.5, Number.NaN])(
  'a refund or take-back of %d credits throws [PRI-22]',
  async (amount) => {
    await credit('topup', 'a', 100);
    await spend('order', 10);
    const refund = inTransaction((ctx) =>
      wallet.refund(ctx, { ...booking('refund', amount), of: `order:${userId}` }),
    );
    await expect(refund).rejects.toThrow('is impossible');
    const takeBack = inTransaction((ctx) =>
      wallet.takeBack(ctx, { ...booking('back', amount), payment: 'p', bonus: 0, paid: 0 }),
    );
    await expect(takeBack).rejects.toThrow('is impossible');
  },
);

test('a finding of several rows states how many more there are [GUT-19]', () => {
  expect(wallet.describeFinding({ first: 'Buchung 1', count: 1 })).toBe('Buchung 1');
  expect(wallet.describeFinding({ first: 'Buchung 1', count: 3 })).toBe(
    'Buchung 1 (und 2 weitere)',
  );
});
