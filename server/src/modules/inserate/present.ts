import { isPremium, type PackageId, type Wishes } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { formatDateTime, localDate } from '@samtrot/shared/kernel/time.ts';
import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import type { Booking, InseratRow } from './store.ts';

/** States in which a booking is running or about to. */
const BOOKED = ['geplant', 'aktiv', 'ausgeblendet'];

/** What a booking has paid for, as the price function reads it. */
export const paidBy = (booking: Booking): Wishes => ({
  package: booking.package,
  regions: booking.paid_regions,
  categories: booking.paid_categories,
  images: booking.paid_images,
  planned: booking.planned,
});

/** The same for the booking in which an ad is; null when its next order starts one. */
export const paidOf = (row: Pick<InseratRow, 'status'>, booking: Booking | undefined): Wishes | null =>
  booking && BOOKED.includes(row.status) ? paidBy(booking) : null;

/** The running or planned booking when it is one of this package; any other package starts a new one. */
export const bookingOf = (
  row: Pick<InseratRow, 'status'>,
  latest: Booking | undefined,
  chosen: PackageId,
): Booking | undefined => (paidOf(row, latest)?.package === chosen ? latest : undefined);

/** An ad in the words of the wire. */
export function present(row: InseratRow, images: ImageSource[], booking: Booking | undefined, now: Date): Inserat {
  // A start that has been is no wish any more: whoever places the ad again begins with "Sofort".
  const asks = row.status === 'entwurf' || row.status === 'leer' || row.status === 'geplant';
  const booked = row.booking_id !== null;
  const paid = paidOf(row, booking);
  return {
    ID: row.id,
    inserat_status: row.status === 'leer' || row.status === 'geloescht' ? 'entwurf' : row.status,
    post_status: BOOKED.includes(row.status) ? 'publish' : 'draft',
    inserat_typ: row.package,
    name: row.name,
    titel: row.titel,
    beschreibung: row.beschreibung,
    telefon: row.telefon,
    cantons: row.cantons,
    categories: row.categories,
    offerings: row.offerings,
    originalbilder: row.image_kind,
    imageSources: images,
    publish_option: asks ? row.publish_option : 'Sofort',
    publish_date: asks ? row.publish_date : '',
    publish_time: asks ? row.publish_time : '',
    start_zeit: booked && row.start_at ? formatDateTime(row.start_at) : '',
    end_zeit: booked && row.end_at ? formatDateTime(row.end_at) : '',
    start_at: row.start_at?.toISOString() ?? null,
    end_at: row.end_at?.toISOString() ?? null,
    reactivation_date: paid && isPremium(paid.package) && row.end_at ? localDate(row.end_at) : '',
    views: row.views,
    push_taglich: false,
    inserat_farbe: row.colour,
    inserat_topad: row.topad_until !== null && row.topad_until > now,
    inserat_story: false,
    reaktivierung: false,
    paid: paid && { ...paid, planned: paid.planned ?? false },
  };
}
