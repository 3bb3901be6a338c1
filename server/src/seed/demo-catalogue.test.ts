import { getCatalogue } from '@samtrot/shared/catalogue/staff-contract.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { expect, test } from 'vitest';
import { pricesAt } from '../modules/catalogue/service.ts';
import { staffOf } from '../testing/world/staff.ts';
import { START, testWorld } from '../testing/world/world.ts';
import { fillDemoCatalogue } from './demo-catalogue.ts';
import { fillDemoStaff } from './demo-staff.ts';

test('the demo shows prices that were and prices that come, and sells at those of today [BOF-109]', async () => {
  await using world = await testWorld();
  const { db } = world;
  await fillDemoStaff({ db, now: START });
  await Promise.all([1, 2].map(() => fillDemoCatalogue({ db, now: START })));
  const owner = await staffOf(world, 'owner');
  const { versions } = (await owner.call(getCatalogue, { list: 'packages' })).body;
  expect(versions).toMatchObject([
    { number: 4, state: 'coming', content: { '3_days': 22 } },
    { number: 3, state: 'valid', based_on: 2 },
    { number: 2, state: 'replaced', content: { '3_days': 18 } },
    { number: 1, state: 'replaced', created_by: null },
  ]);
  expect(
    new Set(versions.slice(0, 3).map((one: { decided_by: string }) => one.decided_by)).size,
  ).toBe(1);
  expect(versions[0].decided_by).not.toBe(versions[0].submitted_by);
  expect((await pricesAt({ db, now: START })).packages).toEqual(PRICES.packages);
});
