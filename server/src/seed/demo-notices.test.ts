import { getNewsletters } from '@samtrot/shared/newsletter/staff-contract.ts';
import { getNotices } from '@samtrot/shared/notices/contract.ts';
import { getPortalNotices } from '@samtrot/shared/notices/staff-contract.ts';
import { expect, test } from 'vitest';
import { staffOf } from '../testing/world/staff.ts';
import { START, testWorld } from '../testing/world/world.ts';
import { fillDemoNotices } from './demo-notices.ts';
import { fillDemoStaff } from './demo-staff.ts';

test('the demo has a notice that is over and a draft of a newsletter, once [BOF-131, BOF-133]', async () => {
  await using world = await testWorld();
  const { db } = world;
  await fillDemoStaff({ db, now: START });
  await Promise.all([1, 2].map(() => fillDemoNotices({ db, now: START })));
  const owner = await staffOf(world, 'owner');
  expect((await world.visitor.call(getNotices, {})).body.notices).toEqual([]);
  expect((await owner.call(getPortalNotices, {})).body.notices).toHaveLength(1);
  const { drafts } = (await owner.call(getNewsletters, {})).body;
  expect(drafts).toMatchObject([{ subject: 'Neues im Dezember', state: 'draft' }]);
});
