import {
  deleteBanner,
  hideBanner,
  orderBanner,
  saveBanner,
} from '@samtrot/shared/banners/contract.ts';
import type { BannerStatus } from '@samtrot/shared/banners/status.ts';
import { deleteClub, saveClub } from '@samtrot/shared/clubs/contract.ts';
import { deleteInserat, hideInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { goOffline } from '@samtrot/shared/pause-all/contract.ts';
import { ON_DELETION, type Part, REFUND_SENTENCES, unrun } from '@samtrot/shared/refunds/rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bannerWish, websiteOf } from '../testing/listings/banners.ts';
import { wholeClub } from '../testing/listings/clubs.ts';
import { advertisers } from '../testing/listings/inserate.ts';
import { type Caller, START, testWorld, type World } from '../testing/world/world.ts';
import { buildIfStale } from './build.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
beforeAll(async () => {
  await buildIfStale('web');
  world = await testWorld();
  on = advertisers(world);
});
beforeEach(() => world.clock.set(START));
afterAll(async () => {
  expect(await on.wrongBooks()).toEqual([]);
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const LATER = {
  publish_option: 'Planen',
  publish_date: '2026-11-25',
  publish_time: '08:30',
} as const;
const startOf = (status: string) => (status === 'geplant' ? LATER : {});

/** The paid parts of an item in this state, and what its deletion refunded. */
interface Deleted {
  price: number;
  owed: Record<Part, number>;
  refunded: number;
}

const nothing = { unbegun: 0, pushes: 0, hours: 0 };
const MISSED = { price: PRICES.extras.topAd, hours: 24, missedMs: 3 * HOUR_MS };

async function ended(status: string): Promise<void> {
  if (status !== 'abgelaufen') return;
  world.clock.advance(60 * DAY_MS);
  await world.runTasks('publication/clock', 'banners/clock');
}

const DELETED = {
  async inserat(status: keyof typeof ON_DELETION.inserat, owner: Caller): Promise<Deleted> {
    const dated = { date_time_pushes: [{ date: '2026-11-26', time: '18:00' }] };
    const pushes = status === 'abgelaufen' ? {} : dated;
    const asked = {
      inserat_typ: '1_week',
      top_ad_enabled: true,
      ...pushes,
      ...startOf(status),
    } as const;
    const { id, body } = await on.place(owner, {
      ...asked,
      post_status: status === 'entwurf' ? 'draft' : 'publish',
    });
    if (status === 'ausgeblendet') await owner.call(hideInserat, { inserat_id: id });
    await ended(status);
    // As if an outage had stopped its TopAd.
    const promotions = world.db.updateTable('promotion').set({ missed_ms: MISSED.missedMs });
    await promotions.where('inserat_id', '=', id).where('state', '=', 'due').execute();
    const { refunded } = (await owner.call(deleteInserat, { inserat_id: id })).body;
    const price = body.charged ?? 0;
    const hours = unrun(MISSED).credits;
    // A planned one includes the hours in its price and refunds nothing twice.
    const owed = {
      unbegun: price - hours,
      pushes: status === 'abgelaufen' ? 0 : PRICES.extras.datedPush,
      hours,
    };
    return { price, owed, refunded };
  },
  async banner(status: BannerStatus, owner: Caller): Promise<Deleted> {
    const asked = bannerWish({ webseiten: [await websiteOf(world)], ...startOf(status) });
    const { body } = await owner.call(status === 'entwurf' ? saveBanner : orderBanner, asked);
    const banner_id = body.banner.ID;
    if (status === 'ausgeblendet') await owner.call(hideBanner, { banner_id });
    await ended(status);
    const { refunded } = (await owner.call(deleteBanner, { banner_id })).body;
    return { price: body.charged ?? 0, owed: { ...nothing, unbegun: body.charged ?? 0 }, refunded };
  },
  async club(status: keyof typeof ON_DELETION.club, owner: Caller): Promise<Deleted> {
    const { body } = await owner.call(saveClub, wholeClub({ monate: 1, ...startOf(status) }));
    const begun = status !== 'geplant';
    if (status === 'ausgeblendet') await owner.call(goOffline, {});
    await ended(status);
    const { refunded } = (await owner.call(deleteClub, { club_id: body.club.ID })).body;
    return {
      price: body.charged,
      owed: { ...nothing, unbegun: begun ? 0 : body.charged },
      refunded,
    };
  },
};

const cases = (Object.keys(ON_DELETION) as (keyof typeof ON_DELETION)[]).flatMap((thing) =>
  Object.entries(ON_DELETION[thing]).map(([status, back]) => ({ thing, status, back })),
);

test.each(nonEmpty(cases))(
  '$thing, $status: its deletion refunds $back [FIX-40]',
  async ({ thing, status, back }) => {
    const owner = await on.rich(1000);
    const { price, owed, refunded } = await DELETED[thing](status as never, owner);
    if (status !== 'entwurf') expect(price).toBeGreaterThan(0);
    expect(refunded).toBe((back as readonly Part[]).reduce((sum, part) => sum + owed[part], 0));
  },
);

test("terms and FAQ state the product's rules in the same words [FIX-40]", async () => {
  for (const url of ['/rechtliches', '/kontakt']) {
    const { body } = await world.server.inject({ url, headers: { accept: 'text/html' } });
    const text = body.replace(/<[^>]*>/g, '');
    for (const sentence of nonEmpty(REFUND_SENTENCES)) expect(text, url).toContain(sentence);
  }
});
