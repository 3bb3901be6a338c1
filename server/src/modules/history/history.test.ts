import { orderBanner } from '@samtrot/shared/banners/contract.ts';
import { deleteClub, saveClub } from '@samtrot/shared/clubs/contract.ts';
import { getBonusTransactions, getDetailedTransactions } from '@samtrot/shared/history/contract.ts';
import { paymentStatus, walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bannerWish, websiteOf } from '../../testing/listings/banners.ts';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { advertisers, cantons } from '../../testing/listings/inserate.ts';
import { type Caller, testWorld, type World } from '../../testing/world/world.ts';
import * as wallet from '../wallet/service.ts';

let world: World;
let user: Caller;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  user = await world.user();
});
afterEach(() => expect(world.defects.splice(0)).toEqual([]));

const book = <T>(
  work: (ctx: { db: Parameters<typeof wallet.balance>[0]; now: Date }) => Promise<T>,
) => world.db.transaction().execute((db) => work({ db, now: world.clock.now() }));
const give = (
  kind: 'bonus' | 'coupon' | 'correction',
  amount: number,
  cause: string,
  description = 'Gutschrift',
) => book((ctx) => wallet.credit(ctx, kind, { userId: user.userId, amount, cause, description }));
const history = async (
  params: Parameters<typeof user.call<typeof getDetailedTransactions>>[1] = {},
) => (await user.call(getDetailedTransactions, params)).body;

async function topUp(result: 'paid' | 'declined' | 'open'): Promise<string> {
  const { body } = await user.call(walletTopup, { topup_option_id: 2 });
  if (result !== 'open') {
    const payload = `result=${result}&method=TWINT`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await world.send('', {
      method: 'POST',
      url: new URL(body.payment_url).pathname,
      headers,
      payload,
    });
    await user.call(paymentStatus, { payment_id: body.payment_id });
    world.clock.advance(2 * 60_000);
    await world.runTasks('topups/poll');
  }
  return body.payment_id;
}

test('what was topped up is written with the mark of thousands [GUT-55, EXP-117]', async () => {
  await user.call(walletTopup, { topup_option_id: 4 });
  expect((await history()).transactions[0]!.description).toBe('Aufladung 1’000 Credits');
});

test('a paid top-up is one order and two movements, the bonus separately [GUT-54, GUT-55, GUT-56, GUT-57, GUT-60, API-19, API-25]', async () => {
  const paymentId = await topUp('paid');
  const page = await history();
  expect(page.success).toBe(true);
  expect(page.next).toBeNull();
  expect(page.wallet_transactions).toEqual([
    {
      transaction_id: expect.any(Number),
      type: 'credit',
      kind: 'bonus',
      amount: 10,
      balance: 110,
      order_id: paymentId,
      by_bank: false,
      paid_by: [],
      details: expect.any(String),
      date: expect.stringMatching(/Z$/),
    },
    {
      transaction_id: expect.any(Number),
      type: 'credit',
      kind: 'topup',
      amount: 100,
      balance: 100,
      order_id: paymentId,
      by_bank: false,
      paid_by: [],
      details: expect.any(String),
      date: expect.stringMatching(/Z$/),
    },
  ]);
  expect(page.transactions).toEqual([
    {
      order_id: paymentId,
      number: expect.any(Number),
      date: expect.stringMatching(/Z$/),
      timestamp: expect.any(Number),
      is_wallet_topup: true,
      status_label: 'Completed',
      total: 100,
      currency: 'CHF',
      paid: 100,
      tax: null,
      description: 'Aufladung 100 Credits',
      payment_method_title: 'TWINT',
      items: [],
      billing_address: null,
      order_notes: [],
    },
  ]);
});

test('a pending and a declined payment are listed without a movement [GUT-57, X-35]', async () => {
  const declined = await topUp('declined');
  const open = await topUp('open');
  const page = await history();
  expect(page.wallet_transactions).toEqual([]);
  expect(page.transactions).toMatchObject([
    { order_id: open, status_label: 'Pending' },
    { order_id: declined, status_label: 'Declined' },
  ]);
});

test('an order shows its items with unit price, total and contained tax [GUT-49, GUT-54]', async () => {
  const ads = advertisers(world);
  user = await ads.rich(200);
  await ads.place(user, { inserat_typ: '1_week', cantons: cantons(4) });
  const page = await history();
  const [debit] = page.wallet_transactions;
  expect(debit).toMatchObject({ type: 'debit', kind: 'order', amount: 45, balance: 155 });
  expect(debit.paid_by).toEqual([
    { source: 'bought', amount: 45, granted: expect.stringMatching(/Z$/) },
  ]);
  const [order] = page.transactions;
  expect(order).toMatchObject({
    order_id: debit.order_id,
    is_wallet_topup: false,
    total: 45,
    currency: 'Credits',
  });
  expect(order.items).toMatchObject([
    // 40 francs contain 40 x 8.1 / 108.1.
    {
      product_name: '1 Woche Premium',
      sku: 'package',
      quantity: 1,
      unit_price: 40,
      total_price: 40,
      tax: 3,
    },
    { sku: 'region', quantity: 1, unit_price: 5, total_price: 5, tax: 0.37 },
  ]);
});

test('pages contain every movement once, also with payments between and times out of order [GUT-53, X-17]', async () => {
  const payments: string[] = [];
  for (let n = 0; n < 23; n++) {
    await give('correction', n + 1, `test:${user.userId}:${n}`);
    // A payment opened between two movements, and movements whose times run back slightly.
    if (n % 8 === 0) {
      world.clock.advance(60_000);
      payments.push(await topUp('declined'));
    }
    world.clock.advance(n % 3 === 0 ? -500 : 1000);
  }
  const seen: number[] = [];
  const orders: string[] = [];
  let before: string | undefined;
  let pages = 0;
  do {
    const page = await history({ limit: 5, ...(before && { before }) });
    seen.push(...page.wallet_transactions.map(({ amount }: { amount: number }) => amount));
    orders.push(...page.transactions.map(({ order_id }: { order_id: string }) => order_id));
    before = page.next ?? undefined;
    pages++;
  } while (before);
  expect(seen).toEqual(Array.from({ length: 23 }, (_, n) => 23 - n));
  expect(orders.toSorted()).toEqual(payments.toSorted());
  expect(pages).toBe(5);
});

test('a page has 50 movements by default [GUT-53, X-17, API-19]', async () => {
  for (let n = 0; n < 51; n++) await give('coupon', 1, `test:${user.userId}:${n}`);
  const page = await history();
  expect(page.wallet_transactions).toHaveLength(50);
  const rest = await history({ before: page.next });
  expect([rest.wallet_transactions.length, rest.next]).toEqual([1, null]);
});

test.each([
  ['limit', '0'],
  ['limit', '101'],
  ['limit', '-1'],
  ['limit', '1.5'],
  ['limit', 'viele'],
  ['before', 'x'],
  ['before', '1-'],
  ['before', "1-2' or 1=1"],
  ['before', '9'.repeat(16)],
  ['before', `1-${'9'.repeat(15)}`],
])('a %s of %s is refused at its field [API-19]', async (field, value) => {
  const answer = await user.raw('get_detailed_transactions', {
    method: 'GET',
    query: { [field]: value },
  });
  expect(answer).toMatchObject({
    status: 422,
    body: { success: false, errors: { [field]: expect.any(String) } },
  });
});

test.each([getDetailedTransactions, getBonusTransactions])(
  "$name: requires the caller's session and returns only own data [FRM-36, API-19]",
  async (spec) => {
    await give('bonus', 5, `test:${user.userId}:bonus`);
    const other = await world.user();
    expect((await world.visitor.call(spec, {})).status).toBe(401);
    expect((await other.call(spec, { user_id: user.userId })).status).toBe(403);
    expect((await other.call(spec, {})).body.wallet_transactions).toEqual([]);
  },
);

test("another account's cursor reveals nothing of it [FRM-36, API-19]", async () => {
  for (let n = 0; n < 3; n++) await give('coupon', 1, `test:${user.userId}:${n}`);
  const { next } = await history({ limit: 1 });
  const other = await world.user();
  const answer = await other.call(getDetailedTransactions, { before: next });
  expect(answer.body).toMatchObject({ transactions: [], wallet_transactions: [], next: null });
});

test('bonus and coupons: both totals and the movements, identified by kind and not by amount [API-25, GUT-59, GUT-60]', async () => {
  await topUp('paid');
  await give('coupon', 40, `test:${user.userId}:coupon`);
  // A correction of 110 equals the total of a package with bonus and is none.
  await give('correction', 110, `test:${user.userId}:correction`);
  const { body } = await user.call(getBonusTransactions, {});
  expect(body).toMatchObject({ bonus_credits: 10, coupon_credits: 40 });
  expect(
    body.wallet_transactions.map(({ kind, amount }: { kind: string; amount: number }) => [
      kind,
      amount,
    ]),
  ).toEqual([
    ['coupon', 40],
    ['bonus', 10],
  ]);
});

test('a booked banner is an order with its months and additional websites [GUT-54, GUT-55, BAN-71]', async () => {
  await give('correction', 1000, 'test:banner');
  const webseiten = [
    await websiteOf(world),
    await websiteOf(world, 'mondgarten'),
    await websiteOf(world, 'klangwald'),
  ];
  const { body } = await user.call(orderBanner, bannerWish({ webseiten, monate: 2 }));
  const page = await history();
  expect(page.transactions).toMatchObject([
    {
      description: `Banner ${body.banner.ID}`,
      total: 192,
      currency: 'Credits',
      status_label: 'Completed',
      items: [
        {
          product_name: 'TextLink (2 Monate)',
          sku: 'a4',
          quantity: 2,
          unit_price: 60,
          total_price: 120,
        },
        { product_name: 'Weitere Webseiten', quantity: 2, unit_price: 36, total_price: 72 },
      ],
    },
  ]);
  const [order] = page.transactions;
  expect(order.order_id).toMatch(/^B-\d+$/);
  expect(page.wallet_transactions[0]).toMatchObject({
    amount: 192,
    type: 'debit',
    order_id: order.order_id,
  });
});

test('each club order shows months and contained tax, even if the club is deleted [GUT-49, GUT-54, GUT-55, decisions 4]', async () => {
  await advertisers(world).grant(user.userId, 200);
  const planned = {
    publish_option: 'Planen',
    publish_date: '2027-11-01',
    publish_time: '12:00',
  } as const;
  const { club } = (await user.call(saveClub, wholeClub({ monate: 1, ...planned }))).body;
  const { ID: club_id, version } = club;
  await user.call(saveClub, wholeClub({ club_id, version, monate: 2 }));
  const page = await history();
  const order = { description: `Club ${club_id}`, currency: 'Credits', status_label: 'Completed' };
  const item = { product_name: 'Club-Eintrag (1 Monat)', sku: 'club', unit_price: 50 };
  const ordered = [
    // 100 francs contain 100 x 8.1 / 108.1.
    {
      ...order,
      total: 100,
      order_id: expect.stringMatching(/^C-\d+$/),
      is_wallet_topup: false,
      items: [
        {
          ...item,
          product_name: 'Club-Eintrag (2 Monate)',
          quantity: 2,
          total_price: 100,
          tax: 7.49,
        },
      ],
    },
    { ...order, total: 50, items: [{ ...item, quantity: 1, total_price: 50, tax: 3.75 }] },
  ];
  const byTotal = (all: { total: number }[]) => all.toSorted((a, b) => b.total - a.total);
  expect(byTotal(page.transactions)).toMatchObject(ordered);
  const [longer, first] = byTotal(page.transactions) as unknown as { order_id: string }[];
  expect(page.wallet_transactions).toMatchObject([
    { kind: 'order', amount: 100, order_id: longer!.order_id },
    { kind: 'order', amount: 50, order_id: first!.order_id },
    { kind: 'topup', order_id: null },
  ]);
  await user.call(deleteClub, { club_id });
  expect(byTotal((await history()).transactions)).toMatchObject(ordered);
});
