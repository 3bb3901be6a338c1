import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { getTopupOptions, paymentStatus, walletTopup } from '@samtrot/shared/topups/contract.ts';
import { PAYMENT_METHOD_IDS } from '@samtrot/shared/topups/methods.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DatatransRow } from '../../../testing/payments/datatrans.ts';
import { ACCOUNT, datatransWorld, HOOK, PAGE } from '../../../testing/payments/datatrans-world.ts';
import { race } from '../../../testing/process/race.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OTHER_KEY = '00'.repeat(16);

let here: Awaited<ReturnType<typeof datatransWorld>>;
let port: number;
beforeAll(async () => {
  here = await datatransWorld();
  await here.world.server.listen({ port: 0, host: '127.0.0.1' });
  port = (here.world.server.server.address() as { port: number }).port;
});
afterAll(() => here[Symbol.asyncDispose]());
afterEach(() => expect(here.settle()).toEqual([]));

const poll = () => here.world.runTasks('topups/poll');
const eventsOf = (ref: string) =>
  here.world.db
    .selectFrom('payment_event')
    .select('event_id')
    .where('provider_ref', '=', ref)
    .execute();

test('a payment is created with exactly these fields: nothing about the payer, a short reference [GUT-16]', async () => {
  const { id, ref, url, user } = await here.open('twint');
  const { key, body, path } = here.datatrans.requests.at(-1)!;
  expect(path).toBe('/v1/transactions');
  expect(key).toBe(id);
  expect(JSON.parse(body)).toEqual({
    currency: 'CHF',
    refno: id.replaceAll('-', '').slice(0, 20),
    amount: 10_000,
    autoSettle: true,
    language: 'de',
    paymentMethods: ['TWI'],
    redirect: {
      successUrl: `http://localhost:3000/guthaben?status=success&payment=${id}`,
      cancelUrl: `http://localhost:3000/guthaben?status=cancelled&payment=${id}`,
      errorUrl: `http://localhost:3000/guthaben?status=declined&payment=${id}`,
      method: 'GET',
    },
    webhook: { url: 'http://localhost:3000/webhooks/payments/datatrans' },
  });
  expect(url).toBe(PAGE + ref);
  expect(ref).toMatch(/^\d{18}$/);
  expect((await user.call(paymentStatus, { payment_id: id })).body.payment.status).toBe('pending');
});

test('each payment method is sent by its code; without one the page offers all; no bank transfer [GUT-16]', async () => {
  const codes = {
    twint: 'TWI',
    visa: 'VIS',
    mastercard: 'ECA',
    maestro: 'MAU',
    amex: 'AMX',
    postfinance: 'PFC',
    apple_pay: 'APL',
    samsung_pay: 'SAM',
  };
  const { body } = await here.world.visitor.call(getTopupOptions, {});
  expect(body.payment_methods.map(({ id }: { id: string }) => id)).toEqual(Object.keys(codes));
  for (const method of PAYMENT_METHOD_IDS.filter((name) => name !== 'bank_transfer')) {
    await here.open(method);
    expect(JSON.parse(here.datatrans.requests.at(-1)!.body).paymentMethods, method).toEqual([
      codes[method],
    ]);
  }
  await here.open();
  expect(JSON.parse(here.datatrans.requests.at(-1)!.body)).not.toHaveProperty('paymentMethods');
  const user = await here.world.user();
  const refused = await user.call(walletTopup, { topup_option_id: 2, method: 'bank_transfer' });
  expect(refused).toMatchObject({ status: 502, body: { code: 'PAYMENT_UNAVAILABLE' } });
});

test('a paid transaction with its webhook credits once, with the payment method used [GUT-19]', async () => {
  const names = {
    TWI: 'TWINT',
    ECA: 'Mastercard',
    PEF: 'PostFinance',
    APL: 'Apple Pay',
    CUP: 'CUP',
  };
  for (const [code, name] of Object.entries(names)) {
    const { user, id, ref } = await here.open();
    here.datatrans.pay(ref, { method: code });
    expect((await here.tell(ref)).status).toBe(200);
    expect(await here.creditsOf(user)).toBe(110);
    expect(await here.rowOf(id)).toMatchObject({ status: 'gutgeschrieben', method: name });
  }
});

test('every status of Datatrans: only settled and transmitted are paid [GUT-19, T-PAY-04]', async () => {
  const words = {
    initialized: 'offen',
    challenge_required: 'offen',
    challenge_ongoing: 'offen',
    authenticated: 'offen',
    authorized: 'offen',
    canceled: 'abgebrochen',
    failed: 'abgelehnt',
    settled: 'gutgeschrieben',
    transmitted: 'gutgeschrieben',
  };
  for (const [status, expected] of Object.entries(words)) {
    const { user, id, ref } = await here.open();
    const taken = expected === 'gutgeschrieben' ? 10_000 : undefined;
    Object.assign(here.datatrans.find(ref), { status, settled: taken, paymentMethod: 'VIS' });
    expect((await here.tell(ref)).status, status).toBe(200);
    expect((await here.rowOf(id)).status, status).toBe(expected);
    expect(await here.creditsOf(user), status).toBe(taken ? 110 : 0);
  }
});

test('an authorized transaction is credited once settled, with or without a webhook [GUT-19]', async () => {
  const { user, ref } = await here.open();
  here.datatrans.pay(ref, { only: 'authorized' });
  expect((await here.tell(ref)).status).toBe(200);
  expect(await here.creditsOf(user)).toBe(0);
  Object.assign(here.datatrans.find(ref), { status: 'settled', settled: 10_000 });
  here.world.clock.advance(2 * MINUTE);
  await poll();
  expect(await here.creditsOf(user)).toBe(110);
});

test('an unused page ends as cancelled after half an hour; an unknown transaction expires [GUT-19]', async () => {
  const left = await here.open();
  const forgotten = await here.open();
  here.world.clock.advance(31 * MINUTE);
  await poll();
  expect((await here.rowOf(left.id)).status).toBe('abgebrochen');
  const declined = await here.open();
  here.datatrans.fail(declined.ref, 'declined');
  await here.tell(declined.ref);
  expect((await here.rowOf(declined.id)).status).toBe('abgelehnt');
  await here.world.db
    .updateTable('payment')
    .set({ status: 'offen' })
    .where('id', '=', forgotten.id)
    .execute();
  here.world.outside.fetch = async () =>
    Response.json({ error: { code: 'TRANSACTION_NOT_FOUND' } }, { status: 404 });
  await here.tell(forgotten.ref);
  expect((await here.rowOf(forgotten.id)).status).toBe('offen');
  here.world.clock.advance(8 * 24 * HOUR);
  await here.tell(forgotten.ref);
  expect((await here.rowOf(forgotten.id)).status).toBe('verfallen');
});

test('a webhook without a valid, recent signature changes nothing [GUT-19, T-PAY-03]', async () => {
  const { datatrans, world } = here;
  const { user, ref, id } = await here.open();
  datatrans.pay(ref);
  const { body, headers } = datatrans.notification(ref);
  const good = headers['datatrans-signature'];
  const at = (minutes: number) => new Date(world.clock.now().getTime() + minutes * MINUTE);
  const other = await here.open();
  const sign = (payload: string) => datatrans.signed(payload)['datatrans-signature'];
  const forged: Record<string, [string, Record<string, string>]> = {
    'no signature': [body, {}],
    'empty signature': [body, { 'datatrans-signature': '' }],
    'wrong key': [body, datatrans.notification(ref, { signKey: OTHER_KEY }).headers],
    'the key as text': [
      body,
      datatrans.signed(body, at(0), Buffer.from(ACCOUNT.signKey).toString('hex')),
    ],
    'the password as key': [
      body,
      datatrans.signed(body, at(0), Buffer.from(ACCOUNT.password).toString('hex')),
    ],
    'the body of another payment': [
      datatrans.notification(other.ref).body,
      { 'datatrans-signature': good },
    ],
    'another amount': [body.replaceAll('10000', '10001'), { 'datatrans-signature': good }],
    'the same JSON in other bytes': [
      JSON.stringify(JSON.parse(body)),
      { 'datatrans-signature': good },
    ],
    'a byte more': [`${body}\n`, { 'datatrans-signature': good }],
    'six minutes old': [body, datatrans.notification(ref, { at: at(-6) }).headers],
    'from the future': [body, datatrans.notification(ref, { at: at(6) }).headers],
    'its time changed': [
      body,
      { 'datatrans-signature': good.replace(/t=\d+/, `t=${at(1).getTime()}`) },
    ],
    'its time in seconds': [body, { 'datatrans-signature': good.replace(/t=(\d{10})\d+/, 't=$1') }],
    'two times': [body, { 'datatrans-signature': `t=1,${good}` }],
    'no time': [body, { 'datatrans-signature': good.replace(/^t=\d+,/, '') }],
    'a cut signature': [body, { 'datatrans-signature': good.slice(0, -1) }],
    'an upper-case signature': [body, { 'datatrans-signature': good.toUpperCase() }],
    'another name': [body, { 'datatrans-signature': good.replace('s0=', 's1=') }],
    'another header': [body, { 'x-datatrans-signature': good }],
    'a header without an end': [body, { 'datatrans-signature': `${good},${'s0=00,'.repeat(500)}` }],
    'nothing at all': ['', { 'datatrans-signature': sign('') }],
    'no JSON': ['x', { 'datatrans-signature': sign('x') }],
    'a list': ['[]', { 'datatrans-signature': sign('[]') }],
    'no transaction': ['{"refno":"1"}', { 'datatrans-signature': sign('{"refno":"1"}') }],
    'a path': [
      '{"transactionId":"../1"}',
      { 'datatrans-signature': sign('{"transactionId":"../1"}') },
    ],
  };
  const asked = datatrans.requests.length;
  for (const [name, [payload, its]] of Object.entries(forged)) {
    const request = { body: payload, headers: { 'content-type': 'application/json', ...its } };
    expect(
      await here.tell(ref, request as typeof request & { headers: typeof headers }),
      name,
    ).toMatchObject({
      status: 401,
      body: { success: false, code: 'BAD_SIGNATURE' },
    });
  }
  const send = (payload: string | Buffer, more = {}) =>
    world.send('', { method: 'POST', url: HOOK, payload, headers: { ...headers, ...more } });
  expect((await send(gzipSync(body), { 'content-encoding': 'gzip' })).status).toBe(401);
  expect((await send('x'.repeat(2_000_000))).status).toBe(413);
  expect((await world.send('', { method: 'GET', url: HOOK, headers })).status).toBe(404);
  const elsewhere = {
    method: 'POST',
    url: '/webhooks/payments/sandbox',
    payload: body,
    headers,
  } as const;
  expect((await world.send('', elsewhere)).status).toBe(404);
  expect(datatrans.requests).toHaveLength(asked);
  expect((await here.rowOf(id)).status).toBe('offen');
  expect(await here.creditsOf(user)).toBe(0);
  expect(await eventsOf(ref)).toEqual([]);

  // Beside another one, as while the key changes, the true signature counts.
  expect(
    (await send(body, { 'datatrans-signature': good.replace(',s0=', ',s0=00,s0=') })).status,
  ).toBe(200);
  expect(await here.creditsOf(user)).toBe(110);
});

test('a signed payment with other data than requested is not credited and opens a case [GUT-19, T-PAY-04]', async () => {
  const other = await here.open();
  const differences: Partial<DatatransRow>[] = [
    { settled: 0 },
    ...[{ currency: 'EUR' }, { merchantId: '1100099999' }],
    { refno: other.id.replaceAll('-', '').slice(0, 20) },
    { refno: randomUUID().replaceAll('-', '').slice(0, 20) },
    ...[{ refno: '' }, { refno: "' or '1'='1" }, { refno: 'ff' }],
  ];
  for (const difference of differences) {
    const { user, ref, id } = await here.open();
    here.datatrans.pay(ref);
    Object.assign(here.datatrans.find(ref), difference);
    const name = JSON.stringify(difference);
    for (let n = 0; n < 2; n++) expect((await here.tell(ref)).status, name).toBe(200);
    expect((await here.rowOf(id)).status, name).toBe('abweichend');
    expect(await here.cases(), name).toContain(`differs:${id}`);
    expect(await here.creditsOf(user), name).toBe(0);
  }
  expect((await here.rowOf(other.id)).status).toBe('offen');
  expect(await here.creditsOf(other.user)).toBe(0);
});

test('another amount: small differences are credited, more is refunded, less waits for the payer [FIX-01]', async () => {
  for (const [settled, status, credits, kind] of [
    [9_995, 'gutgeschrieben', 110, null],
    [20_000, 'gutgeschrieben', 110, 'overpaid'],
    [9_000, 'teilbezahlt', 0, 'underpaid'],
  ] as const) {
    const { user, ref, id } = await here.open();
    here.datatrans.pay(ref);
    here.datatrans.find(ref).settled = settled;
    const before = await here.cases();
    for (let n = 0; n < 2; n++) expect((await here.tell(ref)).status).toBe(200);
    expect([(await here.rowOf(id)).status, await here.creditsOf(user)], String(settled)).toEqual([
      status,
      credits,
    ]);
    const opened = (await here.cases()).filter((key) => !before.includes(key));
    expect(opened, String(settled)).toEqual(kind ? [expect.stringContaining(`${kind}:`)] : []);
  }
});

test('a response without merchant is ours; one that is paid without an amount decides nothing [T-PAY-04]', async () => {
  const { user, ref } = await here.open();
  here.datatrans.pay(ref);
  const row = here.datatrans.find(ref);
  row.merchantId = undefined;
  here.world.outside.fetch = async (...request) => {
    const body = (await (await here.network(...request)).json()) as object;
    return Response.json({ ...body, detail: {} });
  };
  expect((await here.tell(ref)).status).toBe(503);
  here.world.outside.fetch = here.network;
  expect((await here.tell(ref)).status).toBe(200);
  expect(await here.creditsOf(user)).toBe(110);
});

test('a paid transaction of unknown origin opens a case; a refund transaction does not [T-PAY-04]', async () => {
  const paid = await here.paid();
  const stranger = '999999000000000001';
  here.world.outside.fetch = async (url, init) => {
    const answer = (await (
      await here.network(String(url).replace(stranger, paid.ref), init)
    ).json()) as object;
    return Response.json({ ...answer, transactionId: stranger, refno: 'shop-17' });
  };
  const body = JSON.stringify({ transactionId: stranger });
  expect((await here.tell('', { body, headers: here.datatrans.signed(body) })).status).toBe(200);
  expect(await here.cases()).toContain(`unknown:datatrans:${stranger}`);
  here.world.outside.fetch = here.network;

  await here.orderRefund(paid, 4_000);
  await here.world.runTasks('topups/refunds');
  const credit = here.datatrans.requests.findLast(({ path }) => path.endsWith('/credit'))!;
  const [row] = here.datatrans.withRefno(JSON.parse(credit.body).refno);
  const before = await here.cases();
  expect((await here.tell(row!.transactionId)).status).toBe(200);
  expect(await here.cases()).toEqual(before);
});

test('ten webhooks in sequence, and a replay an hour later, credit once [GUT-19, T-PAY-05]', async () => {
  const { user, ref } = await here.open();
  here.datatrans.pay(ref);
  const same = here.datatrans.notification(ref);
  for (let n = 0; n < 5; n++) expect((await here.tell(ref, same)).status).toBe(200);
  for (let n = 0; n < 5; n++) {
    here.world.clock.advance(1000);
    expect((await here.tell(ref)).status).toBe(200);
  }
  expect(await eventsOf(ref)).toHaveLength(6);
  here.world.clock.advance(HOUR);
  expect((await here.tell(ref, same)).status).toBe(401);
  expect((await here.tell(ref)).status).toBe(200);
  expect(await here.creditsOf(user)).toBe(110);
});

test('ten concurrent webhooks credit once, in each of 10 rounds [GUT-19, T-PAY-05, T-RACE-03]', async () => {
  for (let round = 0; round < 10; round++) {
    const { user, ref } = await here.open();
    here.datatrans.pay(ref);
    const now = here.world.clock.now().getTime();
    const notifications = Array.from({ length: 10 }, (_, n) =>
      here.datatrans.notification(ref, { at: new Date(now + (round % 2 ? n : 0)) }),
    );
    const statuses = await race(
      port,
      notifications.map((request) => ({ path: HOOK, ...request })),
    );
    expect(statuses).toEqual(Array(10).fill(200));
    expect(await here.creditsOf(user)).toBe(110);
  }
});

test('webhooks out of order: paid is credited, and no earlier or later status undoes it [GUT-19, T-PAY-06]', async () => {
  const orders: DatatransRow['status'][][] = [
    ['failed', 'settled'],
    ['canceled', 'settled'],
    ['authorized', 'failed', 'transmitted'],
    ['settled', 'transmitted'],
    ['settled', 'failed'],
    ['transmitted', 'initialized'],
  ];
  for (const order of orders) {
    const { user, ref, id } = await here.open();
    for (const status of order) {
      const taken = status === 'settled' || status === 'transmitted' ? 10_000 : undefined;
      Object.assign(here.datatrans.find(ref), { status, settled: taken });
      here.world.clock.advance(1000);
      expect((await here.tell(ref)).status).toBe(200);
    }
    expect((await here.rowOf(id)).status, order.join()).toBe('gutgeschrieben');
    expect(await here.creditsOf(user), order.join()).toBe(110);
  }
});

test('without a webhook polling credits; a webhook eight days later changes nothing [GUT-19, T-PAY-07]', async () => {
  const { user, ref, id } = await here.open();
  here.datatrans.pay(ref);
  here.world.clock.advance(2 * MINUTE);
  await Promise.all([poll(), here.tell(ref), poll()]);
  expect(await here.creditsOf(user)).toBe(110);
  here.world.clock.advance(8 * 24 * HOUR);
  expect((await here.tell(ref)).status).toBe(200);
  expect(await here.creditsOf(user)).toBe(110);
  expect((await here.rowOf(id)).status).toBe('gutgeschrieben');
});

const losingAnswers: typeof fetch = async (...request) => {
  await here.network(...request);
  throw new TypeError('connection reset');
};

test('a lost response to the creation: the retry within the hour returns the same transaction [GUT-19, T-PAY-08, T-PAY-09]', async () => {
  const user = await here.world.user();
  here.world.outside.fetch = losingAnswers;
  expect((await user.call(walletTopup, { topup_option_id: 2 })).status).toBe(502);
  here.world.outside.fetch = here.network;
  const [row] = await here.paymentsOf(user);
  const refno = row!.id.replaceAll('-', '').slice(0, 20);
  const [{ transactionId: ref } = { transactionId: '' }, ...more] = here.datatrans.withRefno(refno);
  expect(more).toEqual([]);
  here.world.clock.advance(2 * MINUTE);
  await poll();
  expect(here.datatrans.withRefno(refno)).toHaveLength(1);
  expect(await here.rowOf(row!.id)).toMatchObject({
    status: 'offen',
    provider_ref: ref,
    payment_url: PAGE + ref,
  });
  here.datatrans.pay(ref);
  await here.tell(ref);
  expect(await here.creditsOf(user)).toBe(110);
});

test('a lost response and an early webhook: the reference identifies the payment [GUT-19, T-PAY-08]', async () => {
  const user = await here.world.user();
  here.world.outside.fetch = losingAnswers;
  await user.call(walletTopup, { topup_option_id: 2 });
  here.world.outside.fetch = here.network;
  const [row] = await here.paymentsOf(user);
  const [at] = here.datatrans.withRefno(row!.id.replaceAll('-', '').slice(0, 20));
  here.datatrans.pay(at!.transactionId);
  expect((await here.tell(at!.transactionId)).status).toBe(200);
  expect(await here.rowOf(row!.id)).toMatchObject({
    status: 'gutgeschrieben',
    provider_ref: at!.transactionId,
  });
  here.world.clock.advance(2 * HOUR);
  await poll();
  expect(await here.creditsOf(user)).toBe(110);
});

test('a webhook before the response to the creation credits; the response still opens the page [GUT-19, T-PAY-08]', async () => {
  const user = await here.world.user();
  here.world.outside.fetch = async (...request) => {
    const answer = await here.network(...request);
    here.world.outside.fetch = here.network;
    const { transactionId } = (await answer.clone().json()) as { transactionId: string };
    here.datatrans.pay(transactionId);
    expect((await here.tell(transactionId)).status).toBe(200);
    return answer;
  };
  const { body } = await user.call(walletTopup, { topup_option_id: 2 });
  expect(body.payment_url).toContain(PAGE);
  expect(await here.rowOf(body.payment_id)).toMatchObject({
    status: 'gutgeschrieben',
    payment_url: body.payment_url,
  });
  expect(await here.creditsOf(user)).toBe(110);
});
