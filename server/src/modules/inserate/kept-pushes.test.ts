import { keepInserat } from '@samtrot/shared/inserate/contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ad, advertisers } from '../../testing/inserate.ts';
import { START, testWorld, type World } from '../../testing/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
beforeEach(() => world.clock.set(START));
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const pushed = { inserat_typ: '1_week' as const, date_time_pushes: [{ date: '2026-11-21', time: '12:00' }] };

test('EDI-90 PRI-16 a push of a kept draft that has passed meanwhile is refused and not charged', async () => {
  const user = await on.rich(100);
  const id = await on.blank(user);
  await user.call(keepInserat, ad(id, pushed));
  world.clock.set(new Date(START.getTime() + 3 * DAY_MS));
  const { status, body } = await on.place(user, { inserat_id: id, ...pushed });
  expect([status, body.errors]).toEqual([422, { date_time_pushes: 'Dieser Zeitpunkt ist schon vorbei' }]);
  expect(await on.credits(user)).toBe(100);
});

test('EDI-29 PRI-16 EDI-90 another package has a run of its own, and its pushes may lie in it', async () => {
  const user = await on.rich(200);
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  // Beyond the end of the week that runs, and within the month that begins.
  const later = { inserat_id: id, date_time_pushes: [{ date: '2026-12-10', time: '12:00' }] };
  const refused = await on.place(user, { ...later, inserat_typ: '1_week' });
  expect(refused.body.errors).toEqual({ date_time_pushes: 'Dieser Push läge nach dem Ende des Inserats' });
  const anew = await on.place(user, { ...later, inserat_typ: '1_month' });
  expect(anew.body).toMatchObject({ success: true, charged: 105 });
});
