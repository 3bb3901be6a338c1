/**
 * Each call that moves money, sent with a key; the key itself is tested in `idempotency.test.ts`.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { race } from '../testing/process/race.ts';
import { snapshot } from '../testing/process/snapshot.ts';
import { CALLS } from '../testing/world/calls.ts';
import { keyedCalls } from '../testing/world/keyed-calls.ts';
import { type Owner, owners } from '../testing/world/owners.ts';
import { testWorld, type World } from '../testing/world/world.ts';

let world: World;
let fresh: () => Promise<Owner>;
let calls: ReturnType<typeof keyedCalls>;
let port: number;
beforeAll(async () => {
  world = await testWorld();
  fresh = owners(world);
  calls = keyedCalls(world);
  await world.server.listen({ port: 0, host: '127.0.0.1' });
  port = (world.server.server.address() as { port: number }).port;
});
afterEach(() => expect(world.defects).toEqual([]));
afterAll(() => world[Symbol.asyncDispose]());

const money = () =>
  world.app.handlers
    .map(({ spec }) => spec)
    .filter((spec) => spec.money)
    .map(
      ({ name, method, audience }) =>
        ({ name, audience, method: method === 'DELETE' ? method : 'POST' }) as const,
    );

test('these calls move money [INV-10]', () => {
  const names = money().map(({ method, name }) => `${method} ${name}`);
  for (const name of ['wallet_topup', 'apply_coupon', 'saveInserat', 'delete_account'])
    expect(names).toContain(`POST ${name}`);
  expect(names).toContain('DELETE delete_banner');
  for (const { audience } of money()) expect(audience).toBe('user');
});

test('every call replays a repeated request byte by byte and changes nothing else [INV-10]', async () => {
  for (const { name, method } of money().filter((spec) => spec.name !== 'delete_account')) {
    const owner = await fresh();
    const params = await CALLS[`${method} ${name}`]!.prepare(owner);
    const first = await calls.send(owner, name, params, 'k-1', method);
    expect(first, name).toMatchObject({ status: 200, replayed: false });
    const before = await snapshot(world);
    const shuffled = Object.fromEntries(Object.entries(params).toReversed());
    for (const body of [params, shuffled, { ...params, user_id: owner.userId }]) {
      expect(await calls.send(owner, name, body, 'k-1', method), name).toEqual({
        ...first,
        replayed: true,
      });
    }
    expect(await snapshot(world), name).toEqual(before);
  }
});

test('asked by five at once, every one has one effect [INV-10]', async () => {
  for (const { name, method } of money().filter((spec) => spec.name !== 'delete_account')) {
    const owner = await fresh();
    const params = await CALLS[`${method} ${name}`]!.prepare(owner);
    const effects = async () =>
      (await calls.paymentsOf(owner)).length + (await calls.movements(owner)).length;
    const before = await effects();
    const headers = { cookie: owner.cookie, 'idempotency-key': 'k-1' };
    const request = { method, path: `/api?action=${name}`, body: JSON.stringify(params), headers };
    expect(await race(port, Array(5).fill(request)), name).toEqual(Array(5).fill(200));
    // What was prepared without a key is remembered for a moment too.
    const kept = (await calls.keptOf(owner)).filter(({ action }) => action === name);
    expect(kept, name).toEqual([{ action: name, status: 200 }]);
    expect(await effects(), name).toBe(before + 1);
  }
});
