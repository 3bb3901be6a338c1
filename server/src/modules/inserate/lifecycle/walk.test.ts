import { saveInserat } from '@samtrot/shared/inserate/contract.ts';
import {
  after,
  type InseratEvent,
  type InseratStatus,
  inseratLife,
  STATUS_LABELS,
} from '@samtrot/shared/inserate/status.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ad, advertisers, type Saving } from '../../../testing/listings/inserate.ts';
import { ACTIONS, lives, planned, premium } from '../../../testing/listings/lifecycle-fixtures.ts';
import { type Caller, START, testWorld, type World } from '../../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let ads: ReturnType<typeof lives>;
let user: Caller;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  ads = lives(world, on);
  user = await on.rich(100_000);
});
beforeEach(async () => {
  world.clock.set(START);
  // One account makes more calls than the rate limit allows.
  await world.db.deleteFrom('rate_limit').execute();
  await world.db.updateTable('inserat').set({ status: 'geloescht', auto_extend: false }).execute();
  await world.db
    .updateTable('push')
    .set({ state: 'cancelled', settled_at: START })
    .where('state', '=', 'due')
    .execute();
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

/** The table itself says which states there are and what can happen. */
const STATES = Object.keys(inseratLife) as InseratStatus[];
const EVENTS = [
  ...new Set(STATES.flatMap((state) => Object.keys(inseratLife[state]))),
] as InseratEvent[];
/** What `saveInserat` makes happen. */
const SAVES: Partial<Record<InseratEvent, Partial<Saving>>> = {
  entwerfen: { ...premium, post_status: 'draft' },
  schalten: premium,
  planen: { ...planned, publish_date: '2026-12-20' },
};
/** Events of the scheduler: how many days after the booking, and all that is due by then. */
const CLOCK: Partial<Record<InseratEvent, { days: number; due: InseratEvent[] }>> = {
  starten: { days: 5, due: ['starten'] },
  erneuern: { days: 8, due: ['starten', 'erneuern'] },
  ablaufen: { days: 60, due: ['starten', 'ablaufen'] },
};

/** Only of free ads, on the day of their booking: `withdrawal.test.ts`. */
const OF_FREE_ADS: InseratEvent[] = ['zurueckziehen'];

test('every event of the lifecycle table is caused by one call or the scheduler [INS-47, INS-48]', () => {
  const made = [
    ...Object.values(ACTIONS).map(({ event }) => event),
    ...Object.keys(SAVES),
    ...Object.keys(CLOCK),
    ...OF_FREE_ADS,
  ];
  expect(made.toSorted()).toEqual(EVENTS.toSorted());
});

const walk = (names: readonly string[]) =>
  STATES.flatMap((state) => names.map((name): [InseratStatus, string] => [state, name]));

test.each(nonEmpty(walk(Object.keys(ACTIONS))))(
  'walked: %s and %s [INS-13, INS-14, INS-15, INS-16, INS-31, INS-39]',
  async (state, name) => {
    const id = await ads.adIn(state, user);
    const { event, price } = ACTIONS[name]!;
    const next = after(state, event);
    const before = await on.credits(user);
    const orders = (await ads.ordersOf(id)).length;
    const answer = await ads.press(name, id, user);
    if (next === null) {
      const message = `Das geht nicht: Dieses Inserat ist ${STATUS_LABELS[state]}.`;
      const refused = { status: 409, body: { success: false, code: 'NOT_IN_THIS_STATE', message } };
      const missing = { status: 404, body: { success: false, code: 'INSERAT_NOT_FOUND' } };
      expect(answer).toMatchObject(state === 'geloescht' ? missing : refused);
      expect([await ads.statusOf(id), await on.credits(user)]).toEqual([state, before]);
      expect(await ads.ordersOf(id)).toHaveLength(orders);
      return;
    }
    expect(answer.body).toMatchObject({ success: true, message: expect.stringMatching(/\.$/) });
    expect(await ads.statusOf(id)).toBe(next);
    const back = name === 'delete' && state === 'geplant' ? 45 : 0;
    expect(answer.body[name === 'delete' ? 'refunded' : 'charged'] ?? 0).toBe(
      name === 'delete' ? back : price,
    );
    expect(await on.credits(user)).toBe(before - price + back);
    const added = (await ads.ordersOf(id)).slice(orders);
    expect(added.map(({ total }) => total)).toEqual(price > 0 ? [price] : []);
  },
  20_000,
);

/** A save without an event is an edit that changes no state, or refused. */
const REFUSED_AS_DRAFT = ['geplant', 'aktiv', 'ausgeblendet'];

test.each(nonEmpty(walk(Object.keys(SAVES))))(
  'walked: %s and saved to %s [INS-48, EDI-19, EDI-21, EDI-22]',
  async (state, event) => {
    const id = await ads.adIn(state, user);
    const before = await on.credits(user);
    const orders = (await ads.ordersOf(id)).length;
    const titel = 'Ein Titel nach dem Speichern';
    const { status, body } = await user.call(
      saveInserat,
      ad(id, { ...SAVES[event as InseratEvent], titel }),
    );
    const next = after(state, event as InseratEvent);
    const refused = event === 'entwerfen' && REFUSED_AS_DRAFT.includes(state);
    if (state === 'geloescht') expect([status, body.code]).toEqual([404, 'INSERAT_NOT_FOUND']);
    else if (refused) {
      expect([status, body.errors]).toEqual([
        ...[
          422,
          {
            post_status: 'Dieses Inserat ist bereits aufgegeben und kann kein Entwurf mehr werden.',
          },
        ],
      ]);
    } else expect([status, body.inserat.titel]).toEqual([200, titel]);
    expect(await ads.statusOf(id)).toBe(next ?? state);
    // Only events that begin a booking have a price here.
    const begins = next !== null && event !== 'entwerfen' && state !== 'geplant';
    const price = begins ? (event === 'planen' ? 45 : 40) : 0;
    expect(await on.credits(user)).toBe(before - price);
    expect(await ads.ordersOf(id)).toHaveLength(orders + (begins ? 1 : 0));
  },
);

test.each(nonEmpty(walk(Object.keys(CLOCK))))(
  'walked: %s and the time of %s has come [INS-44, INS-47, INS-48]',
  async (state, name) => {
    const id = await ads.adIn(state, user);
    const renews = name === 'erneuern';
    await world.db
      .updateTable('inserat')
      .set({ auto_extend: renews })
      .where('id', '=', id)
      .execute();
    const orders = (await ads.ordersOf(id)).length;
    const before = await on.credits(user);
    const { days, due } = CLOCK[name as InseratEvent]!;
    world.clock.set(new Date(Math.max(+START + days * DAY_MS, +world.clock.now())));
    await world.runTasks('publication/clock', 'publication/missed');
    const expected = due.reduce((status, event) => after(status, event) ?? status, state);
    expect(await ads.statusOf(id)).toBe(expected);
    const renewed = renews && state === 'aktiv' ? 1 : 0;
    expect(await ads.ordersOf(id)).toHaveLength(orders + renewed);
    expect(await on.credits(user)).toBe(before - 40 * renewed);
  },
);
