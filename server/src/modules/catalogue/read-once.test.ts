import { expect, test } from 'vitest';
import { sentBy } from '../../testing/process/sent.ts';
import { START, testWorld } from '../../testing/world/world.ts';
import { pricesAt } from './service.ts';

test('prices are read once for an instant of a transaction, and anew for each other one', async () => {
  await using world = await testWorld();
  let reads = 0;
  const counted = async (work: () => Promise<unknown>) => {
    const sent = await sentBy(work);
    reads += sent.filter(({ text }) => text.includes('catalogue_version')).length;
  };
  const later = new Date(START.getTime() + 1);
  const twice = () =>
    world.db.transaction().execute(async (db) => {
      const first = await pricesAt({ db, now: START });
      expect(await pricesAt({ db, now: START })).toEqual(first);
    });
  await counted(twice);
  expect(reads).toBe(1);
  await counted(twice);
  expect(reads).toBe(2);
  await counted(() =>
    world.db.transaction().execute(async (db) => {
      await pricesAt({ db, now: START });
      await pricesAt({ db, now: later });
    }),
  );
  expect(reads).toBe(4);
  await counted(async () => {
    await pricesAt({ db: world.db, now: START });
    await pricesAt({ db: world.db, now: START });
  });
  expect(reads).toBe(6);
});
