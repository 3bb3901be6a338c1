import { getStaffOverview } from '@samtrot/shared/staff/overview-contract.ts';
import { expect, test } from 'vitest';
import { staffOf } from '../testing/world/staff.ts';
import { START, testWorld } from '../testing/world/world.ts';
import { fillDemo } from './demo.ts';
import { fillDemoDesk } from './demo-desk.ts';
import { fillDemoStaff } from './demo-staff.ts';

test('in the demo reports, an appeal and an approval wait, each as a line of the overview', async () => {
  await using world = await testWorld();
  const { db, app, config } = world;
  await fillDemo({ db, now: START, pictures: app.media, documents: app.documents });
  await fillDemoStaff({ db, now: START });
  await fillDemoDesk({ ...config, db, now: START });
  const owner = await staffOf(world, 'owner');
  const { body } = await owner.call(getStaffOverview, {});
  const count = (path: string) =>
    body.waiting.find((line: { path: string }) => line.path === path)?.count;
  expect({
    reports: count('/meldungen'),
    appeals: count('/einspruch'),
    approvals: count('/freigaben'),
  }).toEqual({ reports: 2, appeals: 1, approvals: 1 });
  expect(world.defects).toEqual([]);
});
