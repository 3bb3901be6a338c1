import { queue } from '@samtrot/shared/moderation/review-contract.ts';
import { LEVELS } from '@samtrot/shared/moderation/review-rules.ts';
import { expect, test } from 'vitest';
import { staffOf } from '../testing/world/staff.ts';
import { START, testWorld } from '../testing/world/world.ts';
import { fillDemo } from './demo.ts';
import { fillDemoReviews } from './demo-reviews.ts';
import { fillDemoStaff } from './demo-staff.ts';

test('in the demo some reviews of each level wait, the others are approved [BOF-42]', async () => {
  await using world = await testWorld();
  const { db, app } = world;
  await fillDemo({ db, now: START, pictures: app.media, documents: app.documents });
  await fillDemoStaff({ db, now: START });
  await fillDemoReviews({ db, now: START });
  const moderator = await staffOf(world, 'moderator');
  const { body } = await moderator.call(queue, {});
  const levels = body.items.map(({ level }: { level: string }) => level);
  for (const level of LEVELS) expect(levels).toContain(level);
  expect(levels.length).toBeLessThanOrEqual(9);
  const approved = await db
    .selectFrom('review')
    .select('id')
    .where('state', '=', 'approved')
    .execute();
  expect(approved.length).toBeGreaterThan(20);
  expect(world.defects).toEqual([]);
});
