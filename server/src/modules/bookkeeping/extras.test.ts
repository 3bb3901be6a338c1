import { getMonth } from '@samtrot/shared/bookkeeping/contract.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import { expect, test } from 'vitest';
import { cantons } from '../../testing/listings/inserate.ts';
import { owners } from '../../testing/world/owners.ts';
import { staffOf } from '../../testing/world/staff.ts';
import { testWorld } from '../../testing/world/world.ts';

test('an order paid from three top-ups is divided by its prices, not by each of their parts [BOF-106]', async () => {
  await using world = await testWorld();
  const { on, ...user } = await owners(world, 0)();
  // Of 2, 2 and 46 credits a fifth is 0.4, 0.4 and 9.2.
  for (const credits of [2, 2, 46]) {
    world.clock.advance(1000);
    await on.grant(user.userId, credits);
  }
  const placed = await on.place(user, { inserat_typ: '1_week', cantons: cantons(5) });
  expect(placed.body.charged).toBe(50);
  const month = localDate(world.clock.now()).slice(0, 7);
  const { products } = (await (await staffOf(world, 'finance')).call(getMonth, { month })).body
    .report;
  expect(products).toMatchObject([
    { product: 'inserate', credits: 40, paid: 40, vat: 3 },
    { product: 'extras', credits: 10, paid: 10, vat: 0.75 },
    { product: 'banner', credits: 0 },
    { product: 'clubs', credits: 0 },
  ]);
  expect(world.defects).toEqual([]);
});
