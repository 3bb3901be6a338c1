import { TOPUP_PACKAGES } from '@samtrot/shared/testing/prices.ts';
import { getTopupOptions, paymentStatus, walletTopup } from '@samtrot/shared/topups/contract.ts';
import { paymentLife } from '@samtrot/shared/topups/status.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { releasedVersion } from '../../testing/world/catalogue.ts';
import { type Caller, testWorld, type World } from '../../testing/world/world.ts';
import * as wallet from '../wallet/service.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => expect(world.defects.splice(0)).toEqual([]));

const OPTIONS = [
  { id: 1, price: 50, credits: 50, bonus: 0 },
  { id: 2, price: 100, credits: 100, bonus: 10 },
  { id: 3, price: 500, credits: 500, bonus: 100 },
  { id: 4, price: 1000, credits: 1000, bonus: 300 },
];

const paymentsOf = (user: Caller) =>
  world.db
    .selectFrom('payment')
    .selectAll()
    .where('account_id', '=', user.userId)
    .orderBy('created_at')
    .execute();

const walletOf = (user: Caller) =>
  world.db.transaction().execute(async (db) => ({
    credits: await wallet.balance(db, user.userId),
    ...(await wallet.received(db, user.userId)),
  }));

const setDiscount = (user: Caller, percent: number) =>
  world.db
    .updateTable('account')
    .set({ discount_percent: percent })
    .where('id', '=', user.userId)
    .execute();

/** What the payer's browser does on the hosted page. */
const choose = (paymentUrl: string, result: string) =>
  world.send('', {
    method: 'POST',
    url: new URL(paymentUrl).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `result=${result}&method=TWINT`,
  });

test('everybody sees the packages: 50, 100 + 10, 500 + 100, 1000 + 300 [GUT-04, GUT-05, GUT-07, API-18, CON-01]', async () => {
  const answer = await world.visitor.call(getTopupOptions, {});
  expect(answer.status).toBe(200);
  expect(answer.body.success).toBe(true);
  expect(answer.body.topup_options).toEqual(
    OPTIONS.map((option) => ({ ...option, description: expect.any(String) })),
  );
});

test('a package off sale is not listed and cannot be bought [GUT-04]', async () => {
  const user = await world.user();
  await releasedVersion(world, 'topup_packages', TOPUP_PACKAGES.slice(1));
  const listed = await world.visitor.call(getTopupOptions, {});
  const bought = await user.call(walletTopup, { topup_option_id: 1 });
  await releasedVersion(world, 'topup_packages', TOPUP_PACKAGES);
  expect(listed.body.topup_options).toHaveLength(3);
  expect(bought).toMatchObject({ status: 404, body: { success: false, code: 'NOT_FOUND' } });
});

test('a top-up: order, payment page, notification, credits and bonus [GUT-12, GUT-19, API-13, API-14, CON-01, CON-02]', async () => {
  const user = await world.user();
  const opened = await user.call(walletTopup, {
    user_id: user.userId,
    topup_option_id: 2,
    amount: 100,
    payment_amount: 100,
    discount_percent: 0,
  });
  expect(opened).toMatchObject({
    status: 200,
    body: { success: true, message: 'Zahlung wird vorbereitet...' },
  });
  const { payment_url, payment_id } = opened.body;
  expect(payment_url).toMatch(/^http:\/\/localhost:3000\/sandbox-pay\/pay_[\w-]{43}$/);
  expect((await user.call(paymentStatus, { payment_id })).body).toMatchObject({
    payment: { payment_id, status: 'pending', credits: 100, bonus: 10, payment_url },
    credits: 0,
  });

  const back = await choose(payment_url, 'paid');
  expect(back.status).toBe(303);
  expect(back.headers.location).toBe(
    `http://localhost:3000/guthaben?status=success&payment=${payment_id}`,
  );
  // The address claims success, and nothing has happened: only the provider's status counts.
  expect((await user.call(paymentStatus, { payment_id })).body.credits).toBe(0);

  await world.runTasks('sandbox/notify');
  expect((await user.call(paymentStatus, { payment_id })).body).toMatchObject({
    payment: { status: 'credited', credits: 100, bonus: 10, payment_url: null },
    credits: 110,
  });
  expect(await walletOf(user)).toMatchObject({ credits: 110, bonus: 10, coupon: 0 });
  expect(await paymentsOf(user)).toMatchObject([
    { status: 'gutgeschrieben', price_rappen: 10_000, method: 'TWINT', next_check_at: null },
  ]);
});

test('the bonus is a transfer of its own, and the payer gets one neutral mail [GUT-59, GUT-60, CON-25]', async () => {
  const user = await world.user();
  const { body } = await user.call(walletTopup, { topup_option_id: 4 });
  await choose(body.payment_url, 'paid');
  await world.runTasks('sandbox/notify');
  const transfers = await world.db
    .selectFrom('ledger_transfer')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_transfer.to_account')
    .select(['ledger_transfer.kind', 'cause', 'amount', 'balance_after', 'description'])
    .where('owner_id', '=', user.userId)
    .orderBy('ledger_transfer.id')
    .execute();
  const [paid, given] = ['topup', 'bonus'].map((kind) => {
    return { kind, cause: `${kind}:${body.payment_id}` };
  });
  expect(transfers).toEqual([
    { ...paid, amount: 1000, balance_after: 1000, description: 'Aufladung' },
    { ...given, amount: 300, balance_after: 1300, description: 'Bonus' },
  ]);
  const mails = await world.mails(user.email);
  const receipts = mails.filter(({ subject }) => subject === 'Gutschrift auf deinem Konto');
  expect(receipts).toHaveLength(1);
  expect(receipts[0]!.text).toContain('Deine Zahlung von CHF 1’000.- ist eingegangen.');
});

test('a package without bonus books no bonus [GUT-05, CON-01]', async () => {
  const user = await world.user();
  const { body } = await user.call(walletTopup, { topup_option_id: 1 });
  await choose(body.payment_url, 'paid');
  await world.runTasks('sandbox/notify');
  expect(await walletOf(user)).toMatchObject({ credits: 50, bonus: 0 });
});

test('without a session nothing can be bought or asked [API-13]', async () => {
  const topup = await world.visitor.call(walletTopup, { topup_option_id: 1 });
  const status = await world.visitor.call(paymentStatus, { payment_id: crypto.randomUUID() });
  expect([topup, status]).toMatchObject(
    Array(2).fill({ status: 401, body: { code: 'NOT_LOGGED_IN' } }),
  );
});

test('malformed top-ups are refused at the field and reach no provider [API-13, API-15]', async () => {
  const user = await world.user();
  const wrong: unknown[] = [
    ...[
      '',
      ' ',
      '1.5',
      '-1',
      '0',
      '１',
      'zwei',
      '<b>1</b>',
      '1\u0000',
      '9'.repeat(400),
      null,
      true,
      [],
      [1],
      [1, 1],
      {},
    ],
    ...[0, -1, 1.5, 1e308, 2 ** 53],
  ];
  for (const topup_option_id of wrong) {
    const answer = await user.raw(walletTopup.name, { payload: { topup_option_id } as object });
    expect(answer.status, JSON.stringify(topup_option_id)).toBe(422);
    expect(answer.body.errors.topup_option_id).toEqual(expect.any(String));
    await clearLimits();
  }
  expect((await user.raw(walletTopup.name, { payload: {} })).status).toBe(422);
  const doubled = await user.raw(walletTopup.name, {
    query: { topup_option_id: ['1', '4'] },
    payload: {},
  });
  expect(doubled.status).toBe(422);
  for (const field of ['amount', 'payment_amount', 'discount_percent']) {
    for (const value of ['1', null, [], {}, true, '100%', 'NaN']) {
      const answer = await user.raw(walletTopup.name, {
        payload: { topup_option_id: 1, [field]: value } as object,
      });
      expect(answer.status, `${field} ${JSON.stringify(value)}`).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    }
    await clearLimits();
  }
  for (const payload of ['', '[]', '"x"', '{', 'null', '{"topup_option_id":NaN}']) {
    const headers = { 'content-type': 'application/json' };
    const answer = await user.raw(walletTopup.name, { payload, headers });
    expect([400, 422], payload).toContain(answer.status);
  }
  expect(await paymentsOf(user)).toEqual([]);
});

test('a package that does not exist is not found [API-13]', async () => {
  const user = await world.user();
  for (const topup_option_id of [5, 99, 2_147_483_648, 999_999_999_999_999]) {
    expect((await user.call(walletTopup, { topup_option_id })).status).toBe(404);
  }
});

test('figures that are not the own are answered with the true price, never charged [API-15, GUT-09, T-PAY-01]', async () => {
  const user = await world.user();
  const tampered = [
    ...[0, 0.01, -1, 1e308, 99.99, 100.01, 10_000].map((payment_amount) => ({ payment_amount })),
    ...[100, 101, -50, 33.333, 1].map((discount_percent) => ({ discount_percent })),
    ...[50, 110, 1000, 0, -100].map((amount) => ({ amount })),
    { amount: 100, payment_amount: 1, discount_percent: 99 },
  ];
  for (const figures of tampered) {
    const answer = await user.call(walletTopup, { topup_option_id: 2, ...figures });
    expect(answer, JSON.stringify(figures)).toMatchObject({
      status: 409,
      body: { success: false, code: 'PRICE_CHANGED', price: 100 },
    });
    await clearLimits();
  }
  expect(await paymentsOf(user)).toEqual([]);
  const audited = await world.db
    .selectFrom('audit')
    .select('id')
    .where('action', '=', 'topup_figures_differ')
    .where('actor', '=', `user:${user.userId}`)
    .orderBy('id')
    .execute();
  expect(audited).toHaveLength(tampered.length);
  const sandbox =
    await sql`select from sandbox.payment where amount in (1, 0, 9999, 10001)`.execute(world.db);
  expect(sandbox.rows).toEqual([]);
});

test('unknown fields change neither price nor owner nor state [API-15]', async () => {
  const user = await world.user();
  const extra = {
    currency: 'EUR',
    price: 1,
    credits: 9999,
    bonus: 999,
    status: 'gutgeschrieben',
    action: 'wallet_topup',
  };
  const answer = await user.raw(walletTopup.name, { payload: { topup_option_id: 2, ...extra } });
  expect(answer.status).toBe(200);
  expect(await paymentsOf(user)).toMatchObject([
    { status: 'offen', price_rappen: 10_000, credits: 100, bonus: 10 },
  ]);
});

test('a personal discount lowers the price and never the credits [GUT-09, CON-26, CON-27]', async () => {
  const user = await world.user();
  await setDiscount(user, 15);
  const stale = await user.call(walletTopup, {
    topup_option_id: 2,
    payment_amount: 100,
    discount_percent: 0,
  });
  expect(stale).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', price: 85 } });
  const { body } = await user.call(walletTopup, {
    topup_option_id: 2,
    payment_amount: 85,
    discount_percent: 15,
  });
  const page = await world.send('', { method: 'GET', url: new URL(body.payment_url).pathname });
  expect(page.body).toContain('CHF 85.-');
  await choose(body.payment_url, 'paid');
  await world.runTasks('sandbox/notify');
  expect(await walletOf(user)).toMatchObject({ credits: 110, bonus: 10 });
});

test('with 100 % discount there is nothing to pay and nothing to get here [CON-26]', async () => {
  const user = await world.user();
  await setDiscount(user, 100);
  const answer = await user.call(walletTopup, {
    topup_option_id: 4,
    payment_amount: 0,
    discount_percent: 100,
  });
  expect(answer).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_PAY' } });
  expect(await paymentsOf(user)).toEqual([]);
  expect((await walletOf(user)).credits).toBe(0);
});

test('a fourth open payment is refused until one is decided or an hour has passed [API-13]', async () => {
  const user = await world.user();
  const urls: string[] = [];
  for (let n = 0; n < 3; n++)
    urls.push((await user.call(walletTopup, { topup_option_id: 1 })).body.payment_url);
  expect(await user.call(walletTopup, { topup_option_id: 1 })).toMatchObject({
    status: 409,
    body: { code: 'TOO_MANY_PENDING', payment_url: expect.any(String) },
  });
  await choose(urls[0]!, 'cancelled');
  await world.runTasks('sandbox/notify');
  expect((await user.call(walletTopup, { topup_option_id: 1 })).status).toBe(200);
  expect((await user.call(walletTopup, { topup_option_id: 1 })).status).toBe(409);
  world.clock.advance(61 * 60_000);
  expect((await user.call(walletTopup, { topup_option_id: 1 })).status).toBe(200);
});

test('pressed ten times at once, at most three payments are opened [API-13]', async () => {
  const user = await world.user();
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => user.call(walletTopup, { topup_option_id: 1 })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([
    200,
    200,
    200,
    ...Array(7).fill(409),
  ]);
  expect(await paymentsOf(user)).toHaveLength(3);
});

test('a foreign payment responds exactly like a missing one [API-13]', async () => {
  const [owner, stranger] = [await world.user(), await world.user()];
  const { payment_id } = (await owner.call(walletTopup, { topup_option_id: 1 })).body;
  const foreign = await stranger.call(paymentStatus, { payment_id });
  const missing = await stranger.call(paymentStatus, { payment_id: crypto.randomUUID() });
  expect(foreign.status).toBe(404);
  expect(foreign.body).toEqual(missing.body);
  expect(
    (
      await stranger.raw(walletTopup.name, {
        payload: { user_id: owner.userId, topup_option_id: 1 },
      })
    ).status,
  ).toBe(403);
});

test('the payer sees the exact state; only credited is success, and no open state is a failure [GUT-26, CON-23]', async () => {
  const user = await world.user();
  const { payment_id } = (await user.call(walletTopup, { topup_option_id: 1 })).body;
  const seen: Record<string, string> = {};
  for (const status of Object.keys(paymentLife)) {
    await world.db.updateTable('payment').set({ status }).where('id', '=', payment_id).execute();
    seen[status] = (await user.call(paymentStatus, { payment_id })).body.payment.status;
  }
  expect(seen).toEqual({
    erstellt: 'pending',
    offen: 'pending',
    teilbezahlt: 'partial',
    abweichend: 'review',
    gutgeschrieben: 'credited',
    abgelehnt: 'declined',
    abgebrochen: 'cancelled',
    verfallen: 'failed',
    gescheitert: 'failed',
    zurueckbezahlt: 'refunded',
    erstattet: 'refunded',
    rueckbelastet: 'refunded',
  });
});

test('a payment that waits says where it can be paid, for as long as its page is open [X-35, GUT-20]', async () => {
  const user = await world.user();
  const { payment_id, payment_url } = (await user.call(walletTopup, { topup_option_id: 1 })).body;
  const page = async () =>
    (await user.call(paymentStatus, { payment_id })).body.payment.payment_url;
  expect(await page()).toBe(payment_url);
  world.clock.advance(3_601_000);
  expect(await page()).toBeNull();
});

test('a payment id that is none is refused at the field [API-13]', async () => {
  const user = await world.user();
  for (const payment_id of ['', '1', 'x'.repeat(5000), "' or 1=1 --", 'ÄÖ', '\u0000', '<b>']) {
    const answer = await user.raw(paymentStatus.name, { method: 'GET', query: { payment_id } });
    expect(answer, payment_id).toMatchObject({
      status: 422,
      body: { errors: { payment_id: expect.any(String) } },
    });
  }
});

test('two tabs with two packages, both paid, are both credited [GUT-12]', async () => {
  const user = await world.user();
  const opened = await Promise.all(
    [2, 3].map((topup_option_id) => user.call(walletTopup, { topup_option_id })),
  );
  for (const { body } of opened) await choose(body.payment_url, 'paid');
  await world.runTasks('sandbox/notify');
  expect(await walletOf(user)).toMatchObject({ credits: 710, bonus: 110 });
});

test('what was asked for counts, also when discount and package change before it is paid [GUT-09, T-PAY-11]', async () => {
  const user = await world.user();
  const { body } = await user.call(walletTopup, { topup_option_id: 3 });
  await setDiscount(user, 50);
  await releasedVersion(
    world,
    'topup_packages',
    TOPUP_PACKAGES.filter(({ id }) => id !== 3),
  );
  await choose(body.payment_url, 'paid');
  await world.runTasks('sandbox/notify');
  await releasedVersion(world, 'topup_packages', TOPUP_PACKAGES);
  expect((await user.call(paymentStatus, { payment_id: body.payment_id })).body).toMatchObject({
    payment: { status: 'credited', credits: 500, bonus: 100 },
    credits: 600,
  });
});

test('a declined and a cancelled payment say so and credit nothing [GUT-21, GUT-22]', async () => {
  const user = await world.user();
  for (const [result, status] of [
    ['declined', 'declined'],
    ['cancelled', 'cancelled'],
  ] as const) {
    const { body } = await user.call(walletTopup, { topup_option_id: 2 });
    const back = await choose(body.payment_url, result);
    expect(back.headers.location).toBe(
      `http://localhost:3000/guthaben?status=${status}&payment=${body.payment_id}`,
    );
    await world.runTasks('sandbox/notify');
    expect((await user.call(paymentStatus, { payment_id: body.payment_id })).body).toMatchObject({
      payment: { status },
      credits: 0,
    });
  }
});

const clearLimits = () => sql`delete from rate_limit`.execute(world.db);
