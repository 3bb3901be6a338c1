import {
  activateBanner,
  deleteBanner,
  duplicateBanner,
  hideBanner,
  orderBanner,
  saveBanner,
} from '@samtrot/shared/banners/contract.ts';
import {
  afterBanner,
  BANNER_STATUS_LABELS,
  type BannerEvent,
  type BannerStatus,
  bannerLife,
} from '@samtrot/shared/banners/status.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bannersOf, bannerWish, type Wish, websiteOf } from '../../testing/listings/banners.ts';
import { advertisers } from '../../testing/listings/inserate.ts';
import {
  type Answer,
  type Caller,
  START,
  testWorld,
  type World,
} from '../../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
let user: Caller;
let webseiten: number[];
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
  user = await on.rich(1_000_000);
  webseiten = [await websiteOf(world), await websiteOf(world, 'mondgarten')];
});
beforeEach(async () => {
  world.clock.set(START);
  await world.db.deleteFrom('rate_limit').execute();
  await world.db.deleteFrom('idempotency').execute();
  const over = { deleted_at: START, open_end: null, alert_at: null };
  await world.db.updateTable('banner').set(over).where('deleted_at', 'is', null).execute();
});
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const PLANNED = {
  publish_option: 'Planen',
  publish_date: '2026-11-25',
  publish_time: '08:30',
} as const;
const PRICE = 78;
/** The table itself says which states there are and what can happen. */
const STATES = Object.keys(bannerLife) as BannerStatus[];
const EVENTS = [
  ...new Set(STATES.flatMap((state) => Object.keys(bannerLife[state]))),
] as BannerEvent[];

const wish = (changes: Partial<Wish> = {}) => bannerWish({ webseiten, ...changes });
const statusOf = async (ID: number) =>
  (await bannersOf(user)).find((banner) => banner.ID === ID)?.status;
const bookings = async () =>
  Number(
    (
      await world.db
        .selectFrom('banner_booking')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

/** A banner that the calls of its owner and the time have brought into this state. */
async function bannerIn(state: BannerStatus): Promise<number> {
  const { body } =
    state === 'entwurf'
      ? await user.call(saveBanner, wish())
      : await user.call(orderBanner, wish(state === 'geplant' ? PLANNED : {}));
  const { ID } = body.banner;
  if (state === 'ausgeblendet')
    expect((await user.call(hideBanner, { banner_id: ID })).status).toBe(200);
  if (state === 'abgelaufen') world.clock.advance(31 * DAY_MS);
  expect(await statusOf(ID)).toBe(state);
  return ID;
}

/** The calls that make an event. */
const CALLS: Partial<Record<BannerEvent, (ID: number) => Promise<Answer>>> = {
  bestellen: (ID) => user.call(orderBanner, wish({ ID })),
  planen: (ID) => user.call(orderBanner, wish({ ID, ...PLANNED, publish_date: '2027-01-25' })),
  aktivieren: (banner_id) => user.call(activateBanner, { banner_id }),
  ausblenden: (banner_id) => user.call(hideBanner, { banner_id }),
  duplizieren: (banner_id) => user.call(duplicateBanner, { banner_id }),
  loeschen: (banner_id) => user.call(deleteBanner, { banner_id }),
  async aendern(ID) {
    const { publish_option, publish_date, publish_time } = (await bannersOf(user)).find(
      (one) => one.ID === ID,
    )!;
    return user.call(
      saveBanner,
      wish({ ID, text: 'Winterabend', publish_option, publish_date, publish_time }),
    );
  },
};
/** What time makes happen: how many days after the order, and all that is due by then. */
const CLOCK: Partial<Record<BannerEvent, { days: number; due: BannerEvent[] }>> = {
  starten: { days: 5, due: ['starten'] },
  erneuern: { days: 30, due: ['starten', 'erneuern'] },
  ablaufen: { days: 60, due: ['starten', 'ablaufen'] },
};

test('every event of the table is one that a call or the time makes, once [BAN-10]', () => {
  expect([...Object.keys(CALLS), ...Object.keys(CLOCK)].toSorted()).toEqual(EVENTS.toSorted());
});

const walk = (names: readonly string[]) =>
  STATES.flatMap((state) =>
    names.map((name): [BannerStatus, BannerEvent] => [state, name as BannerEvent]),
  );

test.each(nonEmpty(walk(Object.keys(CALLS))))(
  'walked: %s and %s [BAN-12, BAN-13, BAN-14, BAN-21, BAN-22, BAN-23, BAN-24, BAN-25, BAN-26, BAN-27, API-24]',
  async (state, event) => {
    const ID = await bannerIn(state);
    const [credits, count] = [await on.credits(user), await bookings()];
    const answer = await CALLS[event]!(ID);
    const next = afterBanner(state, event);
    const orders = event === 'bestellen' || event === 'planen';
    if (next === null) {
      const message = `Das geht nicht: Dieser Banner ist ${BANNER_STATUS_LABELS[state]}.`;
      expect(answer).toMatchObject({
        status: 409,
        body: { success: false, code: 'BANNER_NOT_IN_THIS_STATE', message },
      });
      expect([await statusOf(ID), await on.credits(user), await bookings()]).toEqual([
        state,
        credits,
        count,
      ]);
      return;
    }
    expect(answer.body).toMatchObject({ success: true, message: expect.stringMatching(/[.!]$/) });
    expect(await statusOf(ID)).toBe(next === 'geloescht' ? undefined : next);
    const back = event === 'loeschen' && state === 'geplant' ? PRICE : 0;
    expect(await on.credits(user)).toBe(credits - (orders ? PRICE : 0) + back);
    expect(await bookings()).toBe(count + (orders ? 1 : 0));
  },
);

test.each(nonEmpty(walk(Object.keys(CLOCK))))(
  'walked: %s and the time of %s has come [BAN-10, BAN-48]',
  async (state, name) => {
    const ID = await bannerIn(state);
    const renews = name === 'erneuern';
    // After the end it applies to the next order; the scheduler has nothing to do.
    await world.runTasks('banners/clock');
    await world.db
      .updateTable('banner')
      .set({ auto_extend: renews })
      .where('id', '=', ID)
      .execute();
    const [credits, count] = [await on.credits(user), await bookings()];
    const { days, due } = CLOCK[name]!;
    world.clock.set(new Date(Math.max(+START + days * DAY_MS, +world.clock.now())));
    await world.runTasks('banners/clock');
    // A hidden one is over at its end, whatever was switched on.
    const events = renews && state === 'ausgeblendet' ? (['ablaufen'] as const) : due;
    const expected = events.reduce(
      (at, event) => (afterBanner(at, event) as BannerStatus) ?? at,
      state,
    );
    expect(await statusOf(ID)).toBe(expected);
    const renewed = renews && state === 'aktiv' ? 1 : 0;
    expect(await bookings()).toBe(count + renewed);
    expect(await on.credits(user)).toBe(credits - PRICE * renewed);
  },
);
