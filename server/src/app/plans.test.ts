import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tablesReadWhole } from '../testing/process/plans.ts';
import { sentBy } from '../testing/process/work.ts';
import { CALLS } from '../testing/world/calls.ts';
import { owners } from '../testing/world/owners.ts';
import { testWorld, type World } from '../testing/world/world.ts';

/** Tables that stay small however many advertisers there are. */
const SMALL = /^(maintenance|staff|website): /;
/** An empty table is sorted by its key; in a large one the orders of a booking are found first. */
const FOUND_FIRST = /^booking_order: .* on o\.booking_id = c\.id order by o\.id$/;

let world: World;
let newOwner: ReturnType<typeof owners>;
beforeAll(async () => {
  world = await testWorld();
  newOwner = owners(world);
});
afterAll(() => world[Symbol.asyncDispose]());

test.each(nonEmpty(Object.keys(CALLS)))('%s reads no large table whole', async (name) => {
  const owner = await newOwner();
  const params = await CALLS[name]!.prepare(owner);
  const [method, action] = name.split(' ') as ['GET' | 'POST' | 'DELETE', string];
  const asText = Object.entries(params).map(([key, value]) => [key, String(value)]);
  const statements = await sentBy(() =>
    owner.raw(
      action,
      method === 'GET'
        ? { method, query: Object.fromEntries(asText) }
        : { method, payload: params },
    ),
  );
  const whole = await tablesReadWhole(world.pool, statements);
  expect(whole.filter((found) => !SMALL.test(found) && !FOUND_FIRST.test(found))).toEqual([]);
});
