import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { SIGNATURE_HEADER, signatureOf } from '../../adapters/payments/sandbox/webhook.ts';
import { hmacHex } from '../../platform/crypto.ts';
import { type Caller, testWorld, type World } from '../../testing/world/world.ts';
import { checkBooks } from '../overview/service.ts';
import * as wallet from '../wallet/service.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
  // Each try is looked at; the limits have tests of their own.
  vi.spyOn(world.app.limiter, 'consume').mockResolvedValue(false);
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(async () => {
  expect((await checkBooks(world.db)).problems).toEqual([]);
  expect(world.defects.splice(0)).toEqual([]);
});

const made = async () =>
  (await world.db.selectFrom('sandbox.payment').select('id').execute()).length;
const balance = ({ userId }: Caller) =>
  world.db.transaction().execute((db) => wallet.balance(db, userId));
const topup = (user: Caller, payload: object) => user.raw('wallet_topup', { payload });

test('amounts of a wrong type, unknown packages and duplicate parameters reach no provider [T-PAY-01, API-15]', async () => {
  const user = await world.user();
  const before = await made();
  const right = { topup_option_id: 2 };
  const misshapen: object[] = [
    ...['1', null, [], {}, true, 'NaN'].map((payment_amount) => ({ ...right, payment_amount })),
    ...['100%', null, [50], ''].map((discount_percent) => ({ ...right, discount_percent })),
    ...['100', null, { $gt: 0 }].map((amount) => ({ ...right, amount })),
    ...['2 or 1=1', null, [2, 3], 1.5, -2, 0, {}].map((topup_option_id) => ({ topup_option_id })),
    {},
  ];
  for (const payload of misshapen)
    expect((await topup(user, payload)).status, JSON.stringify(payload)).toBe(422);
  const json = { 'content-type': 'application/json' };
  for (const body of [
    '{"topup_option_id":2,"payment_amount":NaN}',
    '{"topup_option_id":2,"payment_amount":1e999}',
  ]) {
    const answer = await user.raw('wallet_topup', { payload: body, headers: json });
    expect([400, 409, 422], body).toContain(answer.status);
  }
  const twice = {
    method: 'POST' as const,
    url: '/api?action=wallet_topup&topup_option_id=1&topup_option_id=2',
  };
  expect((await world.send(user.cookie, { ...twice, payload: {} })).status).toBe(422);
  expect(await made()).toBe(before);
  expect(await balance(user)).toBe(0);
});

test('of everything a page may add only the number of the package reaches the provider [T-PAY-01]', async () => {
  const user = await world.user();
  const more = {
    currency: 'EUR',
    price: 1,
    price_rappen: 1,
    credits: 9999,
    bonus: 9999,
    reference: 'x',
    user: 1,
  };
  const { body } = await topup(user, { topup_option_id: 2, ...more });
  const { rows } = await sql`
    select amount, currency, reference, status from sandbox.payment where reference = ${body.payment_id}`.execute(
    world.db,
  );
  expect(rows).toEqual([
    { amount: 10_000, currency: 'CHF', reference: body.payment_id, status: 'open' },
  ]);
});

test('refunded, then reported as paid, open and declined: what went back stays back [T-PAY-06]', async () => {
  const user = await world.user();
  const { body } = await topup(user, { topup_option_id: 2 });
  const ref: string = body.payment_url.split('/').at(-1);
  const secret = hmacHex(world.config.sessionSecret, 'sandbox/webhook');
  const report = async (change: { status: string; refunded: number }) => {
    await world.db.updateTable('sandbox.payment').set(change).where('id', '=', ref).execute();
    const event = JSON.stringify({ id: `evt_${change.status}_${change.refunded}`, payment: ref });
    const headers = {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signatureOf(secret, event, world.clock.now()),
    };
    const answer = await world.send('', {
      method: 'POST',
      url: '/webhooks/payments/sandbox',
      payload: event,
      headers,
    });
    expect(answer.status).toBe(200);
    return [await balance(user), (await statusOf(body.payment_id)).status];
  };
  // The first notification is of a payment already refunded.
  expect(await report({ status: 'paid', refunded: 10_000 })).toEqual([0, 'erstattet']);
  for (const late of [
    { status: 'paid', refunded: 0 },
    { status: 'open', refunded: 0 },
    { status: 'declined', refunded: 0 },
  ])
    expect(await report(late)).toEqual([0, 'erstattet']);
  const moved = await sql<{ kind: string; amount: number }>`
    select kind, amount from ledger_transfer where cause like '%' || ${body.payment_id} or kind = 'chargeback' order by id`.execute(
    world.db,
  );
  expect(moved.rows.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    'topup 100',
    'bonus 10',
    'chargeback 110',
  ]);
});

const statusOf = (id: string) =>
  world.db.selectFrom('payment').select('status').where('id', '=', id).executeTakeFirstOrThrow();
