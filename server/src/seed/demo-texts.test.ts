import { getNotices } from '@samtrot/shared/notices/contract.ts';
import { getTexts } from '@samtrot/shared/texts/staff-contract.ts';
import { expect, test } from 'vitest';
import { staffOf } from '../testing/world/staff.ts';
import { START, testWorld } from '../testing/world/world.ts';
import { fillDemoTexts } from './demo-texts.ts';

test('the demo shows terms that were, are valid and come, accepted by its accounts [BOF-129]', async () => {
  await using world = await testWorld();
  const user = await world.user();
  for (let times = 0; times < 2; times++) await fillDemoTexts({ db: world.db, now: START });
  const owner = await staffOf(world, 'owner');
  const { versions } = (await owner.call(getTexts, { text: 'terms' })).body;
  expect(versions).toMatchObject([
    { number: 3, state: 'coming' },
    { number: 2, state: 'valid' },
    { number: 1, state: 'replaced' },
  ]);
  expect((await user.call(getNotices, {})).body.terms).toBe(null);
  await world.runTasks('texts/announce');
  expect(await world.mails()).toEqual([]);
});
