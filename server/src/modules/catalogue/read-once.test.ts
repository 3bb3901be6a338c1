import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { START, testWorld } from '../../testing/world/world.ts';
import { pricesAt } from './service.ts';

test('prices are read once for an instant of a transaction, and anew for each other one', async () => {
  await using world = await testWorld();
  let reads = 0;
  const plain = pg.Client.prototype.query;
  onTestFinished(() => {
    pg.Client.prototype.query = plain;
  });
  pg.Client.prototype.query = function (this: pg.Client, ...call: unknown[]) {
    const [first] = call;
    const text = typeof first === 'string' ? first : String((first as { text?: string }).text);
    if (text.includes('catalogue_version')) reads++;
    return (plain as (...call: unknown[]) => unknown).apply(this, call);
  } as typeof plain;
  const later = new Date(START.getTime() + 1);
  const twice = () =>
    world.db.transaction().execute(async (db) => {
      const first = await pricesAt({ db, now: START });
      expect(await pricesAt({ db, now: START })).toEqual(first);
    });
  await twice();
  expect(reads).toBe(1);
  await twice();
  expect(reads).toBe(2);
  await world.db.transaction().execute(async (db) => {
    await pricesAt({ db, now: START });
    await pricesAt({ db, now: later });
  });
  expect(reads).toBe(4);
  await pricesAt({ db: world.db, now: START });
  await pricesAt({ db: world.db, now: START });
  expect(reads).toBe(6);
});
