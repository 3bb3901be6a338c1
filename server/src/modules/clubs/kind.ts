import { PAGE_OF } from '@samtrot/shared/device-messages/rules.ts';
import { sql } from 'kysely';
import type { Kind, Reminder } from '../listings/service.ts';
import { pageOf } from '../mail/service.ts';
import { statusOf } from './presenter.ts';
import * as store from './store.ts';

/** Only placed clubs count; the one entry that is not ordered yet is no listing. */
export const CLUBS: Kind<store.ClubRow> = {
  table: 'club',
  bookings: 'club_booking',
  label: 'Club',
  yours: 'Dein Club',
  exists: sql`deleted_at is null`,
  find: store.find,
  update: store.update,
  errors: {
    notFound: 'CLUB_NOT_FOUND',
    versionConflict: 'CLUB_VERSION_CONFLICT',
    tooMany: 'TOO_MANY_CLUBS',
  },
  limit: {
    max: 50,
    counts: sql`placed_at is not null and deleted_at is null`,
    exclusive: false,
  },
};

export const REMINDER: Reminder<store.ClubRow> = {
  remindable: sql`deleted_at is null and held_at is null`,
  isActive: (row, now) => statusOf(row, now) === 'aktiv',
  wording: { causePrefix: 'club:', again: 'wieder starten', page: pageOf.club, reasons: {} },
  list: PAGE_OF.club,
};
