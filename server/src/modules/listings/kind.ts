import type { ErrorCode } from '@samtrot/shared/kernel/errors.ts';
import type { RawBuilder } from 'kysely';
import type { Actors } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';

export type Owner = Actors['user'];

/** What every listing has; without a booking it has neither start nor end. */
export interface ListingRow {
  id: number;
  account_id: number;
  booking_id: number | null;
  version: number;
  saved_at: Date | null;
  /** Autosaved edits of a booked listing, as JSON of an earlier or this version. */
  unsaved: unknown;
  start_at: Date | null;
  end_at: Date | null;
  /** Renewed automatically at its end. */
  auto_extend?: boolean;
  /** Since when the house keeps it off the websites. */
  held_at: Date | null;
}

/** Columns that the functions of this module write. */
export interface ListingColumns {
  version?: number;
  saved_at?: Date;
  unsaved?: string | null;
  changed_at?: Date;
}

/** One kind of listing: its table, its rows, its limit and its error codes. */
export interface Kind<Row extends ListingRow = ListingRow> {
  table: string;
  /** Table of its bookings; `booking_id` is the running or last one. */
  bookings: string;
  /** In the history: «Banner». */
  label: string;
  /** In messages: «Dein Banner». */
  yours: string;
  /** Condition on a row: not deleted. */
  exists: RawBuilder<unknown>;
  find(db: Sql, id: number, now: Date): Promise<Row | undefined>;
  update(db: Sql, id: number, columns: ListingColumns): Promise<void>;
  errors: { notFound: ErrorCode; versionConflict: ErrorCode; tooMany: ErrorCode };
  limit: {
    max: number;
    /** Condition on a row: it counts. */
    counts: RawBuilder<unknown>;
    /** Serializes creations per account where no row exists yet that could be locked. */
    exclusive: boolean;
  };
}

/** What a listing is after the house has released it. */
export interface Standing {
  /** In the words of its lifecycle. */
  life: string;
  /** Whether visitors see it. */
  online: boolean;
  /** Null without a run. */
  ends_at: Date | null;
  /** A free run goes on while it is held. */
  free: boolean;
}

/** The lifecycle table of a kind: which event leads where, and how refusals name a state. */
export interface Lifecycle<Row, Status extends string, Event extends string> {
  statusOf(row: Row, now: Date): Status;
  steps: Record<Status, Partial<Record<Event, Status | 'geloescht'>>>;
  labels: Record<Status, string>;
  notInThisState: ErrorCode;
  /** Events that publish or charge; refused while the account is paused. */
  publishing: readonly Event[];
  /** Events of its owner that a hold allows. */
  whileHeld: readonly Event[];
}
