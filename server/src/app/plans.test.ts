import type { StaffAction } from '@samtrot/shared/kernel/action.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tablesReadWhole } from '../testing/process/plans.ts';
import { sentBy } from '../testing/process/sent.ts';
import { CALLS } from '../testing/world/calls.ts';
import { owners } from '../testing/world/owners.ts';
import { staffOf } from '../testing/world/staff.ts';
import { STAFF_CALLS } from '../testing/world/staff-calls.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';

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

/** Tables that grow with the advertisers. */
const LARGE =
  /^(account\w*|banner|booking\w*|club|hold|image|inserat\w*|ledger_\w+|payment\w*|placement|push|report|review|session|thread\w*|video|visit_\w+): /;
/**
 * A month is closed over all of its entries, payments are read in the order of an index, and the
 * receipts of websites are those of the last holds.
 */
const WHOLE_CALLS = ['close_month', 'payments', 'partners'];

test('no call of the house reads a large table whole', async () => {
  const caller = await staffOf(world, 'owner');
  const second = await staffOf(world, 'owner');
  const found: string[] = [];
  let answered = 0;
  for (const { spec } of nonEmpty(world.app.staffHandlers)) {
    const call = spec as StaffAction;
    if (call.right === null || WHOLE_CALLS.includes(call.name)) continue;
    world.clock.set(START);
    const prepare = STAFF_CALLS[call.name];
    const params = prepare ? await prepare({ caller, second, user: await newOwner() }) : {};
    const statements = await sentBy(async () => {
      const { status } = await caller.call(call, params as never);
      if (status < 300) answered++;
    });
    const whole = await tablesReadWhole(world.pool, statements);
    const large = whole.filter((read) => LARGE.test(read) && !FOUND_FIRST.test(read));
    found.push(...large.map((read) => `${call.name}: ${read}`));
  }
  expect(answered).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
