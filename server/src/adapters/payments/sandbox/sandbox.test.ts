import { paymentStatus, walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hmacHex } from '../../../platform/crypto.ts';
import { type Caller, testWorld, type World } from '../../../testing/world/world.ts';
import { sandboxPayments } from './provider.ts';
import { isSigned, SIGNATURE_HEADER } from './webhook.ts';

let world: World;
let network: typeof fetch;
beforeAll(async () => {
  world = await testWorld();
  network = world.outside.fetch;
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => {
  world.outside.fetch = network;
  expect(world.defects.splice(0)).toEqual([]);
});

async function open(option = 2): Promise<{ user: Caller; id: string; path: string; ref: string }> {
  const user = await world.user();
  const { body } = await user.call(walletTopup, { topup_option_id: option });
  const path = new URL(body.payment_url).pathname;
  return { user, id: body.payment_id, path, ref: path.split('/').at(-1)! };
}

const choose = (path: string, form: string) =>
  world.send('', {
    method: 'POST',
    url: path,
    payload: form,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

const view = async (user: Caller, payment_id: string) =>
  (await user.call(paymentStatus, { payment_id })).body;

test('the payment page shows amount, reference, eight methods and its results, without a script [GUT-12, GUT-19]', async () => {
  const { id, path } = await open(4);
  const { status, headers, body } = await world.send('', { method: 'GET', url: path });
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain('CHF 1’000.-');
  expect(body).toContain(id);
  const methods = [...body.matchAll(/name="method" value="([^"]+)"/g)].map(([, method]) => method);
  const brands = [
    'TWINT',
    'Visa',
    'Mastercard',
    'Maestro',
    'American Express',
    'PostFinance',
    'Apple Pay',
    'Samsung Pay',
  ];
  expect(methods).toEqual(brands);
  const results = [...body.matchAll(/name="result" value="([^"]+)"/g)].map(([, result]) => result);
  expect(results).toEqual(['paid', 'late', 'less', 'more', 'declined', 'cancelled']);
  expect(body).not.toMatch(/<script|https?:\/\/|style="/);
});

test('each result redirects the browser with its status and notifies the portal [GUT-19, GUT-20]', async () => {
  const endings = [
    ['paid', 'success', 'credited', 110],
    ['declined', 'declined', 'declined', 0],
    ['cancelled', 'cancelled', 'cancelled', 0],
  ] as const;
  for (const [result, query, status, credits] of endings) {
    const { user, id, path } = await open();
    const answer = await choose(path, `result=${result}`);
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe(
      `http://localhost:3000/guthaben?status=${query}&payment=${id}`,
    );
    await world.runTasks('sandbox/notify');
    expect(await view(user, id)).toMatchObject({ payment: { status }, credits });
  }
});

test('paid late: the browser returns at once, the webhook follows after 20 seconds [GUT-19]', async () => {
  const { user, id, path } = await open();
  const answer = await choose(path, 'result=late');
  expect(answer.headers.location).toContain('status=success');
  world.clock.advance(19_000);
  await world.runTasks('sandbox/notify');
  expect(await view(user, id)).toMatchObject({ payment: { status: 'pending' }, credits: 0 });
  world.clock.advance(1_000);
  await world.runTasks('sandbox/notify');
  expect(await view(user, id)).toMatchObject({ payment: { status: 'credited' }, credits: 110 });
});

test('a decided payment stays decided, and another choice redirects to the same address [GUT-19]', async () => {
  const { user, id, path } = await open();
  const first = await choose(path, 'result=declined');
  for (const result of ['paid', 'late', 'cancelled', 'declined']) {
    const again = await choose(path, `result=${result}`);
    expect(again.status).toBe(303);
    expect(again.headers.location).toBe(first.headers.location);
  }
  await world.runTasks('sandbox/notify');
  expect(await view(user, id)).toMatchObject({ payment: { status: 'declined' }, credits: 0 });
  const page = (await world.send('', { method: 'GET', url: path })).body;
  expect(page).toContain('Diese Zahlung wurde abgelehnt.');
  expect(page).not.toContain('<form');
});

test('of concurrent choices one counts, and one webhook is sent [GUT-19]', async () => {
  const { ref, path } = await open();
  const results = ['paid', 'declined', 'cancelled', 'late', 'paid'];
  const responses = await Promise.all(results.map((result) => choose(path, `result=${result}`)));
  expect(new Set(responses.map(({ headers }) => headers.location)).size).toBe(1);
  const rows = await world.db
    .selectFrom('sandbox.notification')
    .select('id')
    .where('payment_id', '=', ref)
    .execute();
  expect(rows).toHaveLength(1);
});

test('an invalid choice decides nothing, an unknown payment is not found [GUT-19]', async () => {
  const { user, id, path } = await open();
  for (const form of [
    '',
    'result=',
    'result=PAID',
    'result=refunded',
    'result=paid&result=paid',
    'x=1',
    'result=<b>',
  ]) {
    expect((await choose(path, form)).status, form).toBe(422);
  }
  await world.runTasks('sandbox/notify');
  expect(await view(user, id)).toMatchObject({ payment: { status: 'pending' } });
  for (const url of [
    '/sandbox-pay/pay_x',
    '/sandbox-pay/%00',
    `/sandbox-pay/${'x'.repeat(150)}`,
    '/sandbox-pay/%F0%9F%92%B6',
  ]) {
    expect([400, 404], url).toContain((await world.send('', { method: 'GET', url })).status);
    expect([400, 404], url).toContain((await choose(url, 'result=paid')).status);
  }
});

test('the chosen method reaches the portal; an unknown one is ignored [GUT-19]', async () => {
  const [one, two] = [await open(), await open()];
  await choose(one.path, 'result=paid&method=Samsung+Pay');
  await choose(two.path, 'result=paid&method=%3Cscript%3E');
  await world.runTasks('sandbox/notify');
  const rows = await world.db
    .selectFrom('payment')
    .select('method')
    .where('id', 'in', [one.id, two.id])
    .execute();
  expect(rows.map(({ method }) => method).sort()).toEqual(['Samsung Pay', null]);
});

test('the API requires its key and has one payment for each idempotency key [GUT-19]', async () => {
  const key = hmacHex(world.config.sessionSecret, 'sandbox/api');
  const url = '/sandbox-pay/api/payments';
  const order = {
    amount: 500,
    currency: 'CHF',
    reference: 'r-1',
    description: 'd',
    return_url: 'http://localhost:3000/x',
  };
  const create = (payload: object, authorization?: string, idempotency = 'key-1') =>
    world.send('', {
      method: 'POST',
      url,
      payload,
      headers: { 'idempotency-key': idempotency, ...(authorization && { authorization }) },
    });
  for (const authorization of [undefined, 'Bearer ', `Bearer ${key}x`, key, `Basic ${key}`]) {
    expect((await create(order, authorization)).status).toBe(401);
    expect(
      (
        await world.send('', {
          method: 'GET',
          url: `${url}/pay_x`,
          headers: { ...(authorization && { authorization }) },
        })
      ).status,
    ).toBe(401);
  }
  const bearer = `Bearer ${key}`;
  const made = await Promise.all(Array.from({ length: 5 }, () => create(order, bearer)));
  expect(made.map(({ status }) => status)).toEqual(Array(5).fill(201));
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
  expect((await create({ ...order, amount: 501 }, bearer)).status).toBe(409);
  for (const wrong of [
    { amount: 0 },
    { amount: -5 },
    { amount: 1.5 },
    { amount: '5' },
    { currency: 'EUR' },
    { reference: '' },
    { return_url: 'x' },
  ])
    expect(
      (await create({ ...order, ...wrong }, bearer, 'key-2')).status,
      JSON.stringify(wrong),
    ).toBe(422);
  expect((await create(order, bearer, '')).status).toBe(422);
  const status = await world.send('', {
    method: 'GET',
    url: `${url}/${made[0]!.body.id}`,
    headers: { authorization: bearer },
  });
  expect(status.body).toEqual({
    id: made[0]!.body.id,
    status: 'open',
    amount: 500,
    currency: 'CHF',
    reference: 'r-1',
    merchant: 'samtrot',
    method: null,
    refunded: 0,
    charged_back: false,
    fee: null,
  });
});

test('a webhook is retried with backoff until the response is 2xx [GUT-19]', async () => {
  const { user, id, path } = await open();
  await choose(path, 'result=paid');
  const start = world.clock.now().getTime();
  const tried: number[] = [];
  let answer = 500;
  world.outside.fetch = (url, init) => {
    if (!String(url).endsWith('/webhooks/payments/sandbox')) return network(url, init);
    const headers = new Headers(init?.headers);
    const secret = hmacHex(world.config.sessionSecret, 'sandbox/webhook');
    const raw = Buffer.from(String(init?.body));
    expect(isSigned(secret, headers.get(SIGNATURE_HEADER), raw, world.clock.now())).toBe(true);
    tried.push((world.clock.now().getTime() - start) / 1000);
    if (answer === 0) return Promise.reject(new TypeError('connection refused'));
    return answer === 200
      ? network(url, init)
      : Promise.resolve(new Response('', { status: answer }));
  };
  for (let second = 0; second <= 200; second++) {
    answer = second < 3 ? 500 : second < 10 ? 0 : second < 100 ? 302 : 200;
    await world.runTasks('sandbox/notify');
    world.clock.advance(1000);
  }
  expect(tried).toEqual([0, 2, 6, 14, 30, 62, 126]);
  expect(await view(user, id)).toMatchObject({ payment: { status: 'credited' }, credits: 110 });
});

test('the provider is reached at the port of the server, whatever address it listens on [GUT-19]', async () => {
  const asked: string[] = [];
  for (const host of ['127.0.0.1', '0.0.0.0', '::', 'localhost', '10.0.0.7', 'fd00::7']) {
    const { provider } = sandboxPayments({
      config: { ...world.config, publicUrl: 'https://portal.example', host, port: 1234 },
      db: world.db,
      clock: world.clock,
      fetch: async (url) => {
        asked.push(new URL(String(url)).origin);
        return Response.json({}, { status: 404 });
      },
    });
    expect(await provider.fetchStatus('pay_1')).toBeUndefined();
  }
  const loopback = 'http://127.0.0.1:1234';
  expect(asked).toEqual([
    ...Array(4).fill(loopback),
    'http://10.0.0.7:1234',
    'http://[fd00::7]:1234',
  ]);
});

test('the sandbox refuses to start in production [GUT-19]', () => {
  expect(() =>
    sandboxPayments({
      config: { ...world.config, mode: 'production' },
      db: world.db,
      clock: world.clock,
      fetch: network,
    }),
  ).toThrow('never runs in production');
});
