import { quote } from '@samtrot/shared/cart/rules.ts';
import { PAGE_OF } from '@samtrot/shared/device-messages/rules.ts';
import { willShow } from '@samtrot/shared/media/rules.ts';
import { isForbiddenText } from '@samtrot/shared/moderation/phrase-rules.ts';
import { sql } from 'kysely';
import type { JobContext } from '../../../platform/due-work.ts';
import * as catalogue from '../../catalogue/service.ts';
import * as listings from '../../listings/service.ts';
import {
  AT_ONCE,
  type Expiry,
  type OrderContext,
  remindExpiring,
  renewOrClose,
} from '../../listings/service.ts';
import * as media from '../../media/service.ts';
import { place } from '../booking/booking.ts';
import { payableOf } from '../booking/payable.ts';
import { problemsToday } from '../editing/validate.ts';
import { INSERATE, WORDING } from '../kind.ts';
import { renewalWishes } from '../presenter.ts';
import { renewedLate } from '../promotion/promotion-store.ts';
import * as store from '../store.ts';
import * as clock from './scheduler-store.ts';

const BATCH = 100;

const EXPIRY: Expiry<store.InseratRow, 'text' | 'details'> = {
  remindable: sql`status = 'aktiv' and held_at is null`,
  isActive: ({ status, end_at }, now) => status === 'aktiv' && end_at !== null && end_at > now,
  wording: WORDING,
  list: PAGE_OF.inserat,
  renewable: { column: 'end_at', where: sql`status = 'aktiv' and auto_extend and held_at is null` },
  close: ({ db, now }, { id }) => clock.expire(db, now, { ids: [id], renewing: true }),
  async renewalOf(ctx, row) {
    const images = await payableOf(ctx.db, row);
    return {
      price: quote(await catalogue.pricesAt(ctx), renewalWishes(row, images)).total,
      refused: await refusalOf(ctx, row),
      book: (system) => renew(system, row, images),
    };
  },
};

/** Publishes planned ads whose start has come, a batch at a time; returns how many. */
export async function startDue(ctx: JobContext): Promise<number> {
  const ids = await clock.claimStarts(ctx, BATCH);
  return ids.length === 0 ? 0 : clock.start(ctx.db, ctx.now, { ids });
}

/** Ends ads whose time is over and that do not renew, a batch at a time; returns how many. */
export async function expireDue(ctx: JobContext): Promise<number> {
  const ids = await clock.claimEnds(ctx, BATCH);
  return ids.length === 0 ? 0 : clock.expire(ctx.db, ctx.now, { ids });
}

/** Renews or ends one ad whose time is over; returns how many. */
export const renewExpired = (ctx: JobContext): Promise<number> =>
  listings.renewExpired(ctx, INSERATE, EXPIRY);

/** Reminds one owner of an end within 24 hours (INS-49); returns how many it processed. */
export const alertDue = (ctx: JobContext): Promise<number> => remindExpiring(ctx, INSERATE, EXPIRY);

/** Tells one owner's devices of an end today (EXP-115); returns how many it processed. */
export const announceEnd = (ctx: JobContext): Promise<number> =>
  listings.announceEnd(ctx, INSERATE, EXPIRY);

/** Tells owners that a renewal will cost more (BOF-113); returns how many ads it looked at. */
export const announcePrices = (ctx: JobContext): Promise<number> =>
  listings.announcePrices(ctx, INSERATE, { ...EXPIRY, lists: ['packages', 'extras'] });

/** Ends TopAds and stories, for partner websites that poll for changes. */
export async function promotionsOver(ctx: JobContext): Promise<number> {
  const ids = await clock.claimPromoted(ctx, BATCH);
  if (ids.length > 0) await clock.endPromotions(ctx.db, ctx.now, ids);
  return ids.length;
}

/** Applies what is due for this locked ad; returns whether anything was. */
export async function settleDue(ctx: JobContext, row: store.InseratRow): Promise<boolean> {
  const which = { ids: [row.id] };
  const started = (await clock.start(ctx.db, ctx.now, which)) > 0;
  if ((await clock.expire(ctx.db, ctx.now, which)) > 0) return true;
  const current = started ? await store.find(ctx.db, row.id) : row;
  if (current?.status !== 'aktiv' || current.held_at) return started;
  if (!current.end_at || current.end_at > ctx.now) return started;
  await renewOrClose(ctx, EXPIRY, current);
  return true;
}

/** Content of its next booking: the same without what is bought once. */
const contentOfNext = (row: store.InseratRow): store.Content => ({
  ...store.contentIn(row),
  date_time_pushes: [],
  top_ad_enabled: false,
  color_enabled: false,
  story_posted: false,
  ...AT_ONCE,
});

/** Why its owner could not book it by hand either. */
async function refusalOf(
  ctx: JobContext,
  row: store.InseratRow,
): Promise<'text' | 'details' | null> {
  const { videos } = (await media.mediaOf(ctx.db, [row.id])).get(row.id)!;
  const problems = await problemsToday(
    ctx,
    { ...row, ...contentOfNext(row) },
    { videos: videos.filter(willShow).length, newRun: true },
  );
  const texts = Object.values(problems);
  if (texts.length === 0) return null;
  return texts.some(isForbiddenText) ? 'text' : 'details';
}

async function renew(ctx: OrderContext, row: store.InseratRow, images: number): Promise<void> {
  const content = contentOfNext(row);
  const { columns } = await place(ctx, {
    row,
    content,
    images,
    booking: undefined,
    expectedTotal: undefined,
    requireConfirmedEmail: false,
    renews: row.booking_id!,
  });
  await renewedLate(ctx.db, row.id, row.end_at!, ctx.now);
  await store.update(ctx.db, row.id, { ...content, ...columns, changed_at: ctx.now });
}
