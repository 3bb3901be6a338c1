import { bannerProblems } from '@samtrot/shared/banners/problems.ts';
import { bannerStatus } from '@samtrot/shared/banners/status.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import type { Database, Sql } from '../../platform/db.ts';
import * as accounts from '../accounts/service.ts';
import { orderIfAffordable } from '../listings/service.ts';
import { enqueueMail } from '../mail/service.ts';
import * as media from '../media/service.ts';
import * as partners from '../partners/service.ts';
import * as wallet from '../wallet/service.ts';
import { alertAt, book, priceOf } from './booking.ts';
import { endsMail, notRenewedMail, type WhyNotRenewed } from './mail-templates.ts';
import { contentIn } from './presenter.ts';
import * as clock from './scheduler-store.ts';
import * as store from './store.ts';

interface JobContext {
  db: Sql;
  now: Date;
}

const BATCH = 100;
/**
 * A clock that comes later than that lets a renewal begin now: nobody pays for time in which
 * nothing was shown.
 */
const GOES_ON_WITHIN_MS = HOUR_MS;

/**
 * Banners whose time is over are booked again, where that is wanted and can be paid, or are seen
 * to. Answers how many.
 */
export async function processExpired(ctx: JobContext): Promise<number> {
  const closed = await clock.closeDue(ctx.db, ctx.now, BATCH);
  const id = await clock.claimRenewal(ctx.db, ctx.now);
  if (id === undefined) return closed;
  await renewOrEnd(ctx, (await store.find(ctx.db, id, ctx.now))!);
  return closed + 1;
}

/** What is due for this one banner, which the caller has locked. Answers whether anything was. */
export async function settleEnd(ctx: JobContext, row: store.BannerRow): Promise<boolean> {
  if (!row.open_end || row.open_end > ctx.now) return false;
  if (row.auto_extend && !row.hidden_at) await renewOrEnd(ctx, row);
  else await close(ctx, row);
  return true;
}

const close = (ctx: JobContext, row: store.BannerRow) =>
  store.update(ctx.db, row.id, { open_end: null, alert_at: null });

/**
 * A new booking of the same type and months on the websites that are still there, or the end with a
 * letter that says why.
 */
async function renewOrEnd(ctx: JobContext, row: store.BannerRow): Promise<void> {
  const plan = await renewalOf(ctx, row);
  if (!plan.why && (await renew(ctx, row, plan))) return;
  await close(ctx, row);
  const account = await accounts.getAccount(ctx.db, row.account_id);
  if (account.disable_messages) return;
  const letter = {
    to: account.email,
    bookingId: row.booking_id!,
    id: row.id,
    price: plan.price.total,
    why: plan.why,
  };
  await enqueueMail(ctx, notRenewedMail(letter));
}

interface Renewal {
  websites: number[];
  price: ReturnType<typeof priceOf>;
  /** Why it cannot be, whatever the balance. */
  why: WhyNotRenewed | null;
}

async function renewalOf({ db, now }: JobContext, row: store.BannerRow): Promise<Renewal> {
  const { shownRating } = (await media.picturesOfBanners(db, [row.id])).get(row.id) ?? {};
  // A website that no longer shows its picture is as one that is gone.
  const showing = await partners.websitesShowing(db, shownRating ?? null);
  const websites = row.websites.filter((id) => showing.has(id));
  const picture = shownRating !== undefined;
  // What has been forbidden since it was ordered does not run on by itself.
  const allowed =
    Object.keys(bannerProblems(contentIn(row), { now, picture, booked: true })).length === 0;
  const why = websites.length === 0 ? 'websites' : allowed ? null : 'content';
  return { websites, price: priceOf({ ...row, websites }), why };
}

async function renew(
  ctx: JobContext,
  row: store.BannerRow,
  { websites, price }: Renewal,
): Promise<boolean> {
  const end = row.end_at!;
  const startAt = ctx.now.getTime() - end.getTime() <= GOES_ON_WITHIN_MS ? end : ctx.now;
  const order = { row, websites, startAt, price, renews: row.booking_id! };
  return orderIfAffordable(ctx, (system) => book(system, order));
}

/** Tells one owner, 24 hours before, that a banner ends (CON-81). Answers how many it looked at. */
export async function alertDue(ctx: JobContext): Promise<number> {
  const id = await clock.claimAlert(ctx.db, ctx.now);
  if (id === undefined) return 0;
  const row = (await store.find(ctx.db, id, ctx.now))!;
  if (bannerStatus(row, ctx.now) !== 'aktiv' || alertAt(row.end_at!) > ctx.now) return 1;
  const account = await accounts.getAccount(ctx.db, row.account_id);
  if (!account.expiry_alert || account.disable_messages) return 1;
  let lacking: number | null = null;
  if (row.auto_extend) {
    const { price, why } = await renewalOf(ctx, row);
    if (!why && (await wallet.balance(ctx.db, row.account_id)) >= price.total) return 1;
    if (!why) lacking = price.total;
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

/** How many milliseconds ago the oldest end came that nobody has seen to yet. */
export async function clockLag(db: Database, now: Date): Promise<number> {
  const since = await clock.oldestOpenEnd(db, now);
  return since ? now.getTime() - since.getTime() : 0;
}
