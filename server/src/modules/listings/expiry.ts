import type { MessagePage } from '@samtrot/shared/device-messages/rules.ts';
import { addCalendarDays, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { DAY_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import type { RawBuilder } from 'kysely';
import type { JobContext } from '../../platform/due-work.ts';
import * as accounts from '../accounts/service.ts';
import { announce, passOver } from '../device-messages/service.ts';
import { enqueueMail } from '../mail/service.ts';
import * as wallet from '../wallet/service.ts';
import type { Kind, ListingRow } from './kind.ts';
import { endsMail, notRenewedMail, type Wording } from './mail-templates.ts';
import { type OrderContext, orderIfAffordable } from './orders.ts';
import * as store from './store.ts';

/** When the owner is reminded of an end (INS-49, CON-81). */
export const reminderAt = (endAt: Date) => new Date(endAt.getTime() - DAY_MS);

/** The next booking of a listing that renews automatically. */
export interface Renewal<Reason extends string> {
  price: Credits;
  /** Why it may not be renewed, whatever the balance. */
  refused: Reason | null;
  book(ctx: OrderContext): Promise<unknown>;
}

/** What the reminder needs to know of a kind. */
export interface Reminder<Row extends ListingRow, Reason extends string = never> {
  /** Condition on rows with a due `alert_at`. */
  remindable: RawBuilder<unknown>;
  isActive(row: Row, now: Date): boolean;
  wording: Wording<Reason>;
  /** Where its owner finds it in a list. */
  list: MessagePage;
  renewalOf?(ctx: JobContext, row: Row): Promise<Renewal<Reason>>;
}

/** What the end needs to know of a kind that renews automatically. */
export interface Expiry<Row extends ListingRow, Reason extends string>
  extends Required<Reminder<Row, Reason>> {
  /** Rows whose end, in `column`, has come and that renew. */
  renewable: { column: string; where: RawBuilder<unknown> };
  close(ctx: JobContext, row: Row): Promise<unknown>;
}

/** Renews or ends at most one listing per transaction; returns how many. */
export async function renewExpired<Row extends ListingRow, Reason extends string>(
  ctx: JobContext,
  kind: Kind<Row>,
  expiry: Expiry<Row, Reason>,
): Promise<number> {
  const id = await store.claimDue(ctx, kind.table, expiry.renewable);
  if (id === undefined) return 0;
  await renewOrClose(ctx, expiry, (await kind.find(ctx.db, id, ctx.now))!);
  return 1;
}

/** Renews a locked listing, or ends it and mails the reason. */
export async function renewOrClose<Row extends ListingRow, Reason extends string>(
  ctx: JobContext,
  { renewalOf, close, wording }: Expiry<Row, Reason>,
  row: Row,
): Promise<void> {
  const { refused, price, book } = await renewalOf(ctx, row);
  if (refused === null && (await orderIfAffordable(ctx, book))) return;
  await close(ctx, row);
  const account = await accounts.getAccount(ctx.db, row.account_id);
  if (account.disable_messages) return;
  const about = { to: account.email, bookingId: row.booking_id!, id: row.id };
  await enqueueMail(ctx, notRenewedMail(wording, { ...about, refused, price }), row.account_id);
}

/** What its renewal costs; null when it does not renew. */
async function renewalPrice<Row extends ListingRow, Reason extends string>(
  ctx: JobContext,
  row: Row,
  renewalOf: Reminder<Row, Reason>['renewalOf'],
): Promise<Credits | null> {
  const renewal = row.auto_extend ? await renewalOf?.(ctx, row) : undefined;
  return renewal?.refused === null ? renewal.price : null;
}

/**
 * Reminds one owner of an end within 24 hours, unless the renewal can be paid. Returns how many
 * reminders it processed.
 */
export async function remindExpiring<Row extends ListingRow, Reason extends string>(
  ctx: JobContext,
  kind: Kind<Row>,
  { remindable, isActive, wording, renewalOf }: Reminder<Row, Reason>,
): Promise<number> {
  const id = await store.claimReminder(ctx, kind.table, remindable);
  if (id === undefined) return 0;
  const row = (await kind.find(ctx.db, id, ctx.now))!;
  const { end_at: endAt } = row;
  if (!isActive(row, ctx.now) || !endAt || reminderAt(endAt) > ctx.now) return 1;
  const account = await accounts.getAccount(ctx.db, row.account_id);
  if (!account.expiry_alert || account.disable_messages) return 1;
  const price = await renewalPrice(ctx, row, renewalOf);
  if (price !== null && (await wallet.balance(ctx.db, row.account_id)) >= price) return 1;
  const about = { to: account.email, bookingId: row.booking_id!, id, endAt };
  await enqueueMail(ctx, endsMail(wording, { ...about, lacking: price }), row.account_id);
  return 1;
}

/** When devices are told of the ends of this day; of those that come first, as the day begins. */
const TOLD_AT = '08:00';

/**
 * Tells the devices of one owner in the morning that something ends today, unless the renewal can
 * be paid (EXP-115). Returns how many it looked at.
 */
export async function announceEnd<Row extends ListingRow, Reason extends string>(
  ctx: JobContext,
  kind: Kind<Row>,
  { remindable, isActive, list, renewalOf }: Reminder<Row, Reason>,
): Promise<number> {
  const { db, now } = ctx;
  const today = localDate(now);
  const morning = instantOf(today, TOLD_AT);
  const until = now < morning ? morning : addCalendarDays(instantOf(today, '00:00'), 1);
  const prefix = `ends:${kind.table}:${today}:`;
  const id = await store.claimEnding(ctx, kind, { remindable, until, prefix });
  if (id === undefined) return 0;
  const row = (await kind.find(db, id, now))!;
  const event = { accountId: row.account_id, cause: prefix + id };
  const { end_at: endAt } = row;
  const ends = isActive(row, now) && endAt !== null && endAt > now && endAt <= until;
  const price = ends ? await renewalPrice(ctx, row, renewalOf) : null;
  const renews = price !== null && (await wallet.balance(db, row.account_id)) >= price;
  if (!ends || renews) await passOver(ctx, event);
  else await announce(ctx, { ...event, kind: 'ends', page: list, until: endAt });
  return 1;
}
