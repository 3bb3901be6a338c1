import {
  type AdPrices,
  isPremium,
  type PackageId,
  priceOptions,
  quote,
  type Wishes,
} from '@samtrot/shared/cart/rules.ts';
import { type Inserat, InseratContent } from '@samtrot/shared/inserate/contract.ts';
import { notedEnd } from '@samtrot/shared/inserate/drafts.ts';
import { MAX_HIDDEN_DAYS } from '@samtrot/shared/inserate/limits.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { readStored } from '@samtrot/shared/kernel/stored.ts';
import { DAY_MS, localDate, wireDateTime } from '@samtrot/shared/kernel/time.ts';
import { payableImages } from '@samtrot/shared/media/payable.ts';
import { clockOf } from '../holds/service.ts';
import { AT_ONCE } from '../listings/service.ts';
import type { AdMedia } from '../media/service.ts';
import { presentOffer } from './promotion/promotions.ts';
import { type Booking, type Content, contentIn, type InseratRow } from './store.ts';

/** States with a running or planned booking. */
export const BOOKED: readonly string[] = ['geplant', 'aktiv', 'ausgeblendet'];

/** What a booking has paid for, as the price function reads it. */
export const paidBy = (booking: Booking): Required<Wishes> => ({
  package: booking.package,
  regions: booking.paid_regions,
  categories: booking.paid_categories,
  images: booking.paid_images,
  dailyPushes: booking.paid_daily_pushes,
  datedPushes: booking.paid_dated_pushes,
  planned: booking.planned,
  topAd: booking.paid_topad,
  colour: booking.paid_colour,
  story: booking.paid_story,
});

/** What the current booking has paid for; null if the next order begins a new one. */
export const paidOf = (
  row: Pick<InseratRow, 'status'>,
  booking: Booking | undefined,
): Required<Wishes> | null => (booking && BOOKED.includes(row.status) ? paidBy(booking) : null);

/** The current booking if it is of this package; another package begins a new one. */
export const bookingOf = (
  row: Pick<InseratRow, 'status'>,
  latest: Booking | undefined,
  chosen: PackageId,
): Booking | undefined => (paidOf(row, latest)?.package === chosen ? latest : undefined);

/** The current booking if the chosen package replaces it and takes over its extras. */
export const replacedBy = (
  row: Pick<InseratRow, 'status'>,
  latest: Booking | undefined,
  chosen: PackageId,
): Booking | undefined => (paidOf(row, latest) && latest?.package !== chosen ? latest : undefined);

/** Longest total suspension of a premium run (decisions, section 5). */
export const HIDDEN_MS = MAX_HIDDEN_DAYS * DAY_MS;

/** Suspension left in milliseconds; none for a free booking. */
export const suspensionLeftMs = (booking: Booking | undefined): number =>
  booking && isPremium(booking.package) ? Math.max(0, HIDDEN_MS - booking.hidden_ms) : 0;

/** The clock of its paid time, which stands still while it is held; a free run goes on. */
export const runClock = (row: Pick<InseratRow, 'held_at' | 'inserat_typ'>, now: Date): Date =>
  isPremium(row.inserat_typ) ? clockOf(row, now) : now;

type Hiding = Pick<InseratRow, 'end_at' | 'hidden_at'>;

/** The end without the current suspension; a hidden row stores the latest possible end. */
export const nominalEnd = (
  { end_at, hidden_at }: Hiding,
  booking: Booking | undefined,
): Date | null =>
  end_at && hidden_at ? new Date(end_at.getTime() - suspensionLeftMs(booking)) : end_at;

/** Length of the current suspension in milliseconds; never negative if the clock was set back. */
export const suspendedMs = (
  { hidden_at }: Hiding,
  booking: Booking | undefined,
  now: Date,
): number =>
  hidden_at
    ? Math.max(0, Math.min(suspensionLeftMs(booking), now.getTime() - hidden_at.getTime()))
    : 0;

/** The end of a hidden ad if it is shown now. */
export function endIfShown(row: Hiding, booking: Booking | undefined, now: Date): Date | null {
  const end = nominalEnd(row, booking);
  return end && new Date(end.getTime() + suspendedMs(row, booking, now));
}

export interface PresentContext {
  media: AdMedia;
  booking: Booking | undefined;
  nextPush: Date | undefined;
  /** Daily times with refunded pushes. */
  short: number;
  /** Of a planned ad. */
  refund: Credits;
  /** Of this moment. */
  prices: AdPrices;
  /** Of its booking. */
  packagePrice: Credits;
  pushRefund: Credits;
  now: Date;
}

/** Content as on the wire. */
export const presentContent = (row: Content): InseratContent => ({
  ...contentIn(row),
  date_time_pushes: row.date_time_pushes.map((slot) => ({
    date: slot.slice(0, 10),
    time: slot.slice(11),
  })),
});

/** Autosaved edits of a booked ad; missing fields are as saved. */
export const unsavedOf = (row: InseratRow): InseratContent | null =>
  readStored(InseratContent, row.unsaved, presentContent(row));

/** Media as on the wire. */
export const presentMedia = ({ images, videos, storyImage, storyVideo }: AdMedia) => ({
  imageSources: images,
  videoSources: videos,
  story_image: storyImage,
  story_video: storyVideo,
});

/** A run begins on top of the lists, too. */
const lastPush = ({ lifted_at, start_at }: Pick<InseratRow, 'lifted_at' | 'start_at'>) =>
  lifted_at && start_at && lifted_at > start_at ? lifted_at : null;

/** An ad as on the wire. */
export function present(
  row: InseratRow,
  { media, booking, nextPush, short, refund, prices, now, ...paidThen }: PresentContext,
): Inserat {
  // A past start is no longer chosen: the next order begins with "Sofort".
  const asks = row.status === 'entwurf' || row.status === 'leer' || row.status === 'geplant';
  const booked = row.booking_id !== null;
  const paid = paidOf(row, booking);
  const clock = runClock(row, now);
  // As if it were released now.
  const still = now.getTime() - clock.getTime();
  const moved = (at: Date | null) => at && new Date(at.getTime() + still);
  const end = moved(endIfShown(row, booking, clock));
  const later = (at: Date | null) => (at && at > now ? at.toISOString() : null);
  const promoted = (until: Date | null) =>
    later(until && end && until > end && !row.auto_extend ? end : until);
  const [topad_until, story_until] = [row.topad_until, row.story_until].map((until) =>
    promoted(until && until > clock ? moved(until) : until),
  ) as [string | null, string | null];
  return {
    ID: row.id,
    inserat_status: row.status === 'leer' || row.status === 'geloescht' ? 'entwurf' : row.status,
    post_status: BOOKED.includes(row.status) ? 'publish' : 'draft',
    ...presentContent(row),
    ...presentMedia(media),
    selectedRegions: row.cantons,
    push_date: row.date_time_pushes[0]?.slice(0, 10) ?? '',
    price_options: priceOptions(prices),
    ...(asks ? {} : AT_ONCE),
    start_zeit: booked && row.start_at ? wireDateTime(row.start_at) : '',
    end_zeit: booked && end ? wireDateTime(end) : '',
    start_at: row.start_at?.toISOString() ?? null,
    end_at: end?.toISOString() ?? null,
    reactivation_date: paid && isPremium(paid.package) && end ? localDate(end) : '',
    views: row.views,
    push_taglich: (paid?.dailyPushes ?? 0) > 0 && row.push_times.length > 0,
    inserat_farbe: row.colour,
    inserat_topad: topad_until !== null,
    inserat_story: story_until !== null,
    topad_until,
    story_until,
    topad_offer: presentOffer(prices.extras, row, 'topAd', now),
    story_offer: presentOffer(prices.extras, row, 'story', now),
    next_push_at: nextPush?.toISOString() ?? null,
    last_push_at: lastPush(row)?.toISOString() ?? null,
    reaktivierung: row.auto_extend,
    renewal_price: quote(
      prices,
      renewalWishes(row, payableImages(media.images, BOOKED.includes(row.status))),
    ).total,
    planned_refund: refund,
    hidden_at: row.hidden_at?.toISOString() ?? null,
    hidden_days_left: Math.ceil(
      (suspensionLeftMs(booking) - suspendedMs(row, booking, clock)) / DAY_MS,
    ),
    version: row.version,
    saved_at: row.saved_at?.toISOString() ?? null,
    deletes_at: endOfDraft(row, now)?.toISOString() ?? null,
    booked_at: paid && booking ? booking.created_at.toISOString() : null,
    package_price: paidThen.packagePrice,
    push_refund: paidThen.pushRefund,
    short_daily_times: paid ? short : 0,
    paid,
  };
}

const endOfDraft = ({ status, booking_id, changed_at }: InseratRow, now: Date): Date | null =>
  status === 'entwurf' && booking_id === null ? notedEnd(changed_at, now) : null;

/** What a renewal orders: the same without what is bought once. */
export const renewalWishes = (row: Content, images: number): Wishes => ({
  package: row.inserat_typ,
  regions: row.cantons.length,
  categories: row.categories.length,
  images,
  dailyPushes: row.push_times.length,
});
