import { createHmac, randomUUID } from 'node:crypto';
import { getDetailedTransactions } from '@samtrot/shared/history/contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { PAYMENT_METHOD_IDS } from '@samtrot/shared/topups/methods.ts';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Booked } from '../../../testing/payments/payrexx.ts';
import { HOUR, payrexxWorld, SIGNING_KEY } from '../../../testing/payments/payrexx-world.ts';
import { METHOD_NAMES } from './mapping.ts';

let it: Awaited<ReturnType<typeof payrexxWorld>>;
beforeAll(async () => {
  it = await payrexxWorld();
});
afterAll(() => it.world[Symbol.asyncDispose]());
afterEach(() => {
  it.payrexx.answerInstead();
  expect(it.world.defects.splice(0)).toEqual([]);
});

test('each method opens a page with it alone; exactly these fields are sent, none of the payer [GUT-12, GUT-16, T-PAY-01]', async () => {
  for (const method of nonEmpty(PAYMENT_METHOD_IDS.filter((name) => name !== 'bank_transfer'))) {
    const { id, url, gateway } = await it.opened(method);
    const kept = it.payrexx.gateways.get(gateway)!;
    expect(url).toBe(`https://samtrot-demo.payrexx.com/de/?payment=${kept.hash}`);
    expect(kept.pm).toEqual([METHOD_NAMES[method as keyof typeof METHOD_NAMES]]);
    const back = `http://localhost:3000/guthaben?status=`;
    expect(kept.sent).toEqual([
      ['amount', '10000'],
      ['currency', 'CHF'],
      ['purpose', 'Guthaben 100 Credits'],
      ['referenceId', id],
      ['pm[0]', METHOD_NAMES[method as keyof typeof METHOD_NAMES]],
      ['successRedirectUrl', `${back}success&payment=${id}`],
      ['failedRedirectUrl', `${back}declined&payment=${id}`],
      ['cancelRedirectUrl', `${back}cancelled&payment=${id}`],
      ['skipResultPage', '1'],
      ['validity', '60'],
      ['language', 'de'],
    ]);
  }
  const { gateway } = await it.opened();
  expect(it.payrexx.gateways.get(gateway)!.pm, 'who does not choose sees all of ours').toEqual(
    Object.values(METHOD_NAMES),
  );
  const user = await it.world.user();
  expect(
    (await user.call(walletTopup, { topup_option_id: 2, method: 'bank_transfer' })).body.code,
  ).toBe('PAYMENT_UNAVAILABLE');
});

test('a paid gateway is credited once with its bonus and the payment method used [GUT-19, T-PAY-02]', async () => {
  for (let round = 0; round < 4; round++) {
    const { user, id, gateway } = await it.opened('twint');
    const transaction = it.payrexx.attempt(
      gateway,
      'confirmed',
      round % 2 ? { brand: 'VISA', wallet: 'apple-pay' } : {},
    );
    expect((await it.notify(transaction)).status).toBe(200);
    expect(await it.view(user, id)).toMatchObject({
      payment: { status: 'credited' },
      credits: 110,
    });
    const { body } = await user.call(getDetailedTransactions, {});
    expect(body.transactions[0].payment_method_title).toBe(round % 2 ? 'Apple Pay' : 'TWINT');
  }
});

test('the fee that Payrexx states is stored with the payment [BOF-92]', async () => {
  const { id, gateway } = await it.opened('twint');
  expect((await it.notify(it.payrexx.attempt(gateway, 'confirmed'))).status).toBe(200);
  const { fee_rappen } = await it.world.db
    .selectFrom('payment')
    .select('fee_rappen')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(fee_rappen).toBe(148);
});

test('a webhook without a valid signature causes no request and changes nothing [GUT-19, T-PAY-03]', async () => {
  const { user, id, gateway } = await it.opened();
  const transaction = it.payrexx.attempt(gateway, 'confirmed');
  const { body, headers } = it.payrexx.webhook(transaction);
  const good = headers['x-webhook-signature'];
  const by = (key: string, text = body) => createHmac('sha256', key).update(text).digest('hex');
  const forged: Record<string, [string, Record<string, string>]> = {
    'no signature': [body, {}],
    'an empty one': [body, { 'x-webhook-signature': '' }],
    'the wrong key': [body, { 'x-webhook-signature': by('x'.repeat(40)) }],
    'an empty key': [body, { 'x-webhook-signature': by('') }],
    "the API's secret": [body, { 'x-webhook-signature': by('das-geheimnis-der-instanz') }],
    'the key itself': [body, { 'x-webhook-signature': SIGNING_KEY }],
    'the key from base64': [
      body,
      {
        'x-webhook-signature': createHmac('sha256', Buffer.from(SIGNING_KEY, 'base64'))
          .update(body)
          .digest('hex'),
      },
    ],
    'in base64': [body, { 'x-webhook-signature': Buffer.from(good, 'hex').toString('base64') }],
    'in upper case': [body, { 'x-webhook-signature': good.toUpperCase() }],
    'cut off': [body, { 'x-webhook-signature': good.slice(0, -1) }],
    'with more': [body, { 'x-webhook-signature': `${good}0` }],
    'two of them': [body, { 'x-webhook-signature': `${good},${good}` }],
    'named as by others': [body, { 'x-webhook-signature': `sha256=${good}` }],
    'in another header': [body, { 'x-signature': good, 'payrexx-signature': good }],
    'in the address': [body, { 'x-forwarded-uri': `?x-webhook-signature=${good}` }],
    'as ApiSignature of the body': [
      JSON.stringify({ ...JSON.parse(body), ApiSignature: good }),
      {},
    ],
    'another amount': [body.replace('10000', '99999'), { 'x-webhook-signature': good }],
    'another gateway': [
      body.replace(`${gateway}`, `${gateway + 1}`),
      { 'x-webhook-signature': good },
    ],
    'the same JSON in other bytes': [`${body} `, { 'x-webhook-signature': good }],
    'nothing, signed': ['', { 'x-webhook-signature': by(SIGNING_KEY, '') }],
    'SHA-1': [
      body,
      { 'x-webhook-signature': createHmac('sha1', SIGNING_KEY).update(body).digest('hex') },
    ],
  };
  expect(Object.keys(forged).length).toBeGreaterThan(20);
  const asked = it.payrexx.calls.length;
  for (const [name, [payload, more]] of Object.entries(forged)) {
    const answer = await it.post(payload, { 'content-type': 'application/json', ...more });
    expect(answer, name).toMatchObject({
      status: 401,
      body: { success: false, code: 'BAD_SIGNATURE' },
    });
  }
  expect(it.payrexx.calls).toHaveLength(asked);
  expect([await it.statusOf(id), await it.credits(user)]).toEqual(['offen', 0]);
  expect((await it.post(body, headers)).status).toBe(200);
  expect(await it.credits(user)).toBe(110);
});

test('a payment with other data than requested is not credited and opens a case [GUT-19, T-PAY-04]', async () => {
  const other = await it.opened();
  const differences: [string, Partial<Booked>, { referenceId?: string; currency?: string }][] = [
    ['another currency', { currency: 'EUR' }, {}],
    ['another currency of the page', { currency: 'EUR' }, { currency: 'EUR' }],
    ['another instance', { instance: 'somebody-else' }, {}],
    ['the reference of another payment', {}, { referenceId: other.id }],
    ['an unknown reference', {}, { referenceId: randomUUID() }],
    ['no reference', {}, { referenceId: '' }],
  ];
  for (const [name, changes, page] of differences) {
    const { user, id, gateway } = await it.opened();
    Object.assign(it.payrexx.gateways.get(gateway)!, page);
    const transaction = it.payrexx.attempt(gateway, 'confirmed', changes);
    for (let n = 0; n < 2; n++) expect((await it.notify(transaction)).status, name).toBe(200);
    expect([await it.statusOf(id), await it.credits(user)], name).toEqual(['abweichend', 0]);
    expect(await it.cases(), name).toContain(`differs:${id}`);
  }
  expect([await it.statusOf(other.id), await it.credits(other.user)]).toEqual(['offen', 0]);
});

test('another amount: small differences are credited, more is refunded, less waits for the payer [FIX-01]', async () => {
  for (const [amount, status, credits, kind] of [
    [10_005, 'gutgeschrieben', 110, null],
    [20_000, 'gutgeschrieben', 110, 'overpaid'],
    [9_000, 'teilbezahlt', 0, 'underpaid'],
  ] as const) {
    const { user, id, gateway } = await it.opened();
    const before = await it.cases();
    const transaction = it.payrexx.attempt(gateway, 'confirmed', { amount });
    for (let n = 0; n < 2; n++) expect((await it.notify(transaction)).status).toBe(200);
    expect([await it.statusOf(id), await it.credits(user)], String(amount)).toEqual([
      status,
      credits,
    ]);
    const opened = (await it.cases()).filter((key) => !before.includes(key));
    expect(opened, String(amount)).toEqual(kind ? [expect.stringContaining(`${kind}:`)] : []);
  }
});

test('reserved, waiting and test transactions are not paid; a later confirmation is credited [GUT-19, T-PAY-04]', async () => {
  const held = ['authorized', 'reserved', 'waiting', 'initiated', 'insecure', 'something new'];
  const tries: [string, Partial<Booked>][] = [
    ...held.map((status): [string, object] => [status, {}]),
  ];
  for (const [status, changes] of [
    ...tries,
    ['confirmed', { mode: 'TEST' }] as [string, Partial<Booked>],
  ]) {
    const { user, id, gateway } = await it.opened();
    const transaction = it.payrexx.attempt(gateway, status, changes);
    expect((await it.notify(transaction)).status, status).toBe(200);
    expect([await it.statusOf(id), await it.credits(user)], status).toEqual(['offen', 0]);
    if (changes.mode) {
      it.payrexx.attempt(gateway, 'confirmed');
      await it.poll();
    } else {
      it.payrexx.transactions.get(transaction.id)!.status = 'confirmed';
      expect((await it.notify(it.payrexx.transactions.get(transaction.id)!)).status).toBe(200);
    }
    expect(await it.credits(user), status).toBe(110);
  }
});

test('the same webhook ten times, in sequence and concurrently, credits once [GUT-19, T-PAY-05]', async () => {
  for (const together of [false, true]) {
    const { user, gateway } = await it.opened();
    const transaction = it.payrexx.attempt(gateway, 'confirmed');
    const same = it.payrexx.webhook(transaction);
    const responses = together
      ? await Promise.all(Array.from({ length: 10 }, () => it.post(same.body, same.headers)))
      : [];
    while (responses.length < 10) responses.push(await it.post(same.body, same.headers));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await it.notify(transaction)).status).toBe(200);
    expect(await it.credits(user)).toBe(110);
  }
});

test('several attempts on one page, webhooks out of order: the paid one is credited once [GUT-19, T-PAY-06]', async () => {
  const { user, id, gateway } = await it.opened();
  const waiting = it.payrexx.webhook(it.payrexx.attempt(gateway, 'waiting'));
  const declined = it.payrexx.attempt(gateway, 'declined');
  [...it.payrexx.transactions.values()].find(
    ({ gateway: own, status }) => own === gateway && status === 'waiting',
  )!.status = 'cancelled';
  await it.notify(declined);
  expect(await it.view(user, id)).toMatchObject({ payment: { status: 'declined' }, credits: 0 });
  await it.notify(it.payrexx.attempt(gateway, 'confirmed'));
  await it.notify(declined);
  await it.post(waiting.body, waiting.headers);
  await it.notify(it.payrexx.attempt(gateway, 'cancelled'));
  expect([await it.statusOf(id), await it.credits(user)]).toEqual(['gutgeschrieben', 110]);

  for (const [status, shown] of [
    ['cancelled', 'cancelled'],
    ['expired', 'cancelled'],
    ['uncaptured', 'cancelled'],
    ['error', 'declined'],
  ]) {
    const tried = await it.opened();
    await it.notify(it.payrexx.attempt(tried.gateway, status!));
    expect((await it.view(tried.user, tried.id)).payment.status, status).toBe(shown);
  }
});

test('a hundred declined attempts cause no more requests than one [GUT-19, T-PAY-06]', async () => {
  const { user, id, gateway } = await it.opened();
  for (let n = 0; n < 99; n++) it.payrexx.attempt(gateway, 'declined');
  const transaction = it.payrexx.attempt(gateway, 'confirmed');
  const before = it.payrexx.calls.length;
  await it.notify(transaction);
  expect(it.payrexx.calls.slice(before)).toEqual([
    `GET Gateway/${gateway}/`,
    `GET Transaction/${transaction.id}/`,
  ]);
  expect([await it.statusOf(id), await it.credits(user)]).toEqual(['gutgeschrieben', 110]);
});

test('without a webhook polling credits; without polling the daily comparison does [GUT-19, T-PAY-07]', async () => {
  const first = await it.opened();
  it.payrexx.attempt(first.gateway, 'confirmed');
  await it.poll();
  expect(await it.credits(first.user)).toBe(110);
  const second = await it.opened();
  it.payrexx.attempt(second.gateway, 'confirmed');
  await it.world.db
    .updateTable('payment')
    .set({ next_check_at: null })
    .where('id', '=', second.id)
    .execute();
  await it.compare();
  expect(await it.credits(second.user)).toBe(110);
});

test('a webhook before the response to the creation finds the payment by its reference [GUT-19, T-PAY-08]', async () => {
  const user = await it.world.user();
  const outside = it.world.outside.fetch;
  onTestFinished(() => {
    it.world.outside.fetch = outside;
  });
  it.world.outside.fetch = async (url, init) => {
    const answer = await outside(url, init);
    if (init?.method === 'POST') {
      const gateway = [...it.payrexx.gateways.keys()].at(-1)!;
      expect((await it.notify(it.payrexx.attempt(gateway, 'confirmed'))).status).toBe(200);
    }
    return answer;
  };
  const { body } = await user.call(walletTopup, { topup_option_id: 2 });
  expect(body).toMatchObject({ success: true });
  expect([await it.statusOf(body.payment_id), await it.credits(user)]).toEqual([
    'gutgeschrieben',
    110,
  ]);
});

test('a lost response creates a second page; paid on both, one is credited, one is a case [GUT-15, GUT-16, T-PAY-09]', async () => {
  const user = await it.world.user();
  it.payrexx.answerInstead(({ method }) => (method === 'POST' ? 'lost' : undefined));
  expect((await user.call(walletTopup, { topup_option_id: 2 })).body).toMatchObject({
    code: 'PAYMENT_UNAVAILABLE',
  });
  it.payrexx.answerInstead();
  await it.poll();
  const [lost, known] = [...it.payrexx.gateways.values()].slice(-2);
  expect(lost!.referenceId).toBe(known!.referenceId);
  expect(lost!.id).not.toBe(known!.id);
  await it.notify(it.payrexx.attempt(known!.id, 'confirmed'));
  expect(await it.credits(user)).toBe(110);
  const twice = it.payrexx.attempt(lost!.id, 'confirmed');
  await it.notify(twice);
  await it.notify(twice);
  expect(await it.credits(user)).toBe(110);
  expect(await it.cases()).toContain(`unknown:payrexx:${lost!.id}`);
  await it.compare();
  expect(await it.cases()).toContain(`differs:${known!.referenceId}:CHF20000`);
});

test('an outage, a wrong key and rate limiting keep the payment open; a refusal ends it [GUT-15, ERR-060, T-FLT-08]', async () => {
  const silences: Record<string, () => Response> = {
    'status 500 in HTML': () => new Response('<html>Error</html>', { status: 500 }),
    'status 200 in HTML': () => new Response('<html>Wartung</html>', { status: 200 }),
    'status 400 in HTML, of a wall before it': () => new Response('<html>', { status: 400 }),
    'too many questions': () => new Response('slow down', { status: 429 }),
    'too many questions, as the wall says it': () => new Response('<html>', { status: 405 }),
    'shut out by the wall': () => new Response('<html>Forbidden</html>', { status: 403 }),
    'a wrong key': () =>
      Response.json({ status: 'error', message: 'The API secret is not correct' }, { status: 403 }),
    'another form': () => Response.json({ status: 'success', data: [{ id: 7 }] }),
    'no data': () => Response.json({ status: 'success', data: [] }),
    'no words': () => Response.json([]),
    'a redirect': () =>
      new Response(null, { status: 302, headers: { location: 'https://example.org' } }),
  };
  for (const [name, answer] of Object.entries(silences)) {
    const user = await it.world.user();
    it.payrexx.answerInstead(answer);
    expect((await user.call(walletTopup, { topup_option_id: 2 })).body.code, name).toBe(
      'PAYMENT_UNAVAILABLE',
    );
    const row = () =>
      it.world.db
        .selectFrom('payment')
        .select(['id', 'status', 'provider_ref as ref'])
        .where('account_id', '=', user.userId)
        .executeTakeFirstOrThrow();
    expect((await row()).status, name).toBe('erstellt');
    it.payrexx.answerInstead();
    await it.poll();
    const { ref, status } = await row();
    expect(status, name).toBe('offen');
    const transaction = it.payrexx.attempt(Number(ref), 'confirmed');
    it.payrexx.answerInstead(answer);
    expect((await it.notify(transaction)).status, `${name}: the webhook comes again`).toBe(503);
    await it.poll();
    it.payrexx.answerInstead(({ path }) =>
      path.startsWith('Transaction/') ? answer() : undefined,
    );
    expect((await it.notify(transaction)).status, `${name}: of the transaction`).toBe(503);
    it.payrexx.answerInstead();
    expect(await it.credits(user), name).toBe(0);
    expect((await it.notify(transaction)).status).toBe(200);
    expect(await it.credits(user), name).toBe(110);
  }
  for (const status of [400, 422, 200]) {
    const user = await it.world.user();
    it.payrexx.answerInstead(() =>
      Response.json({ status: 'error', message: 'Amount too low' }, { status }),
    );
    expect((await user.call(walletTopup, { topup_option_id: 2 })).body.code).toBe(
      'PAYMENT_UNAVAILABLE',
    );
    it.payrexx.answerInstead();
    const row = await it.world.db
      .selectFrom('payment')
      .select('status')
      .where('account_id', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect(row.status).toBe('gescheitert');
  }
});

test('an unknown gateway credits nobody; a webhook about no gateway is only recorded [GUT-19, T-PAY-04]', async () => {
  const { user, gateway, id } = await it.opened();
  const strange = it.payrexx.attempt(gateway, 'confirmed', { gateway: 99_999_999 });
  expect((await it.notify(strange)).status).toBe(200);
  const page = it.payrexx.attempt(gateway, 'confirmed', { gateway: null, referenceId: '' });
  expect((await it.notify(page)).status).toBe(200);
  expect([await it.statusOf(id), await it.credits(user)]).toEqual(['offen', 0]);
  const form = new URLSearchParams({
    'transaction[id]': '1',
    'transaction[invoice][paymentRequestId]': `${gateway}`,
  });
  it.payrexx.attempt(gateway, 'confirmed');
  const body = form.toString();
  const signature = createHmac('sha256', SIGNING_KEY).update(body).digest('hex');
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-webhook-signature': signature,
  };
  expect((await it.post(body, headers)).status, 'written as a form').toBe(200);
  expect(await it.credits(user)).toBe(110);
  it.world.clock.advance(2 * HOUR);
  it.payrexx.transactions.delete(strange.id);
  await it.compare();
  expect(await it.cases()).toContain(`unknown:payrexx:transaction:${page.id}`);
  it.payrexx.transactions.delete(page.id);
});
