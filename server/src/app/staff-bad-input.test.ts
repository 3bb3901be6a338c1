/** Whatever a field of the back office holds, nothing breaks (part 14 of its specification). */
import type { StaffAction } from '@samtrot/shared/kernel/action.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rounds } from '../testing/process/deep.ts';
import { owners } from '../testing/world/owners.ts';
import { type Staff, staffOf } from '../testing/world/staff.ts';
import { STAFF_CALLS } from '../testing/world/staff-calls.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';

let world: World;
let caller: Staff;
let second: Staff;
beforeAll(async () => {
  world = await testWorld();
  caller = await staffOf(world, 'owner');
  second = await staffOf(world, 'owner');
});
afterAll(() => world[Symbol.asyncDispose]());

const BAD: unknown[] = [
  ...[0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, true, null, [], {}, [[]], ['x'], '', ' '],
  ...['x', '1', "' or 1=1 --", '\u0000', '\ud800', '٣', 'ä'.repeat(5_000)],
  ...['9'.repeat(20), '2026-02-30', '2026-13', '0000-00', '1e9', '-0', '<b>x</b>', '%', '../..'],
];
/** Of these, so many for each field; all of them in the deep run. */
const EACH = rounds(4, BAD.length);

const fieldsOf = ({ input }: StaffAction): string[] =>
  Object.keys((input as never as { shape: object }).shape);

test('a bad value in any field of any call is refused in words, never a defect [BOF-16]', async () => {
  const fresh = owners(world);
  let turn = 0;
  const broken: string[] = [];
  for (const { spec } of nonEmpty(world.app.staffHandlers)) {
    const call = spec as StaffAction;
    if (call.right === null || call.name === 'staff_stay') continue;
    world.clock.set(START);
    const prepare = STAFF_CALLS[call.name];
    const good = prepare ? await prepare({ caller, second, user: await fresh() }) : {};
    for (const field of fieldsOf(call))
      for (let n = 0; n < EACH; n++) {
        const value = BAD[turn++ % BAD.length];
        const sent = call.method === 'GET' && typeof value === 'object' ? '[]' : value;
        const { status } = await caller.call(call, { ...good, [field]: sent } as never);
        if (status >= 500)
          broken.push(`${call.name} ${field} ${JSON.stringify(value).slice(0, 40)}`);
      }
  }
  expect([broken, world.defects]).toEqual([[], []]);
});
