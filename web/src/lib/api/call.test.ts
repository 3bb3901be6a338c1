import { login } from '@samtrot/shared/access/contract.ts';
import { register } from '@samtrot/shared/accounts/contract.ts';
import { lostpassword } from '@samtrot/shared/accounts/recovery-contract.ts';
import { saveInserat } from '@samtrot/shared/inserate/contract.ts';
import { claimReview, queue } from '@samtrot/shared/moderation/review-contract.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { walletTopup } from '@samtrot/shared/topups/contract.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const json = (status: number, body: object) => async () =>
  new Response(JSON.stringify(body), { status });
const DONE = json(200, { success: true });
const failure = (status: number, code: string) =>
  json(status, { success: false, code, message: code });

let keys: (string | undefined)[] = [];
let responses: (() => Promise<Response>)[] = [];
beforeEach(() => {
  vi.resetModules();
  [keys, responses] = [[], []];
  vi.stubGlobal('location', { origin: 'http://localhost' });
  vi.stubGlobal('fetch', (_: URL, init: { headers: Record<string, string> }) => {
    keys.push(init.headers['idempotency-key']);
    return (responses.shift() ?? DONE)();
  });
});
afterEach(() => vi.unstubAllGlobals());

const load = () => import('./call.ts');
const topup = { topup_option_id: 2 };
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;
/** Presses one after the other, whatever comes of each. */
async function press(times: number, params: Parameters<typeof topupOf>[1] = topup) {
  const { call } = await load();
  for (let n = 0; n < times; n++) await topupOf(call, params).catch(() => {});
}
const topupOf = (
  call: Awaited<ReturnType<typeof load>>['call'],
  params: { topup_option_id: number },
) => call(walletTopup, params);

test('every press has a key of its own once the one before it was answered [INV-10]', async () => {
  responses = [
    DONE,
    failure(409, 'PRICE_CHANGED'),
    failure(502, 'PAYMENT_UNAVAILABLE'),
    failure(500, 'INTERNAL'),
  ];
  await press(5);
  for (const key of nonEmpty(keys)) expect(key).toMatch(UUID);
  expect(new Set(keys).size).toBe(5);
});

test.each([
  ['no network', () => Promise.reject(new TypeError('offline'))],
  ['an answer that nobody can read', async () => new Response('<html>', { status: 502 })],
  ['an answer that breaks off', async () => new Response('{"success":tr', { status: 200 })],
  ['a server that is away', failure(503, 'UNAVAILABLE')],
])('after %s the same press again has the same key [INV-10]', async (_, lost) => {
  responses = [lost, lost, DONE, DONE];
  await press(4);
  const [first, second, third, fourth] = keys;
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
});

test('another order has another key, and does not make the first one forget its own [INV-10]', async () => {
  const lost = failure(503, 'UNAVAILABLE');
  responses = [lost, lost];
  await press(1);
  await press(1, { topup_option_id: 3 });
  await press(1);
  await press(1, { topup_option_id: 3 });
  expect(keys[2]).toBe(keys[0]);
  expect(keys[3]).toBe(keys[1]);
  expect(keys[0]).not.toBe(keys[1]);
});

test('in the back office every change has a key, and what only reads has none', async () => {
  const { call, setEntry } = await load();
  setEntry('/betrieb/api', { allKeyed: true });
  responses = [failure(503, 'UNAVAILABLE'), DONE, DONE];
  const claim = () => call(claimReview, { review_id: 1 }).catch(() => {});
  for (let n = 0; n < 3; n++) await claim();
  await call(queue, {});
  const [first, second, third, reading] = keys;
  expect(first).toMatch(UUID);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(reading).toBeUndefined();
});

test('two presses before any answer are one [INV-10]', async () => {
  const { call } = await load();
  await Promise.all([call(walletTopup, topup), call(walletTopup, topup)]);
  expect(keys[1]).toBe(keys[0]);
});

test('only calls that move money have a key, and only where the browser can make one [INV-10]', async () => {
  const { call } = await load();
  await call(saveInserat, { inserat_id: 1 });
  await call(register, { username: 'Lena', email: 'l@beispiel.ch', password: 'x' });
  await call(saveInserat, { inserat_id: 1, post_status: 'draft' });
  expect(keys).toEqual([expect.stringMatching(UUID), undefined, undefined]);
  vi.stubGlobal('crypto', {});
  await call(walletTopup, topup);
  expect(keys[3]).toBeUndefined();
});

test('the login and the wish for a new password are posted as forms, other calls as JSON [FIX-48]', async () => {
  const sent: { type: string; body: string }[] = [];
  vi.stubGlobal(
    'fetch',
    async (_: URL, { headers, body }: { headers: Record<string, string>; body: string }) => {
      sent.push({ type: headers['content-type']!.split(';')[0]!, body });
      return DONE();
    },
  );
  const { call } = await load();
  const form = 'application/x-www-form-urlencoded';
  await call(login, { log: 'lena+1@beispiel.ch', pwd: 'Grün & 100 %', rememberme: '1' });
  await call(login, { log: 'Lena', pwd: 'x', rememberme: undefined });
  await call(lostpassword, {
    user_login: 'lena@beispiel.ch',
    redirect_to: 'http://localhost/auth/reset-password',
  });
  await call(walletTopup, topup);
  expect(sent.map(({ type }) => type)).toEqual([form, form, form, 'application/json']);
  const fields = sent.slice(0, 3).map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
  expect(fields).toEqual([
    { log: 'lena+1@beispiel.ch', pwd: 'Grün & 100 %', rememberme: '1' },
    { log: 'Lena', pwd: 'x' },
    { user_login: 'lena@beispiel.ch', redirect_to: 'http://localhost/auth/reset-password' },
  ]);
  expect(JSON.parse(sent[3]!.body)).toEqual(topup);
});
