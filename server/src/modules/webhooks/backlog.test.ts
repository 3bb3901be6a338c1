import { afterAll, beforeAll, expect, test } from 'vitest';
import { adBuilder } from '../../testing/listings/ads.ts';
import { listener, receiver } from '../../testing/partners/receiver.ts';
import { START, testWorld, type World } from '../../testing/world/world.ts';

/** More than two pages of changes. */
const ADS = 450;

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

test('what goes off is told at the first look, however many changes stand before it', async () => {
  await world.db.updateTable('website').set({ status: 'off' }).execute();
  const ads = adBuilder(world.db);
  await using partner = await receiver();
  const website = await listener(world, 'Mondgarten', partner.url);
  const all = [];
  for (let n = 0; n < ADS; n++) all.push(await ads.add());
  const placed = (item_id: number) => ({
    ...{ kind: 'inserat' as const, item_id, website_id: website.id },
    told_at: START,
  });
  await world.runTasks('webhooks/enqueue');
  await world.db.deleteFrom('webhook_message').execute();
  await world.db
    .insertInto('placement')
    .values(all.map(({ id }) => placed(id)))
    .execute();

  world.clock.advance(60_000);
  const now = world.clock.now();
  await world.db.updateTable('inserat').set({ changed_at: now }).execute();
  const [held, hidden, deleted] = [all.at(-1)!, all.at(-2)!, all.at(-3)!];
  await ads.change(held, { held_at: now });
  await ads.change(hidden, { status: 'ausgeblendet' });
  await world.db.deleteFrom('inserat').where('id', '=', deleted.id).execute();
  const enqueue = world.app.tasks.find(({ name }) => name === 'webhooks/enqueue')!;
  const look = () => enqueue.run({ db: world.db, now: world.clock.now() });
  const told = async () => {
    const rows = await world.db
      .selectFrom('webhook_message')
      .select(['event', 'item_id'])
      .orderBy('id')
      .execute();
    const gone = rows.flatMap(({ event, item_id }) => (event === 'taken_down' ? [item_id] : []));
    return { all: rows.length, gone: gone.sort((a, b) => b - a) };
  };
  await look();
  const first = await told();
  expect(first.gone).toEqual([held.id, hidden.id, deleted.id]);
  expect(first.all).toBeLessThan(ADS / 2);

  // What was given up is not told again by every look, and what waits not twice.
  await world.db
    .updateTable('webhook_message')
    .set({ dead_at: now, due_at: null })
    .where('item_id', '=', hidden.id)
    .execute();
  world.clock.advance(60_000);
  await look();
  expect((await told()).gone).toEqual([held.id, hidden.id, deleted.id]);
  // In its turn it is, once.
  await world.runTasks('webhooks/enqueue');
  expect((await told()).all).toBe(ADS + 1);
});
