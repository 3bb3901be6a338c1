import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { payments } from '../../../app/payments.ts';
import { checkBooks } from '../../../modules/overview/service.ts';
import * as topups from '../../../modules/topups/service.ts';
import { connect } from '../../../platform/db.ts';
import { advertisers } from '../../../testing/listings/inserate.ts';
import { ACCOUNT, datatransWorld, type Opened } from '../../../testing/payments/datatrans-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let here: Awaited<ReturnType<typeof datatransWorld>>;
beforeAll(async () => {
  here = await datatransWorld();
});
afterAll(() => here[Symbol.asyncDispose]());
afterEach(async () => {
  expect(here.settle()).toEqual([]);
  expect((await checkBooks(here.world.db)).problems).toEqual([]);
});

const carryOut = () => here.world.runTasks('topups/refunds');
/** The daily comparison looks up each payment. */
const compare = async () => {
  here.world.clock.advance(25 * HOUR);
  await here.world.runTasks('topups/reconcile');
};
const creditedBack = ({ ref }: Opened) =>
  here.datatrans
    .find(ref)
    .history.filter(({ action }) => action === 'credit')
    .map(({ amount }) => amount);
const statusOf = async ({ id }: Opened) => (await here.rowOf(id)).status;

test('a refund takes the credits back and refunds once, as a transaction of its own [T-PAY-13]', async () => {
  const payment = await here.paid();
  const { id, credits } = await here.orderRefund(payment);
  expect(credits).toBe(110);
  await carryOut();
  await carryOut();
  const { path, key, body } = here.datatrans.requests.at(-1)!;
  expect([path, key]).toEqual([`/v1/transactions/${payment.ref}/credit`, id]);
  expect(JSON.parse(body)).toEqual({
    amount: 10_000,
    currency: 'CHF',
    refno: id.replaceAll('-', '').slice(0, 20),
  });
  expect(creditedBack(payment)).toEqual([10_000]);
  expect([await statusOf(payment), await here.creditsOf(payment.user)]).toEqual(['erstattet', 0]);
  const before = await here.cases();
  await compare();
  expect(await here.cases()).toEqual(before);
});

test('partial refunds add up to at most the payment, also after its transmission [T-PAY-13]', async () => {
  const payment = await here.paid();
  here.datatrans.find(payment.ref).status = 'transmitted';
  for (const amount of [3333, 3333, 3334]) {
    await here.orderRefund(payment, amount);
    if (amount === 3334) await carryOut();
  }
  expect(creditedBack(payment).toSorted()).toEqual([3333, 3333, 3334]);
  await expect(here.orderRefund(payment, 1)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(await statusOf(payment)).toBe('erstattet');
});

test.each([10, 3 * 60])(
  'a lost response to a refund and a retry after %d minutes: refunded once [T-PAY-13, T-FLT-08]',
  async (minutes) => {
    const payment = await here.paid();
    await here.orderRefund(payment, 4_000);
    here.world.outside.fetch = async (url, init) => {
      const answer = await here.network(url, init);
      if (String(url).endsWith('/credit')) throw new TypeError('connection reset');
      return answer;
    };
    await carryOut();
    expect(creditedBack(payment)).toEqual([4_000]);
    here.world.outside.fetch = here.network;
    // After an hour the key is forgotten.
    here.world.clock.advance((15 + minutes) * MINUTE);
    await carryOut();
    expect(creditedBack(payment)).toEqual([4_000]);
    const refund = await here.world.db
      .selectFrom('payment_refund')
      .select('status')
      .where('payment_id', '=', payment.id)
      .execute();
    expect(refund).toEqual([{ status: 'bestaetigt' }]);
  },
);

test('two equal partial refunds, the first response lost: each is refunded once [T-PAY-13, T-FLT-08]', async () => {
  const payment = await here.paid();
  const first = await here.orderRefund(payment, 5_000);
  here.world.clock.advance(1000);
  await here.orderRefund(payment, 5_000);
  here.world.outside.fetch = async (url, init) => {
    const answer = await here.network(url, init);
    const key = new Headers(init?.headers).get('idempotency-key');
    if (key === first.id) throw new TypeError('connection reset');
    return answer;
  };
  await carryOut();
  expect(creditedBack(payment)).toEqual([5_000]);
  here.world.outside.fetch = here.network;
  here.world.clock.advance(20 * MINUTE);
  await carryOut();
  expect(creditedBack(payment)).toEqual([5_000, 5_000]);
  expect(await statusOf(payment)).toBe('erstattet');
});

test('a refused refund returns the credits and opens a case [T-PAY-13]', async () => {
  const payment = await here.paid();
  const { id } = await here.orderRefund(payment);
  here.datatrans.find(payment.ref).status = 'authorized';
  await carryOut();
  expect(await here.cases()).toContain(`refund_refused:${id}`);
  expect([await statusOf(payment), await here.creditsOf(payment.user)]).toEqual([
    'gutgeschrieben',
    110,
  ]);
  here.datatrans.find(payment.ref).status = 'settled';
});

test('refunds made in the dashboard take the credits back once, in part and in full [T-PAY-13]', async () => {
  const payment = await here.paid();
  here.datatrans.creditByHand(payment.ref, 5_000);
  await compare();
  await compare();
  expect([await statusOf(payment), await here.creditsOf(payment.user)]).toEqual([
    'gutgeschrieben',
    55,
  ]);
  here.datatrans.creditByHand(payment.ref, 5_000);
  await here.tell(payment.ref);
  await compare();
  expect([await statusOf(payment), await here.creditsOf(payment.user)]).toEqual(['erstattet', 0]);
});

test('a payment cancelled in the dashboard before transmission is fully refunded [T-PAY-13]', async () => {
  const payment = await here.paid();
  here.datatrans.find(payment.ref).status = 'canceled';
  await compare();
  expect([await statusOf(payment), await here.creditsOf(payment.user)]).toEqual(['erstattet', 0]);
});

const enterChargeback = ({ id }: Pick<Opened, 'id'>) =>
  here.world.db
    .transaction()
    .execute((db) =>
      topups.enterChargeback(
        { db, now: here.world.clock.now(), actor: { kind: 'cli' } },
        { paymentId: id, reason: 'Brief der Bank' },
      ),
    );

test('a charge-back entered by the operator takes the credits or their debt once [T-PAY-13, T-PAY-06]', async () => {
  const [kept, spent] = [await here.paid(), await here.paid()];
  await advertisers(here.world).place(spent.user, { inserat_typ: '1_month' });
  expect(await enterChargeback(kept)).toEqual({ taken: 110, owed: 0 });
  expect(await enterChargeback(spent)).toEqual({ taken: 10, owed: 100 });
  const asked = here.datatrans.requests.length;
  for (const payment of [kept, spent]) {
    await expect(enterChargeback(payment)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(here.orderRefund(payment)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect([await statusOf(payment), await here.creditsOf(payment.user)]).toEqual([
      'rueckbelastet',
      0,
    ]);
    expect(await here.cases()).toContain(`chargeback:${payment.id}`);
  }
  await carryOut();
  expect(here.datatrans.requests).toHaveLength(asked);
  const before = await here.cases();
  await compare();
  expect((await here.cases()).filter((key) => !before.includes(key))).toEqual([]);
});

test('a charge-back is entered only for a payment that was credited [T-PAY-13]', async () => {
  await expect(enterChargeback(await here.open())).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const nobody = { id: '00000000-0000-4000-8000-000000000000' };
  await expect(enterChargeback(nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('without a list the comparison requests each payment: unnoticed credit, unknown open a case [T-PAY-15]', async () => {
  const [untold, missing] = [await here.open(), await here.paid()];
  here.datatrans.pay(untold.ref);
  await here.world.db
    .updateTable('payment')
    .set({ next_check_at: null })
    .where('id', '=', untold.id)
    .execute();
  here.world.outside.fetch = async (url, init) =>
    String(url).endsWith(missing.ref)
      ? Response.json({ error: { code: 'TRANSACTION_NOT_FOUND', message: 'no' } }, { status: 404 })
      : here.network(url, init);
  await compare();
  expect(await here.creditsOf(untold.user)).toBe(110);
  expect(await here.cases()).toContain(`missing:${missing.id}`);
});

const page = (status: number) => () => new Response('<html>Sorry</html>', { status });
const silences: Record<string, () => Response> = {
  'no connection': () => {
    throw new TypeError('fetch failed');
  },
  'a page with 502': page(502),
  'a page with 404': page(404),
  'a page with 400': page(400),
  'a page': page(200),
  'too many requests': () => Response.json({ error: { code: 'CLIENT_ERROR' } }, { status: 429 }),
  'an error of theirs': () => Response.json({ error: { code: 'SERVER_ERROR' } }, { status: 500 }),
  'still at the same request': () =>
    Response.json({ error: { code: 'CLIENT_ERROR' } }, { status: 409 }),
  'wrong credentials': () => Response.json({ error: { code: 'UNAUTHORIZED' } }, { status: 401 }),
  'no code': () => Response.json({ message: 'no' }, { status: 400 }),
  'an unknown form': () => Response.json({ ok: true }),
  nothing: () => new Response(null, { status: 204 }),
  'another kind of number': () => Response.json({ transactionId: 17 }),
};

test.each(Object.entries(silences))(
  'a response with %s decides nothing, and a later attempt succeeds [T-FLT-08]',
  async (_, silence) => {
    const payment = await here.paid();
    const pending = await here.open();
    here.datatrans.pay(pending.ref);
    await here.orderRefund(payment);
    const user = await here.world.user();
    let asked = 0;
    here.world.outside.fetch = async () => {
      asked++;
      return silence();
    };
    expect(await user.call(walletTopup, { topup_option_id: 2 })).toMatchObject({
      status: 502,
      body: { code: 'PAYMENT_UNAVAILABLE' },
    });
    expect((await here.tell(pending.ref)).status).toBe(503);
    await carryOut();
    expect(asked).toBeGreaterThanOrEqual(3);
    const [opening] = await here.paymentsOf(user);
    expect(opening!.status).toBe('erstellt');
    expect([await statusOf(pending), await statusOf(payment)]).toEqual(['offen', 'gutgeschrieben']);

    here.world.outside.fetch = here.network;
    here.world.clock.advance(20 * MINUTE);
    await carryOut();
    await here.world.runTasks('topups/poll');
    expect(creditedBack(payment)).toEqual([10_000]);
    expect(await here.creditsOf(pending.user)).toBe(110);
    expect((await here.rowOf(opening!.id)).status).toBe('offen');
  },
);

test('a refund request still running at Datatrans is retried, not refused [T-FLT-08]', async () => {
  const payment = await here.paid();
  const { id } = await here.orderRefund(payment);
  here.datatrans.holdKey(id);
  await carryOut();
  expect([await statusOf(payment), creditedBack(payment)]).toEqual(['gutgeschrieben', []]);
  here.datatrans.releaseKey(id);
  here.world.clock.advance(20 * MINUTE);
  await carryOut();
  expect([await statusOf(payment), creditedBack(payment)]).toEqual(['erstattet', [10_000]]);
});

test('a refused payment fails for good and does not count as open [GUT-16]', async () => {
  const user = await here.world.user();
  const codes = {
    DUPLICATE_REFNO: 400,
    INVALID_PROPERTY: 400,
    INVALID_SETUP: 400,
    CLIENT_ERROR: 422,
  };
  for (const [code, status] of Object.entries(codes)) {
    here.world.outside.fetch = async () =>
      Response.json({ error: { code, message: 'no' } }, { status });
    expect((await user.call(walletTopup, { topup_option_id: 2 })).status, code).toBe(502);
  }
  expect(await here.paymentsOf(user)).toMatchObject(
    Array(4).fill({ status: 'gescheitert', next_check_at: null }),
  );
});

test('a wrong password creates, credits and refunds nothing, and loses nothing [T-FLT-08]', async () => {
  const payment = await here.paid();
  await here.orderRefund(payment);
  here.world.outside.fetch = (url, init) => {
    const headers = new Headers(init?.headers);
    expect(headers.get('authorization')).toBe(
      `Basic ${Buffer.from(`${ACCOUNT.merchantId}:${ACCOUNT.password}`).toString('base64')}`,
    );
    headers.set(
      'authorization',
      `Basic ${Buffer.from(`${ACCOUNT.merchantId}:other`).toString('base64')}`,
    );
    return here.network(url, { ...init, headers });
  };
  const user = await here.world.user();
  expect((await user.call(walletTopup, { topup_option_id: 2 })).status).toBe(502);
  await carryOut();
  expect([await statusOf(payment), creditedBack(payment)]).toEqual(['gutgeschrieben', []]);
  here.world.outside.fetch = here.network;
  here.world.clock.advance(20 * MINUTE);
  await carryOut();
  expect(await statusOf(payment)).toBe('erstattet');
});

test('two providers: the first with the method gets a payment, which stays with its provider [GUT-16]', async () => {
  await using both = await datatransWorld('datatrans,sandbox');
  const at = (order: 'datatrans,sandbox' | 'sandbox,datatrans') => {
    const config = { ...both.world.config };
    config.payments = {
      ...config.payments,
      providers: order.split(',') as ('datatrans' | 'sandbox')[],
    };
    return payments({ config, db: both.world.db, clock: both.world.clock, fetch: both.network })
      .providers;
  };
  expect(at('datatrans,sandbox').taking('twint')?.name).toBe('datatrans');
  expect(at('sandbox,datatrans').taking('twint')?.name).toBe('sandbox');
  expect(at('sandbox,datatrans').taking('bank_transfer')).toBeUndefined();

  const [mine, older] = [await both.open('visa'), await both.open('twint')];
  // Opened while the sandbox was the first.
  const request = { id: older.id, amountRappen: 10_000, description: 'Guthaben', method: null };
  const { ref, url } = await at('sandbox,datatrans').named('sandbox')!.create(request);
  const moved = { provider: 'sandbox', provider_ref: ref, payment_url: url };
  const owner = connect(both.world.url, { role: null, max: 1 });
  await owner.db.updateTable('payment').set(moved).where('id', '=', older.id).execute();
  await owner.db.destroy();
  await both.world.send('', {
    method: 'POST',
    url: new URL(url).pathname,
    payload: 'result=paid',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  both.datatrans.pay(mine.ref);
  // Each hook believes its own signatures only.
  const notification = both.datatrans.notification(mine.ref);
  const wrongHook = {
    method: 'POST',
    url: '/webhooks/payments/sandbox',
    payload: notification.body,
    headers: notification.headers,
  } as const;
  expect((await both.world.send('', wrongHook)).status).toBe(401);
  // What Datatrans says about a payment of the sandbox moves nothing.
  both.datatrans.pay(older.ref);
  expect((await both.tell(older.ref)).status).toBe(200);
  expect(await both.creditsOf(older.user)).toBe(0);
  both.world.clock.advance(2 * MINUTE);
  await both.world.runTasks('topups/poll');
  expect([await both.creditsOf(mine.user), await both.creditsOf(older.user)]).toEqual([110, 110]);
  expect(await both.rowOf(older.id)).toMatchObject({
    provider: 'sandbox',
    status: 'gutgeschrieben',
  });
  expect(await both.cases()).toEqual([`unknown:datatrans:${older.ref}`]);
  expect(both.settle()).toEqual([]);
});
