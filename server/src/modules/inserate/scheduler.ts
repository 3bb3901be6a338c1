import { quote } from '@samtrot/shared/cart/rules.ts';
import { after } from '@samtrot/shared/inserate/status.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { willShow } from '@samtrot/shared/media/rules.ts';
import { FORBIDDEN_OFFER_TEXT } from '@samtrot/shared/moderation/rules.ts';
import type { Sql } from '../../platform/db.ts';
import * as accounts from '../accounts/service.ts';
import { AT_ONCE, orderIfAffordable } from '../listings/service.ts';
import { enqueueMail } from '../mail/service.ts';
import * as media from '../media/service.ts';
import * as wallet from '../wallet/service.ts';
import { place } from './booking.ts';
import { endsMail, notRenewedMail } from './mail-templates.ts';
import { renewalWishes } from './presenter.ts';
import { renewedLate } from './promotion-store.ts';
import * as clock from './scheduler-store.ts';
import * as store from './store.ts';
import { problemsToday } from './validate.ts';

interface JobContext {
  db: Sql;
  now: Date;
}

const BATCH = 100;

/**
 * Planned ads whose time has come go online; each once, whoever else is at it. Answers how many of
 * a batch did.
 */
export const startDue = (ctx: JobContext): Promise<number> =>
  clock.startDue(ctx.db, ctx.now, { batch: BATCH });

/**
 * Ads whose time is over are booked again, where that is wanted and can be paid, or go offline.
 * Answers how many.
 */
export async function processExpired(ctx: JobContext): Promise<number> {
  const ended = await clock.expireDue(ctx.db, ctx.now, { batch: BATCH });
  const row = await clock.claimRenewal(ctx.db, ctx.now);
  if (row) await renewOrEnd(ctx, row);
  return ended + (row ? 1 : 0);
}

/** TopAds and stories end, for partner websites that ask for changes. */
export const promotionsOver = (ctx: JobContext): Promise<number> =>
  clock.endPromotions(ctx.db, ctx.now, BATCH);

/** What is due for this one ad, which the caller has locked. Answers whether anything was. */
export async function settleDue(ctx: JobContext, row: store.InseratRow): Promise<boolean> {
  const which = { id: row.id };
  const started = (await clock.startDue(ctx.db, ctx.now, which)) > 0;
  if ((await clock.expireDue(ctx.db, ctx.now, which)) > 0) return true;
  const current = started ? await store.find(ctx.db, row.id) : row;
  if (current?.status !== 'aktiv' || !current.end_at || current.end_at > ctx.now) return started;
  await renewOrEnd(ctx, current);
  return true;
}

/** How its next booking begins: as it is, without what is bought once. */
const contentOfNext = (row: store.InseratRow): store.Content => ({
  ...store.contentIn(row),
  date_time_pushes: [],
  top_ad_enabled: false,
  color_enabled: false,
  story_posted: false,
  ...AT_ONCE,
});

/**
 * Why it does not run on by itself, if anything it says forbids it: what its owner could not book
 * by hand either.
 */
async function refused(ctx: JobContext, row: store.InseratRow): Promise<'text' | 'details' | null> {
  const { videos } = (await media.mediaOf(ctx.db, [row.id])).get(row.id)!;
  const problems = await problemsToday(
    ctx,
    { ...row, ...contentOfNext(row) },
    videos.filter(willShow).length,
  );
  const texts = Object.values(problems);
  if (texts.length === 0) return null;
  return texts.includes(FORBIDDEN_OFFER_TEXT) ? 'text' : 'details';
}

/**
 * A new booking of the same package, or the end with a letter where the credits do not reach or it
 * may not run on as it is.
 */
async function renewOrEnd(ctx: JobContext, row: store.InseratRow): Promise<void> {
  const why = await refused(ctx, row);
  if (!why && (await renew(ctx, row))) return;
  await clock.expireDue(ctx.db, ctx.now, { id: row.id, renewing: true });
  const account = await accounts.getAccount(ctx.db, row.account_id);
  if (account.disable_messages) return;
  const wanting = why ?? {
    price: quote(renewalWishes(row, await media.countOf(ctx.db, row.id))).total,
  };
  await enqueueMail(
    ctx,
    notRenewedMail({ to: account.email, bookingId: row.booking_id!, id: row.id, why: wanting }),
  );
}

async function renew(ctx: JobContext, row: store.InseratRow): Promise<boolean> {
  if (after(row.status, 'erneuern') === null) return false;
  const content = contentOfNext(row);
  return orderIfAffordable(ctx, async (system) => {
    const { columns } = await place(system, {
      row,
      content,
      images: await media.countOf(ctx.db, row.id),
      booking: undefined,
      expectedTotal: undefined,
      requireConfirmedEmail: false,
      renews: row.booking_id!,
    });
    await renewedLate(ctx.db, row.id, row.end_at!, ctx.now);
    await store.update(ctx.db, row.id, { ...content, ...columns, changed_at: ctx.now });
  });
}

/** Tells one owner, 24 hours before, that an ad ends (INS-49). Answers how many it looked at. */
export async function alertDue(ctx: JobContext): Promise<number> {
  const row = await clock.claimAlert(ctx.db, ctx.now);
  if (!row) return 0;
  const late =
    !row.end_at || row.end_at <= ctx.now || row.end_at.getTime() - ctx.now.getTime() > DAY_MS;
  if (row.status !== 'aktiv' || late) return 1;
  const account = await accounts.getAccount(ctx.db, row.account_id);
  if (!account.expiry_alert || account.disable_messages) return 1;
  let lacking: number | null = null;
  if (row.auto_extend) {
    lacking = quote(renewalWishes(row, await media.countOf(ctx.db, row.id))).total;
    if ((await wallet.balance(ctx.db, row.account_id)) >= lacking) return 1;
  }
  const letter = {
    to: account.email,
    bookingId: row.booking_id!,
    id: row.id,
    endAt: row.end_at!,
    lacking,
  };
  await enqueueMail(ctx, endsMail(letter));
  return 1;
}
