import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, type Sql } from '../../platform/db.ts';
import { rounds } from '../../testing/process/deep.ts';
import { testWorld, type World } from '../../testing/world/world.ts';
import * as wallet from './service.ts';

let world: World;
/** The database owner can bypass the functions; the check must detect it. */
let owner: ReturnType<typeof connect>;
let userId: number;
beforeAll(async () => {
  world = await testWorld();
  owner = connect(world.url, { role: null, max: 2 });
});
afterAll(async () => {
  await owner.db.destroy();
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  userId = (await world.user()).userId;
  world.clock.advance(1000);
});
afterEach(async () => {
  expect(world.defects.splice(0)).toEqual([]);
  expect((await check()).problems).toEqual([]);
});

const inTransaction = <T>(work: (ctx: { db: Sql; now: Date }) => Promise<T>) =>
  world.db.transaction().execute((db) => work({ db, now: world.clock.now() }));
const check = () => inTransaction(({ db }) => wallet.checkLedger(db));

let causes = 0;
const newCause = () => `test:${++causes}`;
const give = (kind: Parameters<typeof wallet.credit>[1], amount: number, cause = newCause()) => {
  world.clock.advance(1000);
  const paid = kind === 'topup' ? amount * 95 : 0;
  return inTransaction((ctx) =>
    wallet.credit(ctx, kind, { userId, amount, paid, cause, description: 'Test' }),
  );
};
const spend = (amount: number, cause = newCause()) =>
  inTransaction((ctx) => wallet.spend(ctx, { userId, amount, cause, description: 'Test' }));
const refund = (of: string, amount: number) =>
  inTransaction((ctx) =>
    wallet.refund(ctx, { userId, of, amount, cause: newCause(), description: 'Test' }),
  );
const takeBack = (payment: string, amount: number, cause = newCause()) => {
  const back = {
    userId,
    payment,
    amount,
    bonus: 10,
    paid: amount * 95,
    cause,
    description: 'Rückbuchung',
  };
  return inTransaction((ctx) => wallet.takeBack(ctx, back));
};
const owed = () => inTransaction(({ db }) => wallet.owed(db, userId));

/** Transfers oldest first, with the lots that paid: `order -25: bonus 10, bought 15 = 75`. */
async function story(): Promise<string[]> {
  return inTransaction(async ({ db }) => {
    const rows = (await wallet.movements(db, userId, { limit: 100 })).toReversed();
    const uses = await wallet.lotUses(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, kind, incoming, amount, balance_after }) => {
      const paid = uses
        .filter(({ transfer_id }) => transfer_id === id)
        .map((use) => `${use.source} ${use.amount}`);
      return `${kind} ${incoming ? '+' : '-'}${amount}${paid.length > 0 ? `: ${paid.join(', ')}` : ''} = ${balance_after}`;
    });
  });
}

test('a spend uses the oldest granted credits first, whatever their kind, and records them [GUT-60]', async () => {
  await give('coupon', 10);
  await give('topup', 100);
  await give('bonus', 20);
  await spend(25);
  await spend(90);
  expect(await story()).toEqual([
    'coupon +10 = 10',
    'topup +100 = 110',
    'bonus +20 = 130',
    'order -25: coupon 10, bought 15 = 105',
    'order -90: bought 85, bonus 5 = 15',
  ]);
});

test('a refund restores the spent credits with their age: they are spent next [INS-01]', async () => {
  await give('bonus', 10);
  await give('topup', 50);
  await spend(30, 'test:planned');
  await give('coupon', 5);
  expect(await refund('test:planned', 30)).toBe(65);
  await spend(15);
  expect(await story()).toEqual([
    'bonus +10 = 10',
    'topup +50 = 60',
    'order -30: bonus 10, bought 20 = 30',
    'coupon +5 = 35',
    'refund +30 = 65',
    'order -15: bonus 10, bought 5 = 50',
  ]);
});

test('a partial refund restores the last used credits with their age, up to the spent amount [INS-01]', async () => {
  await give('bonus', 10);
  await give('topup', 50);
  await spend(30, 'test:part');
  await refund('test:part', 5);
  await spend(35);
  expect((await story()).at(-1)).toBe('order -35: bought 30, bought 5 = 0');
  await expect(refund('test:part', 31)).rejects.toThrow('does not cover a refund');
  await expect(refund('test:nothing', 1)).rejects.toThrow('does not cover a refund');
});

test('several refunds of a spend never exceed it in total [INS-01, INV-05]', async () => {
  await give('bonus', 10);
  await give('topup', 50);
  await spend(30, 'test:parts');
  await refund('test:parts', 15);
  await refund('test:parts', 10);
  await expect(refund('test:parts', 6)).rejects.toThrow('does not cover a refund');
  await refund('test:parts', 5);
  await expect(refund('test:parts', 1)).rejects.toThrow('does not cover a refund');
  await spend(60);
  expect((await story()).at(-1)).toBe(
    'order -60: bonus 5, bonus 5, bought 30, bought 15, bought 5 = 0',
  );
  expect((await check()).problems).toEqual([]);
  const more = sql`update ledger_lot set spend_lot = (select min(spend_lot) from ledger_lot l where l.spend_id = ledger_lot.spend_id)
     where spend_id = (select id from ledger_transfer where cause = 'test:parts')`;
  expect((await tampered(more)).join()).toMatch(
    /\(test:parts\): aus Posten \d+ kamen 30 Credits zurück, bezahlt hatte er 10,Posten \d+: von 0 ausgegebenen Rappen kamen 1900 zurück$/,
  );
});

test('a charge-back takes the credits of its own payment first [T-PAY-13]', async () => {
  await give('coupon', 20);
  await give('topup', 100, 'topup:p1');
  await give('bonus', 10, 'bonus:p1');
  expect(await takeBack('p1', 110, 'chargeback:p1')).toBe(20);
  // A repeated report changes nothing.
  expect(await takeBack('p1', 110, 'chargeback:p1')).toBe(20);
  expect((await story()).at(-1)).toBe('chargeback -110: bought 100, bonus 10 = 20');
  expect(await owed()).toBe(0);
});

test('credits already spent become a debt, the balance is 0, and the next credits settle it [T-PAY-13]', async () => {
  await give('topup', 100, 'topup:p2');
  await spend(70);
  expect(await takeBack('p2', 100, 'chargeback:p2')).toBe(0);
  expect(await owed()).toBe(70);
  expect(await takeBack('p2', 100, 'chargeback:p2')).toBe(0);
  expect(await give('coupon', 50)).toBe(0);
  expect(await owed()).toBe(20);
  await expect(spend(1)).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
  expect(await give('topup', 50)).toBe(30);
  expect(await owed()).toBe(0);
  expect((await story()).slice(-5)).toEqual([
    'chargeback -30: bought 30 = 0',
    'coupon +50 = 50',
    'settlement -50: coupon 50 = 0',
    'topup +50 = 50',
    'settlement -20: bought 20 = 30',
  ]);
});

test('a take-back from an empty wallet is all debt, once, even if reported concurrently [T-PAY-13]', async () => {
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => takeBack('p3', 40, 'chargeback:p3')),
  );
  expect(responses).toEqual(Array(8).fill(0));
  expect(await owed()).toBe(40);
});

const undo = (of: string, amount: number) => {
  const back = { userId, of, amount, cause: `undo:${of}`, description: 'Rückbuchung aufgehoben' };
  return inTransaction((ctx) => wallet.undoTakeBack(ctx, back));
};

test('an undone take-back restores the lots it took, and gives what had become a debt [T-PAY-13]', async () => {
  await give('topup', 100, 'topup:p4');
  await spend(70);
  await takeBack('p4', 100, 'chargeback:p4');
  await undo('chargeback:p4', 100);
  expect(await owed()).toBe(0);
  await spend(30);
  expect((await story()).slice(-4)).toEqual([
    'correction +70 = 70',
    'settlement -70: correction 70 = 0',
    'correction +30 = 30',
    'order -30: bought 30 = 0',
  ]);
  await undo('chargeback:p4', 100);
  expect((await story()).at(-1)).toBe('order -30: bought 30 = 0');
});

test.each([
  { label: 'without a debt only restores lots', spent: 0, booked: ['correction +40 = 40'] },
  {
    label: 'that was all debt only gives credits',
    spent: 40,
    booked: ['correction +40 = 40', 'settlement -40: correction 40 = 0'],
  },
])('an undone take-back $label [T-PAY-13]', async ({ spent, booked }) => {
  const payment = `undone-${spent}`;
  await give('topup', 40, `topup:${payment}`);
  await spend(spent);
  const cause = newCause();
  await takeBack(payment, 40, cause);
  const before = (await story()).length;
  await undo(cause, 40);
  expect((await story()).slice(before)).toEqual(booked);
  expect(await owed()).toBe(0);
});

test('forfeiting takes the whole balance, once [PRO-22]', async () => {
  await give('topup', 42);
  const forfeit = () => inTransaction((ctx) => wallet.forfeit(ctx, userId));
  expect((await Promise.all([forfeit(), forfeit(), forfeit()])).toSorted()).toEqual([0, 0, 42]);
  expect((await story()).at(-1)).toBe('forfeit -42: bought 42 = 0');
  const other = await world.user();
  expect(await inTransaction((ctx) => wallet.forfeit(ctx, other.userId))).toBe(0);
});

/** Applies statements bypassing functions and triggers, runs the check, and rolls back. */
async function tampered(...statements: ReturnType<typeof sql>[]): Promise<string[]> {
  let problems: string[] = [];
  await owner.db
    .transaction()
    .execute(async (db) => {
      await sql`set local session_replication_role = replica`.execute(db);
      for (const statement of statements) await statement.execute(db);
      const report = await wallet.checkLedger(db);
      ({ problems } = report);
      expect(report.ok).toBe(problems.length === 0);
      throw new Error('put back');
    })
    .catch((error: Error) => expect(error.message).toBe('put back'));
  return problems;
}
const ids = async () =>
  (await inTransaction(({ db }) => wallet.movements(db, userId, { limit: 9 }))).map(({ id }) => id);

test('each field of a transfer is hashed: any change is found and the transfer named [GUT-19, INV-09]', async () => {
  await give('topup', 100);
  await spend(30);
  await spend(20);
  const [, middle] = await ids();
  const changes: Record<string, ReturnType<typeof sql>> = {
    description: sql`description = 'Etwas anderes'`,
    cause: sql`cause = 'test:other'`,
    at: sql`at = at + interval '1 microsecond'`,
    amount: sql`amount = 31`,
    balance_after: sql`balance_after = 71`,
    seq: sql`seq = 17`,
    hash: sql`hash = sha256('x')`,
  };
  for (const [column, change] of Object.entries(changes)) {
    const problems = await tampered(sql`update ledger_transfer set ${change} where id = ${middle}`);
    expect(problems.join(), column).toContain(`Buchung ${middle} (`);
    if (column === 'balance_after') expect(problems.join()).toContain('Saldo danach 71 statt 70');
  }
});

test('a rewritten transfer with its hash breaks the next one; a truncated chain its head [GUT-19, INV-09]', async () => {
  await give('topup', 100);
  await spend(30);
  await spend(20);
  const [last, middle] = await ids();
  const rehash = sql`update ledger_transfer t set description = 'Anders', hash = ledger_hash(
      (select hash from ledger_transfer p where p.chain = t.chain and p.seq = t.seq - 1), seq, kind, cause, from_account, to_account,
      amount, balance_after, 'Anders', at,
      (select string_agg(lot_id || ':' || amount, ',' order by lot_id) from ledger_lot_use where transfer_id = t.id))
    where id = ${middle}`;
  expect(await tampered(rehash)).toEqual([
    expect.stringMatching(`^Buchung ${last} .*: Prüfsumme stimmt nicht$`),
  ]);
  const cut = [
    sql`update ledger_lot l set remaining = remaining + u.amount, paid_left = paid_left + u.paid from ledger_lot_use u where u.lot_id = l.id and u.transfer_id = ${last}`,
    sql`delete from ledger_lot_use where transfer_id = ${last}`,
    sql`delete from ledger_transfer where id = ${last}`,
    sql`update ledger_account set balance = 70 where kind = 'wallet' and owner_id = ${userId}`,
  ];
  expect(await tampered(...cut)).toEqual([
    `Konto ${userId} (wallet): Ende der Kette ist Buchung Nummer 2 statt 3`,
  ]);
});

test('a chain rewritten to its end is found by the hourly checkpoint [GUT-19, INV-09]', async () => {
  await give('topup', 100);
  const [only] = await ids();
  const rewrite = [
    sql`update ledger_transfer t set description = 'Anders', hash = ledger_hash(null, seq, kind, cause, from_account, to_account,
        amount, balance_after, 'Anders', at, null) where id = ${only}`,
    sql`update ledger_account a set head = t.hash from ledger_transfer t where t.id = ${only} and a.id = t.chain`,
  ];
  expect(await tampered(...rewrite)).toEqual([]);
  world.clock.advance(60 * 60_000);
  await world.runTasks('wallet/checkpoint');
  expect(await tampered(...rewrite)).toEqual([
    expect.stringMatching(/^Siegel \d+ vom .* passt nicht zu den Buchungen/),
  ]);
  const checkpoint = await inTransaction(({ db }) => wallet.newestCheckpoint(db));
  expect(checkpoint).toMatchObject({ last_transfer: only, sealed_at: world.clock.now() });
  // No new checkpoint within the hour, or without transfers.
  await world.runTasks('wallet/checkpoint');
  world.clock.advance(2 * 60 * 60_000);
  await world.runTasks('wallet/checkpoint');
  expect(await inTransaction(({ db }) => wallet.newestCheckpoint(db))).toEqual(checkpoint);
});

test('inconsistent lots are found: remainder, source, payment, owner [GUT-19]', async () => {
  await give('topup', 100);
  await spend(30);
  const [paid, came] = await ids();
  const other = (await world.user()).userId;
  await inTransaction((ctx) =>
    wallet.credit(ctx, 'topup', { userId: other, amount: 9, cause: newCause(), description: '' }),
  );
  const mine = sql`wallet = (select id from ledger_account where kind = 'wallet' and owner_id = ${userId})`;
  expect(await tampered(sql`update ledger_lot set remaining = 71 where ${mine}`)).toEqual([
    expect.stringMatching(/^Posten \d+: übrig 71 statt 70$/),
  ]);
  expect(
    (await tampered(sql`update ledger_lot set granted = 99, remaining = 69 where ${mine}`)).join(),
  ).toContain(`Buchung ${came} (`);
  expect(
    (await tampered(sql`update ledger_lot_use set amount = 29 where transfer_id = ${paid}`)).join(),
  ).toMatch(new RegExp(`Buchung ${paid} .*`));
  const foreign = sql`update ledger_lot_use set lot_id = (
    select l.id from ledger_lot l join ledger_account w on w.id = l.wallet where w.owner_id = ${other}) where transfer_id = ${paid}`;
  expect((await tampered(foreign)).join()).toMatch(/Buchung \d+|Posten \d+/);
});

test('a changed balance or debt and a transfer in the wrong direction are found [GUT-19]', async () => {
  await give('topup', 100);
  await takeBack('p9', 130);
  const account = (kind: string) => sql`kind = ${kind} and owner_id = ${userId}`;
  expect(
    (await tampered(sql`update ledger_account set balance = 1 where ${account('wallet')}`)).slice(
      0,
      2,
    ),
  ).toEqual([
    'Die Summe aller Konten ist 1 statt 0',
    `Konto ${userId} (wallet): gespeicherter Saldo 1, Summe der Buchungen 0`,
  ]);
  expect(
    (await tampered(sql`update ledger_account set balance = 0 where ${account('debt')}`)).slice(
      0,
      2,
    ),
  ).toEqual([
    'Die Summe aller Konten ist 30 statt 0',
    `Konto ${userId} (debt): gespeicherter Saldo 0, Summe der Buchungen -30`,
  ]);
  const [, came] = (await ids()).slice(-2);
  const turned = sql`update ledger_transfer set from_account = to_account, to_account = from_account where id = ${came}`;
  expect((await tampered(turned)).join()).toContain(`topup von wallet nach clearing`);
});

test('inconsistent Rappen of a lot, a spend or a refund are found [FIX-03, BOF-105]', async () => {
  await give('topup', 100);
  await spend(30, 'test:paid');
  await refund('test:paid', 30);
  const [back, paid] = await ids();
  const lot = sql`update ledger_lot set paid = paid + 1, paid_left = paid_left + 1 where transfer_id = ${back}`;
  expect((await tampered(lot)).join()).toMatch(
    /^Posten \d+: von 2850 ausgegebenen Rappen kamen 2851 zurück$/,
  );
  const left = sql`update ledger_lot set paid_left = paid_left - 1 where transfer_id = ${back}`;
  expect((await tampered(left)).join()).toMatch(
    /^Posten \d+: 2850 Rappen bezahlt, 0 ausgegeben, 2849 übrig$/,
  );
  const use = sql`update ledger_lot_use set paid = 2849 where transfer_id = ${paid}`;
  expect((await tampered(use)).join()).toContain(
    '9500 Rappen bezahlt, 2849 ausgegeben, 6650 übrig',
  );
});

type Step =
  | { do: 'give'; kind: 'topup' | 'bonus' | 'coupon' | 'correction'; amount: number }
  | { do: 'spend'; amount: number; breaks: boolean }
  | { do: 'refund'; amount: number }
  | { do: 'takeBack'; amount: number; twice: boolean };
const amount = fc.integer({ min: 1, max: 80 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('give' as const),
    kind: fc.constantFrom('topup', 'bonus', 'coupon', 'correction'),
    amount,
  }),
  fc.record({ do: fc.constant('spend' as const), amount, breaks: fc.boolean() }),
  fc.record({ do: fc.constant('refund' as const), amount }),
  fc.record({ do: fc.constant('takeBack' as const), amount, twice: fc.boolean() }),
) as fc.Arbitrary<Step>;

test('random credits, spends, refunds and take-backs match a model of lots and debt [INV-01, INV-02]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      userId = (await world.user()).userId;
      let credits = 0;
      let debt = 0;
      let refundable: { cause: string; left: number } | undefined;
      for (const s of steps) {
        if (s.do === 'give') {
          const settled = Math.min(debt, s.amount);
          debt -= settled;
          credits += s.amount - settled;
          expect(await give(s.kind, s.amount)).toBe(credits);
        } else if (s.do === 'spend') {
          const cause = newCause();
          const work = inTransaction(async (ctx) => {
            const left = await wallet.spend(ctx, {
              userId,
              amount: s.amount,
              cause,
              description: 'Test',
            });
            if (s.breaks) throw new Error('broke off');
            return left;
          });
          if (s.amount > credits)
            await expect(work).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
          else if (s.breaks) await expect(work).rejects.toThrow('broke off');
          else {
            credits -= s.amount;
            refundable = { cause, left: s.amount };
            expect(await work).toBe(credits);
          }
        } else if (s.do === 'refund') {
          if (!refundable) continue;
          const back = Math.min(s.amount, refundable.left);
          await refund(refundable.cause, back);
          refundable.left -= back;
          if (refundable.left === 0) refundable = undefined;
          const settled = Math.min(debt, back);
          debt -= settled;
          credits += back - settled;
        } else {
          const cause = newCause();
          const taken = Math.min(credits, s.amount);
          credits -= taken;
          debt += s.amount - taken;
          expect(await takeBack('none', s.amount, cause)).toBe(credits);
          if (s.twice) expect(await takeBack('none', s.amount, cause)).toBe(credits);
        }
      }
      expect([await inTransaction(({ db }) => wallet.balance(db, userId)), await owed()]).toEqual([
        credits,
        debt,
      ]);
      expect((await check()).problems).toEqual([]);
    }),
    { numRuns: rounds(15, 200) },
  );
});
