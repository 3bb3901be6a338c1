import { state } from '@samtrot/shared/overview/contract.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connect, type Database, type Sql } from '../../platform/db.ts';
import { rounds } from '../../testing/process/deep.ts';
import { testWorld, type World } from '../../testing/world/world.ts';
import * as wallet from './service.ts';

let world: World;
/** The database owner, who applies the migrations. */
let owner: ReturnType<typeof connect>;
beforeAll(async () => {
  world = await testWorld();
  owner = connect(world.url, { role: null, max: 2 });
});
afterAll(async () => {
  await owner.db.destroy();
  await world[Symbol.asyncDispose]();
});
afterEach(() => expect(world.defects.splice(0)).toEqual([]));

const inTransaction = <T>(work: (ctx: { db: Sql; now: Date }) => Promise<T>) =>
  world.db.transaction().execute((db) => work({ db, now: world.clock.now() }));

let causes = 0;
const newCause = () => `test:${++causes}`;
const give = (
  userId: number,
  amount: number,
  kind: Parameters<typeof wallet.credit>[1] = 'correction',
) =>
  inTransaction((ctx) =>
    wallet.credit(ctx, kind, { userId, amount, cause: newCause(), description: 'Test' }),
  );
const spend = (userId: number, amount: number, cause = newCause()) =>
  inTransaction((ctx) => wallet.spend(ctx, { userId, amount, cause, description: 'Test' }));
const balance = (userId: number) => inTransaction(({ db }) => wallet.balance(db, userId));
const check = () => inTransaction(({ db }) => wallet.checkLedger(db));
const transfersOf = (userId: number) =>
  world.db
    .selectFrom('ledger_transfer as t')
    .innerJoin('ledger_account as w', (join) =>
      join.onRef('w.id', 'in', sql`(t.from_account, t.to_account)`).on('w.owner_id', '=', userId),
    )
    .select(['t.kind', 't.amount', 't.balance_after'])
    .orderBy('t.id')
    .execute();

test('the balance is reduced by the total; a shortage returns the missing amount [PRI-22]', async () => {
  const { userId } = await world.user();
  expect(await give(userId, 100)).toBe(100);
  expect(await spend(userId, 65)).toBe(35);
  await expect(spend(userId, 40)).rejects.toMatchObject({
    code: 'INSUFFICIENT_CREDITS',
    extra: { missing: 5 },
  });
  expect(await balance(userId)).toBe(35);
  expect(await spend(userId, 35)).toBe(0);
  expect(await transfersOf(userId)).toEqual([
    { kind: 'correction', amount: 100, balance_after: 100 },
    { kind: 'order', amount: 65, balance_after: 35 },
    { kind: 'order', amount: 35, balance_after: 0 },
  ]);
});

test('a wallet without credits misses the whole price; an order for 0 books nothing [PRI-22]', async () => {
  const { userId } = await world.user();
  await expect(spend(userId, 10)).rejects.toMatchObject({
    code: 'INSUFFICIENT_CREDITS',
    extra: { missing: 10 },
  });
  expect(await spend(userId, 0)).toBe(0);
  expect(await transfersOf(userId)).toEqual([]);
});

test('amounts that are not positive whole credits throw, in both directions [PRI-22]', async () => {
  const { userId } = await world.user();
  await give(userId, 50);
  for (const amount of [-3, 0.5, Number.NaN, Infinity, 2 ** 53]) {
    await expect(spend(userId, amount)).rejects.toThrow('impossible');
    await expect(give(userId, amount)).rejects.toThrow('impossible');
  }
  await expect(give(userId, 0)).rejects.toThrow('impossible');
  expect(await balance(userId)).toBe(50);
});

test('totals received by bonus and coupons ignore what was spent [HOM-15]', async () => {
  const user = await world.user();
  await give(user.userId, 100, 'topup');
  await give(user.userId, 10, 'bonus');
  await give(user.userId, 25, 'coupon');
  await give(user.userId, 15, 'coupon');
  await spend(user.userId, 120);
  expect(await inTransaction(({ db }) => wallet.received(db, user.userId))).toEqual({
    bonus: 10,
    coupon: 40,
  });
  const answer = await user.call(state, {});
  expect(answer.body.state).toMatchObject({ credits: 30 });
});

test('of concurrent orders for the whole balance exactly one succeeds [T-RACE-02, PRI-22]', async () => {
  for (let round = 0; round < rounds(5, 20); round++) {
    const { userId } = await world.user();
    await give(userId, 100);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => spend(userId, 100)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balance(userId)).toBe(0);
    expect(await transfersOf(userId)).toHaveLength(2);
  }
});

test('of concurrent orders exactly as many succeed as the balance covers [T-RACE-02]', async () => {
  const { userId } = await world.user();
  await give(userId, 35);
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => spend(userId, 10)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await balance(userId)).toBe(5);
});

test('a cause is credited once, sequentially and concurrently [GUT-19]', async () => {
  const { userId } = await world.user();
  const booking = { userId, amount: 100, cause: 'topup:once', description: 'Test' };
  const balances = await Promise.all(
    Array.from({ length: 10 }, () => inTransaction((ctx) => wallet.credit(ctx, 'topup', booking))),
  );
  expect(balances).toEqual(Array(10).fill(100));
  expect(
    await inTransaction((ctx) => wallet.credit(ctx, 'topup', { ...booking, amount: 999 })),
  ).toBe(100);
});

test('a cause cannot be charged twice [PRI-22]', async () => {
  const { userId } = await world.user();
  await give(userId, 100);
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4].map(() => spend(userId, 10, 'order:once')),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await balance(userId)).toBe(90);
});

test('a rolled back transfer is not booked [PRI-22]', async () => {
  const { userId } = await world.user();
  await give(userId, 100);
  const broken = inTransaction(async (ctx) => {
    await wallet.spend(ctx, { userId, amount: 60, cause: newCause(), description: 'Test' });
    throw new Error('the rest of the purchase failed');
  });
  await expect(broken).rejects.toThrow('the rest');
  expect(await balance(userId)).toBe(100);
});

/** Changes that only the ledger's functions may make. */
const BOOK_CHANGES = [
  'update ledger_account set balance = balance + 1',
  "insert into ledger_account (kind, owner_id, balance) values ('wallet', 1, 5)",
  'insert into ledger_transfer overriding system value select * from ledger_transfer',
  'update ledger_lot set remaining = granted',
  'insert into ledger_lot overriding system value select * from ledger_lot',
  'insert into ledger_lot_use select * from ledger_lot_use',
  'insert into ledger_seal overriding system value select * from ledger_seal',
  "select ledger_append(a, 'topup', 'x', true, 1, 5, '', now(), null) from ledger_account a",
  "select ledger_debit(1, 5, 'order', 1, 'x', '', now())",
];

const HISTORY_CHANGES = [
  'update ledger_lot_use set amount = amount + 1',
  'delete from ledger_lot_use',
  'update ledger_seal set transfers = 0',
  'delete from ledger_seal',
  'update ledger_transfer set amount = amount + 1',
  'delete from ledger_transfer',
  'truncate ledger_transfer',
  'truncate ledger_account cascade',
];

test('transfers are immutable: the application role lacks the right [GUT-19]', async () => {
  await give((await world.user()).userId, 10);
  for (const statement of [...HISTORY_CHANGES, ...BOOK_CHANGES, 'delete from ledger_account']) {
    await expect(run(world.db, statement), statement).rejects.toMatchObject({
      code: '42501',
      message: expect.stringContaining('permission denied'),
    });
  }
});

test('transfers are immutable: a trigger stops the database owner, too [GUT-19]', async () => {
  await give((await world.user()).userId, 10);
  for (const statement of HISTORY_CHANGES) {
    await expect(run(owner.db, statement), statement).rejects.toMatchObject({
      message: /append-only/,
    });
  }
});

test('the database refuses a negative wallet, a zero transfer and one account on both sides [PRI-22]', async () => {
  const { userId } = await world.user();
  await give(userId, 10);
  const below = sql`update ledger_account set balance = -1 where owner_id = ${userId}`.execute(
    owner.db,
  );
  await expect(below).rejects.toMatchObject({ constraint: 'wallet_not_negative' });
  const insert = (amount: number, same: boolean) =>
    sql`insert into ledger_transfer (kind, cause, from_account, to_account, amount, balance_after, description, at, chain, seq, hash)
        select 'topup', ${newCause()}, ${same ? sql`w.id` : sql`h.id`}, w.id, ${amount}, 10, '', ${world.clock.now()}, w.id, 99, ''
          from ledger_account w, ledger_account h where w.owner_id = ${userId} and h.kind = 'clearing'`.execute(
      owner.db,
    );
  await expect(insert(0, false)).rejects.toMatchObject({ code: '23514' });
  await expect(insert(-5, false)).rejects.toMatchObject({ code: '23514' });
  await expect(insert(5, true)).rejects.toMatchObject({ code: '23514' });
});

test('concurrent credits and orders: each balance is its sum, the total is 0 [T-RACE-06]', async () => {
  const users = await Promise.all(Array.from({ length: 4 }, () => world.user()));
  const step = fc.record({
    who: fc.nat(3),
    amount: fc.integer({ min: 1, max: 60 }),
    credit: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await Promise.allSettled(
        steps.map(({ who, amount, credit }) => (credit ? give : spend)(users[who]!.userId, amount)),
      );
      expect(await check()).toMatchObject({ ok: true, problems: [] });
    }),
    { numRuns: rounds(10, 100) },
  );
});

const run = (db: Database, statement: string) => sql.raw(statement).execute(db);
