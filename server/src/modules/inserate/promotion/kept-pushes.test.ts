import { getInserat, keepInserat } from '@samtrot/shared/inserate/contract.ts';
import { hideInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ad, advertisers } from '../../../testing/listings/inserate.ts';
import { START, testWorld, type World } from '../../../testing/world/world.ts';

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

const pushed = {
  inserat_typ: '1_week' as const,
  date_time_pushes: [{ date: '2026-11-21', time: '12:00' }],
};

test('a push of a kept draft that has passed meanwhile is refused and not charged [EDI-90, PRI-16]', async () => {
  const user = await on.rich(100);
  const id = await on.blank(user);
  await user.call(keepInserat, ad(id, pushed));
  world.clock.set(new Date(START.getTime() + 3 * DAY_MS));
  const { status, body } = await on.place(user, { inserat_id: id, ...pushed });
  expect([status, body.errors]).toEqual([
    422,
    { date_time_pushes: 'Dieser Zeitpunkt ist schon vorbei' },
  ]);
  expect(await on.credits(user)).toBe(100);
});

test('another package has a run of its own, and its pushes may lie in it [EDI-29, PRI-16, EDI-90]', async () => {
  const user = await on.rich(200);
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  // After the end of the running week, within the new month.
  const later = { inserat_id: id, date_time_pushes: [{ date: '2026-12-10', time: '12:00' }] };
  const refused = await on.place(user, { ...later, inserat_typ: '1_week' });
  expect(refused.body.errors).toEqual({
    date_time_pushes: 'Dieser Push läge nach dem Ende des Inserats',
  });
  const anew = await on.place(user, { ...later, inserat_typ: '1_month' });
  // Booked within the hour: the week counts towards the month.
  expect(anew.body).toMatchObject({ success: true, charged: 100 - 40 + 5 });
});

const clock = async (at: string) => {
  world.clock.set(new Date(at));
  await world.runTasks('publication/clock', 'publication/missed');
};
const ordersOf = async (id: number) => {
  const orders = world.db
    .selectFrom('booking_order')
    .innerJoin('booking', 'booking.id', 'booking_order.booking_id');
  return (
    await orders.select('total').where('inserat_id', '=', id).orderBy('booking_order.id').execute()
  ).map(({ total }) => total);
};

test.each([
  ['came', 'done', '2026-11-21T11:00:00Z'],
  ['was missed and given back', 'refunded', '2026-11-21T14:00:00Z'],
])(
  'an editor that was open while its push %s saves unchanged, for nothing [EDI-89, EDI-90, EDI-29, PRI-16]',
  async (_, state, at) => {
    const user = await on.rich(200);
    const both = {
      ...pushed,
      date_time_pushes: [...pushed.date_time_pushes, { date: '2026-11-23', time: '09:00' }],
    };
    const { id } = await on.place(user, both);
    await clock(at);
    const states = world.db
      .selectFrom('push')
      .select('state')
      .where('inserat_id', '=', id)
      .orderBy('due_at');
    expect((await states.execute()).map((push) => push.state)).toEqual([state, 'due']);
    const before = await on.credits(user);

    const saved = await on.place(user, { inserat_id: id, ...both, titel: 'Ein neuer Titel' });
    expect([saved.status, saved.body.charged, saved.body.credits]).toEqual([200, 0, before]);
    expect(saved.body.inserat).toMatchObject({
      titel: 'Ein neuer Titel',
      date_time_pushes: [{ date: '2026-11-23', time: '09:00' }],
    });
    expect((await states.execute()).map((push) => push.state)).toEqual([state, 'due']);
    // An added push is charged once; one that was never ordered and is past is refused.
    const more = [...both.date_time_pushes, { date: '2026-11-24', time: '09:00' }];
    expect(
      (await on.place(user, { inserat_id: id, ...both, date_time_pushes: more })).body.charged,
    ).toBe(5);
    const past = [...both.date_time_pushes, { date: '2026-11-20', time: '23:00' }];
    expect(
      (await on.place(user, { inserat_id: id, ...both, date_time_pushes: past })).body.errors,
    ).toEqual({
      date_time_pushes: 'Dieser Zeitpunkt ist schon vorbei',
    });
    expect(await ordersOf(id)).toEqual([50, 5]);
  },
);

test('edits autosaved before a push was delivered open without it, as does a new order [EDI-89, EDI-90]', async () => {
  const user = await on.rich(200);
  const { id } = await on.place(user, pushed);
  await user.call(keepInserat, ad(id, { ...pushed, titel: 'Noch nicht fertig' }));
  await clock('2026-11-21T11:00:00Z');
  const { body } = await user.call(getInserat, { inserat_id: id });
  expect(body.unsaved).toMatchObject({ titel: 'Noch nicht fertig', date_time_pushes: [] });
  await clock(new Date(START.getTime() + 8 * DAY_MS).toISOString());
  const again = await on.place(user, { inserat_id: id, ...pushed });
  expect([again.status, again.body.charged, again.body.inserat.inserat_status]).toEqual([
    200,
    40,
    'aktiv',
  ]);
});

test('a refunded future date can be ordered again [EDI-89, PRI-16]', async () => {
  const user = await on.rich(200);
  const { id } = await on.place(user, pushed);
  world.clock.set(new Date('2026-11-21T10:59:59Z'));
  await user.call(hideInserat, { inserat_id: id });
  await clock('2026-11-21T11:00:00Z');
  // A clock that was set right again.
  world.clock.set(new Date(START.getTime() + HOUR_MS));
  const anew = await on.place(user, { inserat_id: id, ...pushed });
  expect([anew.status, anew.body.charged]).toEqual([200, 5]);
});
