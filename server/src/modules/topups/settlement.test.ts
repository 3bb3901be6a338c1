import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { paymentStatus, walletTopup } from '@samtrot/shared/topups/contract.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { SIGNATURE_HEADER, signatureOf } from '../../adapters/payments/sandbox/webhook.ts';
import { hmacHex } from '../../platform/crypto.ts';
import { connect } from '../../platform/db.ts';
import { rounds } from '../../testing/process/deep.ts';
import { race } from '../../testing/process/race.ts';
import { type Caller, testWorld, type World } from '../../testing/world/world.ts';
import * as wallet from '../wallet/service.ts';
import { closeCase, openCases } from './cases/cases.ts';
import type { PaymentProvider } from './ports.ts';
import { openAtProvider } from './settlement.ts';

const HOOK = '/webhooks/payments/sandbox';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let world: World;
let secret: string;
let port: number;
let network: typeof fetch;
/** The owner of the database, who may change its shape. */
let owner: ReturnType<typeof connect>;
beforeAll(async () => {
  world = await testWorld();
  network = world.outside.fetch;
  owner = connect(world.url, { role: null, max: 1 });
  secret = hmacHex(world.config.sessionSecret, 'sandbox/webhook');
  await world.server.listen({ port: 0, host: '127.0.0.1' });
  port = (world.server.server.address() as { port: number }).port;
});
afterAll(async () => {
  await owner.db.destroy();
  await world[Symbol.asyncDispose]();
});
afterEach(() => {
  world.outside.fetch = network;
  expect(world.defects.splice(0)).toEqual([]);
});

interface Opened {
  user: Caller;
  id: string;
  ref: string;
  url: string;
}

/** A payment of 100 credits + 10 bonus whose page is open. */
async function opened(): Promise<Opened> {
  const user = await world.user();
  const { payment_id, payment_url } = (await user.call(walletTopup, { topup_option_id: 2 })).body;
  return { user, id: payment_id, url: payment_url, ref: payment_url.split('/').at(-1) };
}

/** The provider's books, changed as only the provider could. */
const atProvider = (ref: string, change: Record<string, string | number>) =>
  world.db.updateTable('sandbox.payment').set(change).where('id', '=', ref).execute();

const statusOf = async (id: string) =>
  (
    await world.db
      .selectFrom('payment')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status;

const creditsOf = (user: Caller) =>
  world.db.transaction().execute((db) => wallet.balance(db, user.userId));

const bodyFor = (ref: string, id = `evt_${randomUUID()}`) =>
  JSON.stringify({ id, type: 'payment.decided', payment: ref });

const signed = (body: string, at = world.clock.now()) => ({
  'content-type': 'application/json',
  [SIGNATURE_HEADER]: signatureOf(secret, body, at),
});

const notify = (body: string, headers: Record<string, string> = signed(body)) =>
  world.send('', { method: 'POST', url: HOOK, payload: body, headers });

const auditOf = async (object: string) =>
  (
    await world.db
      .selectFrom('audit')
      .select('action')
      .where('object', '=', object)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

const unreachable: typeof fetch = async () => {
  throw new TypeError('fetch failed');
};

test('ten notifications one after the other credit once, each is answered with 200 [GUT-19, T-PAY-05]', async () => {
  const { user, ref } = await opened();
  await atProvider(ref, { status: 'paid' });
  const same = bodyFor(ref);
  for (let n = 0; n < 5; n++) expect((await notify(same)).status).toBe(200);
  for (let n = 0; n < 5; n++) expect((await notify(bodyFor(ref))).status).toBe(200);
  world.clock.advance(HOUR);
  expect((await notify(same)).status).toBe(200);
  expect(await creditsOf(user)).toBe(110);
  const events = await world.db
    .selectFrom('payment_event')
    .select('event_id')
    .where('provider_ref', '=', ref)
    .execute();
  expect(events).toHaveLength(6);
});

test('ten notifications at the same instant credit once, in each of 20 rounds [GUT-19, T-PAY-05, T-RACE-03]', async () => {
  for (let round = 0; round < rounds(5, 20); round++) {
    const { user, ref } = await opened();
    await atProvider(ref, { status: 'paid' });
    const same = bodyFor(ref);
    const bodies = Array.from({ length: 10 }, () => (round % 2 ? bodyFor(ref) : same));
    const statuses = await race(
      port,
      bodies.map((body) => ({ path: HOOK, body, headers: signed(body) })),
    );
    expect(statuses).toEqual(Array(10).fill(200));
    expect(await creditsOf(user)).toBe(110);
  }
});

test('notification and poller at the same instant credit once [GUT-19, T-PAY-07]', async () => {
  for (let round = 0; round < rounds(5, 20); round++) {
    const { user, ref } = await opened();
    await atProvider(ref, { status: 'paid' });
    world.clock.advance(2 * MINUTE);
    const body = bodyFor(ref);
    await Promise.all([
      notify(body),
      world.runTasks('topups/poll'),
      notify(bodyFor(ref)),
      world.runTasks('topups/poll'),
    ]);
    expect(await creditsOf(user)).toBe(110);
  }
});

test('a status that was read before a newer one was carried out is read again [GUT-19, T-PAY-06, T-RACE-03]', async () => {
  const { user, ref, id } = await opened();
  await atProvider(ref, { status: 'paid', amount: 9_000 });
  let reads = 0;
  world.outside.fetch = async (url, init) => {
    const answer = await network(url, init);
    if (String(url).endsWith(ref) && ++reads === 1) {
      await atProvider(ref, { amount: 10_000 });
      expect((await notify(bodyFor(ref))).status).toBe(200);
    }
    return answer;
  };
  expect((await notify(bodyFor(ref))).status).toBe(200);
  expect([await creditsOf(user), await statusOf(id), reads]).toEqual([110, 'gutgeschrieben', 3]);
  const cases = await world.db
    .selectFrom('payment_case')
    .select('kind')
    .where('payment_id', '=', id)
    .execute();
  expect(cases).toEqual([]);
});

test('a notification that the provider did not sign just now moves nothing [GUT-19, T-PAY-03]', async () => {
  const { user, ref, id } = await opened();
  await atProvider(ref, { status: 'paid' });
  const body = bodyFor(ref);
  const now = world.clock.now();
  const at = (minutes: number) => new Date(now.getTime() + minutes * MINUTE);
  const good = signatureOf(secret, body, now);
  const forged: Record<string, [string, Record<string, string>]> = {
    'no signature': [body, {}],
    'empty signature': [body, { [SIGNATURE_HEADER]: '' }],
    'wrong key': [body, { [SIGNATURE_HEADER]: signatureOf('x'.repeat(64), body, now) }],
    "the api's key": [
      body,
      {
        [SIGNATURE_HEADER]: signatureOf(
          hmacHex(world.config.sessionSecret, 'sandbox/api'),
          body,
          now,
        ),
      },
    ],
    'another body': [bodyFor(ref), { [SIGNATURE_HEADER]: good }],
    'the same JSON in other bytes': [body.replace('{', '{ '), { [SIGNATURE_HEADER]: good }],
    'a byte more': [`${body}\n`, { [SIGNATURE_HEADER]: good }],
    'six minutes old': [body, { [SIGNATURE_HEADER]: signatureOf(secret, body, at(-6)) }],
    'from the future': [body, { [SIGNATURE_HEADER]: signatureOf(secret, body, at(6)) }],
    'its time changed': [
      body,
      { [SIGNATURE_HEADER]: good.replace(/^t=\d+/, `t=${now.getTime() / 1000 - 1}`) },
    ],
    'two times': [body, { [SIGNATURE_HEADER]: `t=1,${good}` }],
    'no time': [body, { [SIGNATURE_HEADER]: good.replace(/^t=\d+,/, '') }],
    'a cut signature': [body, { [SIGNATURE_HEADER]: good.slice(0, -1) }],
    'an upper-case signature': [body, { [SIGNATURE_HEADER]: good.toUpperCase() }],
    'another header': [body, { 'x-signature': good }],
    'nothing at all': ['', { [SIGNATURE_HEADER]: signatureOf(secret, '', now) }],
    'no JSON': ['x', { [SIGNATURE_HEADER]: signatureOf(secret, 'x', now) }],
    'no payment': [
      '{"id":"evt_1"}',
      { [SIGNATURE_HEADER]: signatureOf(secret, '{"id":"evt_1"}', now) },
    ],
    'a list': ['[]', { [SIGNATURE_HEADER]: signatureOf(secret, '[]', now) }],
  };
  for (const [name, [payload, headers]] of Object.entries(forged)) {
    expect(
      await notify(payload, { 'content-type': 'application/json', ...headers }),
      name,
    ).toMatchObject({
      status: 401,
      body: { success: false, code: 'BAD_SIGNATURE' },
    });
  }
  const packed = gzipSync(body);
  const gzip = await world.send('', {
    method: 'POST',
    url: HOOK,
    payload: packed,
    headers: {
      [SIGNATURE_HEADER]: good,
      'content-encoding': 'gzip',
      'content-type': 'application/json',
    },
  });
  expect(gzip.status).toBe(401);
  expect((await notify('x'.repeat(2_000_000))).status).toBe(413);
  expect((await world.send('', { method: 'GET', url: HOOK })).status).toBe(404);
  expect(
    (
      await world.send('', {
        method: 'POST',
        url: '/webhooks/payments/other',
        payload: body,
        headers: signed(body),
      })
    ).status,
  ).toBe(404);
  expect(await statusOf(id)).toBe('offen');
  expect(await creditsOf(user)).toBe(0);
  const events = await world.db
    .selectFrom('payment_event')
    .select('event_id')
    .where('provider_ref', '=', ref)
    .execute();
  expect(events).toEqual([]);

  // With a second signature beside it, as while the provider changes its key, the true one counts.
  expect(
    (await notify(body, { [SIGNATURE_HEADER]: good.replace(',v1=', ',v1=00,v1=') })).status,
  ).toBe(200);
  expect(await creditsOf(user)).toBe(110);
});

test('genuine, signed, and yet not what was asked for: no credit, a case for the operator [GUT-19, T-PAY-04]', async () => {
  const other = await opened();
  const differences: Record<string, string | number>[] = [
    { currency: 'EUR' },
    { merchant: 'somebody-else' },
    { reference: other.id },
    { reference: randomUUID() },
    { reference: '' },
  ];
  for (const difference of differences) {
    const { user, ref, id } = await opened();
    await atProvider(ref, { status: 'paid', ...difference });
    const name = JSON.stringify(difference);
    expect((await notify(bodyFor(ref))).status, name).toBe(200);
    expect((await notify(bodyFor(ref))).status, name).toBe(200);
    expect(await statusOf(id), name).toBe('abweichend');
    expect(await auditOf(`payment:${id}`), name).toEqual(['payment_differs']);
    expect(await creditsOf(user), name).toBe(0);
    const view = await user.call(paymentStatus, { payment_id: id });
    expect(view.body.payment.status, 'waits for an operator').toBe('review');
  }
  expect(await creditsOf(other.user)).toBe(0);
  expect(await statusOf(other.id)).toBe('offen');
});

test.each([
  ['differs', { currency: 'EUR' }, { amountRappen: 10_000, currency: 'EUR' }],
  ['differs', { currency: 'EUR', amount: 7_000 }, { amountRappen: 7_000, currency: 'EUR' }],
  ['underpaid', { amount: 9_000 }, { paid_rappen: 9_000 }],
  ['underpaid', { amount: 8_000 }, { paid_rappen: 8_000 }],
] as const)(
  'a payment that is %s, declined and then %j, has one open case again [FIX-01, GUT-19]',
  async (kind, second, details) => {
    const { ref, id } = await opened();
    const report = async (change: Record<string, string | number>) => {
      world.clock.advance(MINUTE);
      await atProvider(ref, change);
      expect((await notify(bodyFor(ref))).status).toBe(200);
    };
    const cases = async () => {
      const found = (await world.db.transaction().execute(openCases)).filter(
        ({ payment_id }) => payment_id === id,
      );
      return found.map((one) => [one.kind, one.opened_at, one.details]);
    };
    await report({
      status: 'paid',
      ...(kind === 'differs' ? { currency: 'EUR' } : { amount: 9_000 }),
    });
    expect(await cases()).toMatchObject([[kind, world.clock.now(), {}]]);
    await report({ status: 'declined' });
    expect([await statusOf(id), await cases()]).toEqual(['abgelehnt', []]);
    await report({ status: 'paid', ...second });
    expect(await statusOf(id)).toBe(kind === 'differs' ? 'abweichend' : 'teilbezahlt');
    expect(await cases()).toMatchObject([[kind, world.clock.now(), details]]);
  },
);

test('a case that an operator has closed stays closed when the same is reported again [FIX-01]', async () => {
  const { ref, id } = await opened();
  const report = async (change: Record<string, string | number>) => {
    await atProvider(ref, change);
    expect((await notify(bodyFor(ref))).status).toBe(200);
  };
  const open = async () =>
    (await world.db.transaction().execute(openCases)).filter(({ payment_id }) => payment_id === id);
  await report({ status: 'paid' });
  await report({ currency: 'EUR' });
  await report({ currency: 'CHF' });
  expect(await open(), 'francs again').toEqual([]);
  await report({ currency: 'EUR' });
  const [again] = await open();
  expect(again).toMatchObject({ kind: 'differs', details: { currency: 'EUR' } });
  const ctx = { now: world.clock.now(), actor: { kind: 'cli' } } as const;
  await world.db
    .transaction()
    .execute((db) => closeCase({ ...ctx, db }, { id: again!.id, note: 'abgeklärt' }));
  await report({ currency: 'EUR' });
  expect(await open()).toEqual([]);
});

test('a paid payment of the provider that was never opened here is not credited [GUT-19, T-PAY-04]', async () => {
  const { user, ref, id } = await opened();
  const [stranger, unpaid] = [`pay_${randomUUID()}`, `pay_${randomUUID()}`];
  for (const [one, status] of [
    [stranger, 'paid'],
    [unpaid, 'declined'],
  ])
    await sql`insert into sandbox.payment
      select ${one}, ${one}, merchant, amount, currency, reference, description, return_url, ${status}, method, created_at
        from sandbox.payment where id = ${ref}`.execute(world.db);
  for (const unknown of [stranger, unpaid, 'pay_nothing', '../payments', '%', 'ü'.repeat(150)]) {
    expect((await notify(bodyFor(unknown))).status).toBe(200);
    expect(await auditOf(`sandbox:${unknown}`)).toEqual(['payment_unknown']);
  }
  // Only where money came there is something to decide.
  const { rows } = await sql<{ key: string }>`
    select key from payment_case where key like 'unknown:%'`.execute(world.db);
  expect(rows.map(({ key }) => key)).toEqual([`unknown:sandbox:${stranger}`]);
  expect(await creditsOf(user)).toBe(0);
  expect(await statusOf(id)).toBe('offen');
});

test('out of order: whatever was reported before, paid is credited and stays credited [GUT-19, T-PAY-06]', async () => {
  const orders: [string, string][] = [
    ['declined', 'paid'],
    ['cancelled', 'paid'],
    ['paid', 'declined'],
    ['paid', 'cancelled'],
    ['paid', 'open'],
  ];
  for (const [first, second] of orders) {
    const { user, ref, id } = await opened();
    for (const status of [first, second]) {
      await atProvider(ref, { status });
      expect((await notify(bodyFor(ref))).status).toBe(200);
    }
    expect(await statusOf(id), `${first} then ${second}`).toBe('gutgeschrieben');
    expect(await creditsOf(user)).toBe(110);
  }
});

test('a notification about a payment that is still open changes nothing [GUT-19, T-PAY-04]', async () => {
  const { user, ref, id } = await opened();
  expect((await notify(bodyFor(ref))).status).toBe(200);
  expect(await statusOf(id)).toBe('offen');
  expect(await creditsOf(user)).toBe(0);
});

test('without any notification the poller credits, after 1, 5, 15, 60 minutes, then hourly [GUT-19, T-PAY-07]', async () => {
  const { user, ref } = await opened();
  const asked: number[] = [];
  const start = world.clock.now().getTime();
  world.outside.fetch = (url, init) => {
    if (String(url).endsWith(ref)) asked.push((world.clock.now().getTime() - start) / MINUTE);
    return network(url, init);
  };
  for (let minute = 0; minute < 205; minute++) {
    world.clock.advance(MINUTE);
    await world.runTasks('topups/poll');
  }
  expect(asked).toEqual([1, 6, 21, 81, 141, 201]);
  await atProvider(ref, { status: 'paid' });
  world.clock.advance(HOUR);
  await world.runTasks('topups/poll');
  expect(await creditsOf(user)).toBe(110);
  const before = asked.length;
  world.clock.advance(24 * HOUR);
  await world.runTasks('topups/poll');
  expect(asked).toHaveLength(before);
});

test('an unpaid payment expires after seven days; paid on the eighth it is credited all the same [GUT-19, T-PAY-07]', async () => {
  const { user, ref, id } = await opened();
  for (let hour = 0; hour < 7 * 24 - 1; hour++) {
    world.clock.advance(HOUR);
    await world.runTasks('topups/poll');
  }
  expect(await statusOf(id)).toBe('offen');
  world.clock.advance(2 * HOUR);
  await world.runTasks('topups/poll');
  expect(await statusOf(id)).toBe('verfallen');
  world.clock.advance(24 * HOUR);
  await atProvider(ref, { status: 'paid' });
  expect((await notify(bodyFor(ref))).status).toBe(200);
  expect(await statusOf(id)).toBe('gutgeschrieben');
  expect(await creditsOf(user)).toBe(110);
});

test('a provider that is away is known from its first silence until it answers [RUN-17, GUT-19]', async () => {
  const { user, ref } = await opened();
  const seen = async () => (await world.app.health.providers())[0]?.failing_since;
  const look = async (minutes: number) => {
    world.clock.advance(minutes * MINUTE);
    await world.runTasks('topups/poll');
    return seen();
  };
  await atProvider(ref, { status: 'paid' });
  world.outside.fetch = unreachable;
  const first = new Date(world.clock.now().getTime() + MINUTE);
  expect(await look(1)).toEqual(first);
  expect(await look(5)).toEqual(first);
  expect(await look(15)).toEqual(first);
  world.outside.fetch = network;
  // Nothing is due.
  expect(await look(1)).toEqual(first);
  expect(await look(60)).toBe(null);
  expect(await creditsOf(user)).toBe(110);
});

test('a provider that is asked for nothing any more is not away [RUN-17, GUT-19]', async () => {
  const { user, ref } = await opened();
  const seen = async () => (await world.app.health.providers())[0]?.failing_since;
  world.outside.fetch = unreachable;
  world.clock.advance(MINUTE);
  await world.runTasks('topups/poll');
  expect(await seen()).toEqual(world.clock.now());
  world.outside.fetch = network;
  await atProvider(ref, { status: 'paid' });
  expect((await notify(bodyFor(ref))).status).toBe(200);
  expect(await creditsOf(user)).toBe(110);
  expect(await seen()).toBe(null);
});

test('while the provider is unavailable a notification is refused, and repeated [GUT-19]', async () => {
  const { user, ref } = await opened();
  await atProvider(ref, { status: 'paid' });
  const body = bodyFor(ref);
  world.outside.fetch = unreachable;
  expect(await notify(body)).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  world.outside.fetch = network;
  expect((await notify(body)).status).toBe(200);
  expect(await creditsOf(user)).toBe(110);
});

test('every way the provider fails to open a payment is one typed error, and the payment is kept [GUT-15, GUT-16, ERR-060, T-FLT-08]', async () => {
  const responses: Record<string, typeof fetch> = {
    'does not answer': unreachable,
    'status 500': async () => new Response('oops', { status: 500 }),
    'no JSON': async () => new Response('<html>', { status: 200 }),
    'another shape': async () => Response.json({ id: 7, url: 'x' }),
  };
  for (const [name, answer] of Object.entries(responses)) {
    const user = await world.user();
    world.outside.fetch = answer;
    expect(await user.call(walletTopup, { topup_option_id: 2 }), name).toMatchObject({
      status: 502,
      body: {
        success: false,
        code: 'PAYMENT_UNAVAILABLE',
        message: 'Fehler beim Erstellen der Zahlung',
      },
    });
    const row = await onlyPayment(user);
    expect(row.status).toBe('erstellt');

    world.outside.fetch = network;
    world.clock.advance(2 * MINUTE);
    await world.runTasks('topups/poll');
    expect(await onlyPayment(user), name).toMatchObject({
      id: row.id,
      status: 'offen',
      provider_ref: expect.any(String),
    });
  }
});

test('a call of the provider times out before ten seconds [GUT-16, T-FLT-08]', async () => {
  const user = await world.user();
  world.outside.fetch = (_url, init) =>
    new Promise((_, fail) => {
      if (init?.signal?.aborted) fail(init.signal.reason as Error);
    });
  using timeout = vi
    .spyOn(AbortSignal, 'timeout')
    .mockReturnValue(AbortSignal.abort(new Error('timeout')));
  const answer = await user.call(walletTopup, { topup_option_id: 2 });
  expect(answer).toMatchObject({ status: 502, body: { code: 'PAYMENT_UNAVAILABLE' } });
  for (const [ms] of nonEmpty(timeout.mock.calls)) expect(ms).toBeLessThan(10_000);
  expect((await onlyPayment(user)).status).toBe('erstellt');
});

test('a refused payment has failed for good and does not count as open [GUT-16]', async () => {
  const user = await world.user();
  world.outside.fetch = async () => Response.json({ error: 'no' }, { status: 422 });
  for (let n = 0; n < 4; n++) {
    const answer = await user.call(walletTopup, { topup_option_id: 2 });
    expect(answer).toMatchObject({ status: 502, body: { code: 'PAYMENT_UNAVAILABLE' } });
  }
  const rows = await world.db
    .selectFrom('payment')
    .selectAll()
    .where('account_id', '=', user.userId)
    .execute();
  expect(rows).toMatchObject(Array(4).fill({ status: 'gescheitert', next_check_at: null }));
});

test("with the provider's response lost, a paid payment is credited once, by notification [GUT-19, T-PAY-08]", async () => {
  const user = await world.user();
  world.outside.fetch = async (url, init) => {
    await network(url, init);
    throw new TypeError('connection reset');
  };
  expect((await user.call(walletTopup, { topup_option_id: 2 })).status).toBe(502);
  world.outside.fetch = network;
  const { id } = await onlyPayment(user);
  const { id: ref } = await world.db
    .selectFrom('sandbox.payment')
    .select('id')
    .where('reference', '=', id)
    .executeTakeFirstOrThrow();
  await atProvider(ref, { status: 'paid' });
  expect((await notify(bodyFor(ref))).status).toBe(200);
  expect(await onlyPayment(user)).toMatchObject({ status: 'gutgeschrieben', provider_ref: ref });
  world.clock.advance(HOUR);
  await world.runTasks('topups/poll');
  expect(await creditsOf(user)).toBe(110);
});

test('with response and notification lost, the poller finds the payment and credits it [GUT-19, T-PAY-08]', async () => {
  const user = await world.user();
  world.outside.fetch = async (url, init) => {
    await network(url, init);
    throw new TypeError('connection reset');
  };
  await user.call(walletTopup, { topup_option_id: 2 });
  world.outside.fetch = network;
  const { id } = await onlyPayment(user);
  await world.db
    .updateTable('sandbox.payment')
    .set({ status: 'paid' })
    .where('reference', '=', id)
    .execute();
  world.clock.advance(2 * MINUTE);
  await world.runTasks('topups/poll');
  expect(await onlyPayment(user)).toMatchObject({ status: 'gutgeschrieben' });
  expect(await creditsOf(user)).toBe(110);
  const atSandbox = await world.db
    .selectFrom('sandbox.payment')
    .select('id')
    .where('reference', '=', id)
    .execute();
  expect(atSandbox).toHaveLength(1);
});

test("a notification before the provider's response credits; the page still opens [GUT-19, T-PAY-08]", async () => {
  const user = await world.user();
  world.outside.fetch = async (url, init) => {
    const answer = await network(url, init);
    if (init?.method !== 'POST') return answer;
    world.outside.fetch = network;
    const { id } = (await answer.clone().json()) as { id: string };
    await atProvider(id, { status: 'paid' });
    expect((await notify(bodyFor(id))).status).toBe(200);
    return answer;
  };
  const { body } = await user.call(walletTopup, { topup_option_id: 2 });
  expect(body.payment_url).toContain('/sandbox-pay/');
  expect(await onlyPayment(user)).toMatchObject({
    status: 'gutgeschrieben',
    payment_url: body.payment_url,
  });
  expect(await creditsOf(user)).toBe(110);
});

test('of two concurrent openings at a provider without idempotency the first counts for both [T-PAY-09, GUT-19]', async () => {
  const { id, ref, url } = await opened();
  const create = async () => ({ ref: `pay_${randomUUID()}`, url: 'http://localhost/other' });
  const second = await openAtProvider({ create } as unknown as PaymentProvider, {
    id,
    price: 10_000,
    credits: 100,
    method: null,
  });
  const kept = await world.db.transaction().execute((db) => second.write(db, world.clock.now()));
  expect(kept).toEqual({ ref, url });
  await atProvider(ref, { status: 'paid' });
  await notify(bodyFor(ref));
  expect(await statusOf(id)).toBe('gutgeschrieben');
});

test('a payment the provider never answered for is given up after seven days [GUT-19]', async () => {
  const user = await world.user();
  world.outside.fetch = unreachable;
  await user.call(walletTopup, { topup_option_id: 2 });
  for (let hour = 0; hour <= 7 * 24 + 1; hour++) {
    world.clock.advance(HOUR);
    await world.runTasks('topups/poll');
  }
  expect(await onlyPayment(user)).toMatchObject({ status: 'gescheitert', next_check_at: null });
});

test('credits, bonus, state and receipt are booked together or not at all [GUT-19]', async () => {
  const { user, ref, id } = await opened();
  await atProvider(ref, { status: 'paid' });
  await sql`create function break_receipt() returns trigger language plpgsql as $$ begin
    if new.cause like 'topup:%' then raise exception 'disk full'; end if; return new; end $$`.execute(
    owner.db,
  );
  await sql`create trigger break_receipt before insert on mail for each row execute function break_receipt()`.execute(
    owner.db,
  );
  const body = bodyFor(ref);
  expect((await notify(body)).status).toBe(500);
  expect(world.defects.splice(0)).toHaveLength(1);
  expect(await statusOf(id)).toBe('offen');
  expect(await creditsOf(user)).toBe(0);
  await sql`drop trigger break_receipt on mail`.execute(owner.db);
  expect((await notify(body)).status).toBe(200);
  expect(await creditsOf(user)).toBe(110);
});

const onlyPayment = (user: Caller) =>
  world.db
    .selectFrom('payment')
    .selectAll()
    .where('account_id', '=', user.userId)
    .executeTakeFirstOrThrow();
