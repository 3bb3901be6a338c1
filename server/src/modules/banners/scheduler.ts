import { bannerProblems } from '@samtrot/shared/banners/problems.ts';
import { bannerStatus } from '@samtrot/shared/banners/status.ts';
import { PAGE_OF } from '@samtrot/shared/device-messages/rules.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { phraseProblemOf } from '@samtrot/shared/moderation/phrase-rules.ts';
import { sql } from 'kysely';
import type { Database } from '../../platform/db.ts';
import type { JobContext } from '../../platform/due-work.ts';
import * as catalogue from '../catalogue/service.ts';
import * as listings from '../listings/service.ts';
import { type Expiry, remindExpiring, renewOrClose } from '../listings/service.ts';
import * as media from '../media/service.ts';
import * as partners from '../partners/service.ts';
import { book, priceOf } from './booking.ts';
import { BANNERS, WORDING } from './kind.ts';
import { contentIn } from './presenter.ts';
import * as clock from './scheduler-store.ts';
import * as store from './store.ts';

const BATCH = 100;
/** A later renewal begins now, so that nobody pays for time in which nothing was shown. */
const CONTINUES_WITHIN_MS = HOUR_MS;

const EXPIRY: Expiry<store.BannerRow, 'content' | 'websites'> = {
  remindable: sql`deleted_at is null and held_at is null`,
  isActive: (row, now) => bannerStatus(row, now) === 'aktiv',
  wording: WORDING,
  list: PAGE_OF.banner,
  renewable: { column: 'open_end', where: sql`deleted_at is null and ${clock.RENEWS}` },
  close: ({ db }, { id }) => store.update(db, id, { open_end: null, alert_at: null }),
  async renewalOf({ db, now }, row) {
    const { shownRating } = (await media.picturesOfBanners(db, [row.id])).get(row.id) ?? {};
    // A website that no longer shows its picture is treated as removed.
    const showing = await partners.websitesShowing(db, shownRating ?? null, row.typ);
    const websites = row.websites.filter((id) => showing.has(id));
    const picture = shownRating !== undefined;
    // Content that was forbidden since the order is not renewed.
    const problems = bannerProblems(contentIn(row), {
      now,
      picture,
      booked: true,
      phraseProblem: phraseProblemOf(await catalogue.forbiddenPhrasesAt({ db, now })),
    });
    const allowed = Object.keys(problems).length === 0;
    const end = row.end_at!;
    const startAt = now.getTime() - end.getTime() <= CONTINUES_WITHIN_MS ? end : now;
    const price = await priceOf({ db, now }, { ...row, websites });
    return {
      price: price.total,
      refused: websites.length === 0 ? 'websites' : allowed ? null : 'content',
      book: (system) => book(system, { row, websites, startAt, price, renews: row.booking_id! }),
    };
  },
};

/** Ends banners that do not renew, a batch at a time; returns how many. */
export async function closeDue(ctx: JobContext): Promise<number> {
  const ids = await clock.claimEnds(ctx, BATCH);
  if (ids.length > 0) await clock.close(ctx.db, ids);
  return ids.length;
}

/** Renews or ends one banner whose time is over; returns how many. */
export const renewExpired = (ctx: JobContext): Promise<number> =>
  listings.renewExpired(ctx, BANNERS, EXPIRY);

/** Ends or renews this locked banner if it is due; returns whether it was. */
export async function settleEnd(ctx: JobContext, row: store.BannerRow): Promise<boolean> {
  if (!row.open_end || row.open_end > ctx.now || row.held_at) return false;
  if (row.auto_extend && !row.hidden_at) await renewOrClose(ctx, EXPIRY, row);
  else await EXPIRY.close(ctx, row);
  return true;
}

/** Reminds one owner of an end within 24 hours (CON-81); returns how many it processed. */
export const alertDue = (ctx: JobContext): Promise<number> => remindExpiring(ctx, BANNERS, EXPIRY);

/** Tells one owner's devices of an end today (EXP-115); returns how many it processed. */
export const announceEnd = (ctx: JobContext): Promise<number> =>
  listings.announceEnd(ctx, BANNERS, EXPIRY);

/** Tells owners that a renewal will cost more (BOF-113); returns how many banners it looked at. */
export const announcePrices = (ctx: JobContext): Promise<number> =>
  listings.announcePrices(ctx, BANNERS, { ...EXPIRY, lists: ['banner_prices'] });

/** Age of the oldest end that is not processed yet, in milliseconds. */
export async function clockLag(db: Database, now: Date): Promise<number> {
  const since = await clock.oldestOpenEnd(db, now);
  return since ? now.getTime() - since.getTime() : 0;
}
