import { deleteClub, saveClub } from '@samtrot/shared/clubs/contract.ts';
import { applyCoupon } from '@samtrot/shared/coupons/contract.ts';
import { getDetailedTransactions } from '@samtrot/shared/history/contract.ts';
import { containedTax, paidOf, taxOf } from '@samtrot/shared/history/rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { discountedPrice } from '@samtrot/shared/topups/rules.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../../platform/db.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { advertisers, cantons } from '../../testing/listings/inserate.ts';
import { linesOf } from '../../testing/media/pdf.ts';
import { rounds } from '../../testing/process/deep.ts';
import { type Caller, testWorld, type World } from '../../testing/world/world.ts';
import { createCoupon } from '../coupons/service.ts';
import { checkBooks } from '../overview/service.ts';
import * as topups from '../topups/service.ts';
import * as wallet from '../wallet/service.ts';

let world: World;
let user: Caller;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  user = await advertisers(world).rich(0);
});
afterEach(async () => {
  expect(world.defects.splice(0)).toEqual([]);
  expect(await problems()).toEqual([]);
});

type Book = { db: Parameters<typeof wallet.balance>[0]; now: Date };
const book = <T>(work: (ctx: Book) => Promise<T>) =>
  world.db.transaction().execute((db) => work({ db, now: world.clock.now() }));

/** Errors in the books, except bookings of the test without a cause. */
const problems = async () =>
  (await checkBooks(world.db)).problems.filter((found) => !found.includes(' ohne '));

/** A paid top-up through the page's calls and the sandbox; `francs` for a different amount. */
async function topUp(
  option: number,
  { discount = 0, francs }: { discount?: number; francs?: number } = {},
) {
  await world.db
    .updateTable('account')
    .set({ discount_percent: discount })
    .where('id', '=', user.userId)
    .execute();
  const { payment_id: id, payment_url } = (
    await user.call(walletTopup, { topup_option_id: option })
  ).body;
  const ref = payment_url.split('/').at(-1);
  const came = { status: 'paid', ...(francs !== undefined && { amount: francs * 100 }) };
  await world.db.updateTable('sandbox.payment').set(came).where('id', '=', ref).execute();
  world.clock.advance(2 * 60_000);
  await world.runTasks('topups/poll');
  return id as string;
}

interface Shown {
  order_id: string;
  is_wallet_topup: boolean;
  total: number;
  paid: number;
  tax: number;
  items: { tax: number }[];
}
const orders = async (): Promise<Shown[]> => {
  const { transactions } = (await user.call(getDetailedTransactions, { limit: 100 })).body;
  return transactions.filter((order: Shown) => !order.is_wallet_topup);
};
const sum = (numbers: readonly number[]) =>
  Math.round(numbers.reduce((all, n) => all + n * 100, 0)) / 100;
const ordered = async () => {
  const all = nonEmpty(await orders());
  for (const { tax, items } of all) expect(sum(nonEmpty(items).map((item) => item.tax))).toBe(tax);
  return { paid: sum(all.map(({ paid }) => paid)), tax: sum(all.map(({ tax }) => tax)) };
};

test('CHF 950.- for 1300 credits, all spent: orders and statement contain a tax of 71.18 [FIX-03, BOF-105]', async () => {
  await topUp(4, { discount: 5 });
  for (const monate of [12, 12, 1]) {
    world.clock.advance(60_000);
    expect((await user.call(saveClub, wholeClub({ monate }))).status).toBe(200);
  }
  await advertisers(world).place(user, { inserat_typ: '1_week', cantons: cantons(5) });
  expect(await advertisers(world).credits(user)).toBe(0);
  expect((await orders()).map(({ total }) => total).toSorted((a, b) => a - b)).toEqual([
    50, 50, 600, 600,
  ]);
  expect(await ordered()).toEqual({ paid: 950, tax: 71.18 });
  const began = world.clock.now();
  world.clock.set(new Date('2026-12-02T10:00:00Z'));
  const { rawPayload } = await world.server.inject({
    method: 'GET',
    url: '/papers/statement/2026-11.pdf',
    headers: { cookie: user.cookie },
  });
  const lines = await linesOf(rawPayload);
  const at = lines.indexOf('Käufe, abzüglich Rückerstattungen');
  expect(lines.slice(at + 1, at + 4)).toEqual(['CHF 950.00', '8.1 %', 'CHF 71.18']);
  world.clock.set(began);
});

test('of an order of 60 bought and 20 granted credits only the 60 contain tax, by line [FIX-03, BOF-105]', async () => {
  await advertisers(world).grant(user.userId, 60);
  const bonus = {
    userId: user.userId,
    amount: 20,
    cause: `test:bonus:${user.userId}`,
    description: 'Bonus',
  };
  world.clock.advance(1000);
  await book((ctx) => wallet.credit(ctx, 'bonus', bonus));
  await advertisers(world).place(user, {
    inserat_typ: '1_week',
    cantons: [...cantons(8), 'GL', 'GR', 'JU'],
  });
  expect(await orders()).toMatchObject([{ total: 80, paid: 60, tax: 4.5 }]);
  expect((await ordered()).tax).toBe(4.5);
});

test('a new tax rate changes no order, refund, line or document booked before [FIX-45, FIX-03]', async () => {
  const began = world.clock.now();
  const id = await topUp(2);
  const planned = {
    publish_option: 'Planen',
    publish_date: '2027-03-01',
    publish_time: '12:00',
  } as const;
  const { club } = (await user.call(saveClub, wholeClub({ monate: 1, ...planned }))).body;
  world.clock.advance(60_000);
  await user.call(saveClub, wholeClub({ monate: 1 }));
  const taxes = async () => (await orders()).map(({ paid, tax }) => [paid, tax]);
  // The two halves of CHF 100.-, which contain 7.49.
  const old = [
    [50, 3.74],
    [50, 3.75],
  ];
  expect(await taxes()).toEqual(old);
  const warned: unknown[] = [];
  const log = { warn: (...said: unknown[]) => warned.push(said) } as unknown as Parameters<
    typeof wallet.noteVatRate
  >[1]['log'];
  const note = (permille: number) =>
    wallet.noteVatRate(world.db, { permille, now: world.clock.now(), log });
  try {
    await note(81);
    expect(warned).toEqual([]);
    await note(100);
    expect(warned.splice(0)).toEqual([
      [
        { vat_percent: 10, last_booked_percent: 8.1 },
        'VAT_PERCENT differs from the rate of the last booking',
      ],
    ]);
    expect(await taxes()).toEqual(old);
    await user.call(deleteClub, { club_id: club.ID });
    world.clock.advance(60_000);
    await user.call(saveClub, wholeClub({ monate: 1 }));
    await note(100);
    expect(warned).toEqual([]);
    // Of the 50 credits, 10 are the bonus.
    expect(await taxes()).toEqual([[40, 3.64], ...old]);
    world.clock.set(new Date('2026-12-02T10:00:00Z'));
    const fetched = async (path: string) =>
      (await world.server.inject({ url: `/papers/${path}`, headers: { cookie: user.cookie } }))
        .rawPayload;
    const csv = (await fetched('history.csv')).toString().split('\r\n');
    const rates = csv
      .map((line) => line.split(';'))
      .filter(([, , kind]) => ['Kauf', 'Rückerstattung'].includes(kind!));
    expect(rates.map((cells) => cells.slice(8, 11))).toEqual([
      ['50.00', '8.1', '3.75'],
      ['50.00', '8.1', '3.74'],
      ['-50.00', '8.1', '-3.75'],
      ['40.00', '10', '3.64'],
    ]);
    const statement = await linesOf(await fetched('statement/2026-11.pdf'));
    const at = statement.indexOf('Käufe, abzüglich Rückerstattungen');
    expect(statement.slice(at + 1, at + 4)).toEqual(['CHF 50.00', '8.1 %', 'CHF 3.74']);
    expect(statement.slice(at + 5, at + 8)).toEqual(['CHF 40.00', '10 %', 'CHF 3.64']);
    expect(statement.join(' ')).toContain('enthält 8.1 % und 10 % Mehrwertsteuer');
    expect((await linesOf(await fetched(`receipt/${id}.pdf`))).join(' ')).toMatch(
      /enthält 8\.1 %\s+Mehrwertsteuer/,
    );
  } finally {
    await note(81);
    world.clock.set(began);
  }
});

test('an order paid by a coupon contains no tax [FIX-03, BOF-105]', async () => {
  const code = `FREI${user.userId}`;
  await book((ctx) =>
    createCoupon(ctx, { code, credits: 50, maxUses: 1, expiresAt: null, description: 'Gutschein' }),
  );
  await user.call(applyCoupon, { coupon_code: code });
  await user.call(saveClub, wholeClub({ monate: 1 }));
  expect(await ordered()).toEqual({ paid: 0, tax: 0 });
});

test('a refund restores the lots of its order: spent again, they have the same tax [FIX-03, BOF-105]', async () => {
  await topUp(1, { discount: 5 });
  const planned = {
    publish_option: 'Planen',
    publish_date: '2027-03-01',
    publish_time: '12:00',
  } as const;
  const { club } = (await user.call(saveClub, wholeClub({ monate: 1, ...planned }))).body;
  expect(await ordered()).toEqual({ paid: 47.5, tax: 3.56 });
  await user.call(deleteClub, { club_id: club.ID });
  world.clock.advance(60_000);
  await user.call(saveClub, wholeClub({ monate: 1 }));
  expect(await ordered()).toEqual({ paid: 95, tax: 7.12 });
  const net = await book(async ({ db }) => {
    const moved = await wallet.movements(db, user.userId, { limit: 50 });
    const parts = await wallet.paidParts(
      db,
      moved.map(({ id }) => id),
    );
    return (kind: string) =>
      moved.flatMap((row) => (row.kind === kind ? (parts.get(row.id) ?? []) : []));
  });
  expect([
    paidOf(net('order')) - paidOf(net('refund')),
    taxOf(net('order')) - taxOf(net('refund')),
  ]).toEqual([4750, 356]);
});

test.each([
  ['a part, taken as it is', 90, 94, 90],
  ['too much by less than CHF 1.-', 100.5, 100, 100.5],
  ['a few Rappen less', 94.96, 100, 94.96],
])(
  'credits of %s have the price that was received [FIX-03, FIX-01]',
  async (_, francs, bought, paid) => {
    // 90 of 95 is a partial payment; the others are compared with the asked price.
    const id = await topUp(2, { discount: francs > 95 ? 0 : 5, francs });
    if (francs === 90)
      await book((ctx) =>
        topups.settleDifference(
          { ...ctx, actor: { kind: 'cli' } },
          { paymentId: id, way: 'credits', reason: 'Test' },
        ),
      );
    const booking = {
      userId: user.userId,
      amount: bought,
      cause: `test:all:${id}`,
      description: 'Alles',
    };
    await book((ctx) => wallet.spend(ctx, booking));
    const parts = await book(async ({ db }) => {
      const [spent] = await wallet.movements(db, user.userId, { limit: 1 });
      return (await wallet.paidParts(db, [spent!.id])).get(spent!.id)!;
    });
    expect([paidOf(parts), taxOf(parts)]).toEqual([paid * 100, containedTax(paid * 100, 81)]);
  },
);

test('after a partial refund the orders contain the remaining money, wherever the bonus is [FIX-03, BOF-105]', async () => {
  const id = await topUp(4, { discount: 5 });
  await book((ctx) =>
    topups.orderRefund(
      { ...ctx, actor: { kind: 'cli' } },
      { paymentId: id, amount: 10_000, reason: 'Kulanz', mayOwe: false },
    ),
  );
  const left = await book(({ db }) => wallet.balance(db, user.userId));
  expect(left).toBe(1300 - 137);
  await book((ctx) =>
    wallet.spend(ctx, {
      userId: user.userId,
      amount: left,
      cause: `test:rest:${id}`,
      description: 'Rest',
    }),
  );
  const paid = await book(async ({ db }) => {
    const [spent] = await wallet.movements(db, user.userId, { limit: 1 });
    return paidOf((await wallet.paidParts(db, [spent!.id])).get(spent!.id)!);
  });
  expect(paid).toBe(85_000);
});

test('a refund refused by the provider restores the credits with their price [FIX-03]', async () => {
  const id = await topUp(4, { discount: 5 });
  await book((ctx) =>
    topups.orderRefund(
      { ...ctx, actor: { kind: 'cli' } },
      { paymentId: id, amount: 30_035, reason: 'Kulanz', mayOwe: false },
    ),
  );
  expect(await advertisers(world).credits(user)).toBe(1300 - 411);
  const refusing = { charged_back: true };
  await world.db.updateTable('sandbox.payment').set(refusing).where('reference', '=', id).execute();
  await world.runTasks('topups/refunds');
  expect(await advertisers(world).credits(user)).toBe(1300);
  await book((ctx) =>
    wallet.spend(ctx, {
      userId: user.userId,
      amount: 1300,
      cause: `test:all:${id}`,
      description: 'Alles',
    }),
  );
  const { uses, parts } = await book(async ({ db }) => {
    const [spent] = await wallet.movements(db, user.userId, { limit: 1 });
    return {
      uses: await wallet.lotUses(db, [spent!.id]),
      parts: await wallet.paidParts(db, [spent!.id]),
    };
  });
  const of = (source: string) =>
    uses.reduce((sum, use) => sum + (use.source === source ? use.amount : 0), 0);
  expect([of('bought'), of('bonus'), of('correction')]).toEqual([1000, 300, 0]);
  expect([...parts.values()].map((all) => [paidOf(all), taxOf(all)])).toEqual([[95_000, 7_118]]);
});

const step = fc.oneof(
  fc.record({
    do: fc.constant('buy' as const),
    option: fc.integer({ min: 0, max: 3 }),
    tenths: fc.integer({ min: 0, max: 999 }),
  }),
  fc.record({ do: fc.constant('coupon' as const), amount: fc.integer({ min: 1, max: 80 }) }),
  fc.record({ do: fc.constant('spend' as const), amount: fc.integer({ min: 1, max: 700 }) }),
  fc.record({ do: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: 700 }) }),
);
const PACKAGES = [
  { price: 5_000, credits: 50, bonus: 0 },
  { price: 10_000, credits: 100, bonus: 10 },
  { price: 50_000, credits: 500, bonus: 100 },
  { price: 100_000, credits: 1000, bonus: 300 },
];

test("for random purchases, grants and refunds spent orders contain exactly the payments' tax [FIX-03, BOF-105]", async () => {
  let causes = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 20 }), async (steps) => {
      const { userId } = await advertisers(world).rich(0);
      const booking = (amount: number) => ({
        userId,
        amount,
        cause: `tax:${++causes}`,
        description: 'Test',
      });
      const prices: number[] = [];
      const spent: { cause: string; left: number }[] = [];
      const spend = async (amount: number) => {
        const one = booking(amount);
        await book((ctx) => wallet.spend(ctx, one));
        spent.push({ cause: one.cause, left: amount });
      };
      const balance = () => book(({ db }) => wallet.balance(db, userId));
      for (const s of steps) {
        world.clock.advance(1000);
        if (s.do === 'buy') {
          const { credits, bonus, price: list } = PACKAGES[s.option]!;
          const { price: paid } = discountedPrice(list, s.tenths / 10);
          prices.push(paid);
          await book((ctx) => wallet.credit(ctx, 'topup', { ...booking(credits), paid }));
          if (bonus > 0) await book((ctx) => wallet.credit(ctx, 'bonus', booking(bonus)));
        } else if (s.do === 'coupon')
          await book((ctx) => wallet.credit(ctx, 'coupon', booking(s.amount)));
        else if (s.do === 'spend') {
          const amount = Math.min(s.amount, await balance());
          if (amount > 0) await spend(amount);
        } else {
          const order = spent.find(({ left }) => left > 0);
          if (!order) continue;
          const back = Math.min(order.left, s.amount);
          order.left -= back;
          await book((ctx) => wallet.refund(ctx, { ...booking(back), of: order.cause }));
        }
      }
      const rest = await balance();
      if (rest > 0) await spend(rest);
      const { moved, parts } = await book(async ({ db }) => {
        const all = await wallet.movements(db, userId, { limit: 200 });
        return {
          moved: all,
          parts: await wallet.paidParts(
            db,
            all.map(({ id }) => id),
          ),
        };
      });
      const of = (kind: string) =>
        moved.flatMap((row) => (row.kind === kind ? (parts.get(row.id) ?? []) : []));
      const due = prices.map((price) => containedTax(price, 81));
      expect(paidOf(of('order')) - paidOf(of('refund'))).toBe(
        prices.reduce((all, n) => all + n, 0),
      );
      expect(taxOf(of('order')) - taxOf(of('refund'))).toBe(due.reduce((all, n) => all + n, 0));
      expect(await problems()).toEqual([]);
    }),
    { numRuns: rounds(12, 200) },
  );
});

test('the first noted rate counts for what was booked before it, and the log says so [FIX-45]', async () => {
  await using earlier = await testWorld();
  const owner = connect(earlier.url, { role: null, max: 1 });
  const userId = (await earlier.user()).userId;
  await earlier.db.transaction().execute((db) =>
    wallet.credit({ db, now: earlier.clock.now() }, 'correction', {
      userId,
      amount: 10,
      cause: 'before the rate',
      description: 'Test',
    }),
  );
  await sql`alter table ledger_transfer disable trigger all`.execute(owner.db);
  await sql`alter table vat_rate disable trigger all`.execute(owner.db);
  await sql`update ledger_transfer set vat_permille = null`.execute(owner.db);
  await sql`delete from vat_rate`.execute(owner.db);
  await owner.db.destroy();
  const warned: unknown[] = [];
  const log = { warn: (...said: unknown[]) => warned.push(said) } as unknown as Parameters<
    typeof wallet.noteVatRate
  >[1]['log'];
  await wallet.noteVatRate(earlier.db, { permille: 81, now: earlier.clock.now(), log });
  expect(warned).toEqual([
    [{ vat_percent: 8.1 }, 'all bookings before the first noted rate count with this VAT_PERCENT'],
  ]);
});
