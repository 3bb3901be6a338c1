import type { PackageId } from '@samtrot/shared/cart/rules.ts';
import {
  BLANK_CONTACT,
  BLANK_INSERAT,
  content,
  type InseratContent,
} from '@samtrot/shared/inserate/contract.ts';
import type { InseratStatus } from '@samtrot/shared/inserate/status.ts';
import { pick } from '@samtrot/shared/kernel/content.ts';
import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import { dueOnly, type JobContext } from '../../platform/due-work.ts';
import { type Ciphertext, nextId } from '../../platform/encryption.ts';
import type { DB } from '../../platform/schema.generated.ts';
import { adContact, adPending, unsavedColumn } from './contact.ts';

/** Content by column; dated pushes as in `push.slot`: `YYYY-MM-DD HH:MM`. */
export type Content = Omit<InseratContent, 'date_time_pushes'> & { date_time_pushes: string[] };

/** The content of a row or a call. */
export const contentIn = <Of extends { [Field in keyof Content]?: unknown }>(of: Of) =>
  pick(content, of);

export interface InseratRow extends Content {
  id: number;
  account_id: number;
  status: InseratStatus;
  start_at: Date | null;
  end_at: Date | null;
  lifted_at: Date | null;
  /** Of a planned ad: counted from its planned start. */
  topad_until: Date | null;
  story_until: Date | null;
  alert_at: Date | null;
  colour: boolean;
  views: number;
  booking_id: number | null;
  hidden_at: Date | null;
  /** Since when the house keeps it off the websites. */
  held_at: Date | null;
  version: number;
  saved_at: Date | null;
  changed_at: Date;
  /** Autosaved edits of a booked ad, as on the wire. */
  unsaved: unknown;
}

export interface Booking {
  id: number;
  package: PackageId;
  planned: boolean;
  paid_regions: number;
  paid_categories: number;
  paid_images: number;
  paid_daily_pushes: number;
  /** Paid and not delivered yet. */
  paid_dated_pushes: number;
  paid_topad: boolean;
  paid_colour: boolean;
  paid_story: boolean;
  /** Total suspension in milliseconds. */
  hidden_ms: number;
  end_at: Date;
  /** Time that holds have added to its end. */
  held_ms: number;
  /** When its free ad was withdrawn; the free booking of that day counts no more. */
  withdrawn_at: Date | null;
  created_at: Date;
  /** The version of the prices of packages that it was booked with. */
  catalogue_version_id: number;
}

const BOOKING_COLUMNS = [
  ...([
    'id',
    'package',
    'planned',
    'paid_regions',
    'paid_categories',
    'paid_images',
    'paid_daily_pushes',
  ] as const),
  ...([
    'paid_dated_pushes',
    'paid_topad',
    'paid_colour',
    'paid_story',
    'hidden_ms',
    'end_at',
    'held_ms',
    'withdrawn_at',
    'created_at',
    'catalogue_version_id',
  ] as const),
] as const;

const CLEAR = Object.keys(content).filter((name) => !(name in BLANK_CONTACT));
/** A row as it is stored: contact data and edits are ciphertexts. */
type StoredRow = Omit<InseratRow, keyof typeof BLANK_CONTACT | 'unsaved'> & {
  contact: Ciphertext | null;
  unsaved: Ciphertext | null;
  pending: Ciphertext | null;
};

const COLUMNS = sql.raw(
  `id, account_id, status, ${CLEAR.join(', ')}, contact, start_at, end_at, lifted_at,
   topad_until, story_until, alert_at, colour, views, booking_id, hidden_at, held_at,
   version, saved_at, changed_at,
   unsaved, pending`,
);

/** The one untouched draft of an account; another request restarts its 24 hours. */
export async function blank(db: Sql, accountId: number, at: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into inserat (account_id, status, inserat_typ, created_at, changed_at)
      values (${accountId}, 'leer', 'free', ${at}, ${at})
    on conflict (account_id) where status = 'leer' do update set created_at = excluded.created_at
    returning id`.execute(db);
  return rows[0]!.id;
}

/** The ads that this condition, order or lock selects, with what of them waits for an approval. */
export async function select(db: Sql, which: RawBuilder<unknown>): Promise<InseratRow[]> {
  const { rows } = await sql<StoredRow>`select ${COLUMNS} from inserat where ${which}`.execute(db);
  return rows.map(({ unsaved, ...row }) => ({
    ...adPending.overlay(adContact.open(row)),
    unsaved: unsaved && JSON.parse(unsavedColumn.decrypt(unsaved, row.id)),
  }));
}

export const listOwn = (db: Sql, accountId: number): Promise<InseratRow[]> =>
  select(
    db,
    sql`account_id = ${accountId} and status <> 'leer' and status <> 'geloescht' order by id desc`,
  );

export const find = async (db: Sql, id: number): Promise<InseratRow | undefined> =>
  (await select(db, sql`id = ${id}`))[0];

export async function bookingsOf(db: Sql, ids: number[]): Promise<Map<number, Booking>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('booking')
    .select(BOOKING_COLUMNS)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row as Booking]));
}

type Values = Partial<Omit<InseratRow, 'id' | 'account_id' | 'unsaved'>> & {
  unsaved?: string | null;
  changed_at?: Date;
  /** Until when a deleted draft can be restored. */
  erase_at?: Date | null;
};

/** Updates an ad that the caller has locked. */
export async function update(db: Sql, id: number, { unsaved, ...values }: Values): Promise<void> {
  const columns = {
    ...(await adContact.changed(db, id, await adPending.heldBack(db, id, values))),
    ...(unsaved !== undefined && {
      unsaved: unsaved === null ? null : unsavedColumn.encrypt(unsaved, id),
    }),
  };
  await db.updateTable('inserat').set(columns).where('id', '=', id).execute();
}

/** Shows no more of where somebody is found than this, of an ad that the caller has locked. */
export async function hidePlace(
  db: Sql,
  id: number,
  { adresse_anzeigen, ort_anzeigen }: Pick<Content, 'adresse_anzeigen' | 'ort_anzeigen'>,
): Promise<void> {
  await sql`
    update inserat set adresse_anzeigen = adresse_anzeigen and ${adresse_anzeigen},
      ort_anzeigen = ort_anzeigen and ${ort_anzeigen} where id = ${id}`.execute(db);
}

interface NewBooking
  extends Omit<
    Booking,
    'id' | 'hidden_ms' | 'held_ms' | 'withdrawn_at' | 'end_at' | 'catalogue_version_id'
  > {
  inserat_id: number;
  account_id: number;
  start_at: Date;
  end_at: Date;
  free_day: string | null;
  /** The booking that this one renews automatically. */
  renews: number | null;
  /** The booking of another package that this one replaces. */
  replaces: number | null;
}

/** Undefined if the account has had its free booking of that day; concurrent ones wait here. */
export async function insertBooking(db: Sql, booking: NewBooking): Promise<number | undefined> {
  const row = await db
    .insertInto('booking')
    .values(booking)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'free_day'])
        .where('free_day', 'is not', null)
        .where('withdrawn_at', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function freeDayUsed(db: Sql, accountId: number, day: string): Promise<boolean> {
  const booked = db
    .selectFrom('booking')
    .select('id')
    .where('account_id', '=', accountId)
    .where('free_day', '=', day)
    .where('withdrawn_at', 'is', null);
  return (await booked.executeTakeFirst()) !== undefined;
}

/**
 * False if the account has withdrawn a free ad of that day already; a concurrent one waits here.
 */
export async function markWithdrawn(db: Sql, id: number, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update booking b set withdrawn_at = ${at} where b.id = ${id}
      and not exists (select from booking other where other.account_id = b.account_id
        and other.free_day = b.free_day and other.withdrawn_at is not null)`.execute(db);
  return numAffectedRows === 1n;
}

/** Whether a free ad booked on the same day was withdrawn. */
export async function withdrawnOn(db: Sql, bookingId: number): Promise<boolean> {
  const { rows } = await sql`
    select from booking b join booking other using (account_id, free_day)
     where b.id = ${bookingId} and other.withdrawn_at is not null`.execute(db);
  return rows.length > 0;
}

/** Updates what a booking has paid for, or its run. */
export async function updateBooking(
  db: Sql,
  id: number,
  values: Partial<
    Omit<Booking, 'id' | 'package' | 'planned' | 'withdrawn_at' | 'created_at'> &
      Pick<NewBooking, 'start_at' | 'end_at'>
  >,
): Promise<void> {
  await db.updateTable('booking').set(values).where('id', '=', id).execute();
}

/** Keeps the id, the booking and the tombstone for partner websites. */
export async function forget(db: Sql, accountId: number, at: Date): Promise<void> {
  await db
    .updateTable('inserat')
    .set({ ...ERASED, changed_at: at })
    .where('account_id', '=', accountId)
    .where((of) => of.or([of('status', '<>', 'geloescht'), of('erase_at', 'is not', null)]))
    .execute();
}

/** For account deletion: cancels every due push. */
export async function cancelPushesOf(db: Sql, accountId: number, at: Date): Promise<void> {
  await sql`update push set state = 'cancelled', settled_at = ${at} where account_id = ${accountId}
    and state = 'due'`.execute(db);
}

/** Locks a deleted draft of the account that can still be restored; undefined for any other. */
export async function lockDeleted(
  db: Sql,
  accountId: number,
  id: number,
  now: Date,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('inserat')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('erase_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  return row?.id;
}

/** Claims deleted drafts whose time is over. */
export async function lockErasable(ctx: JobContext, batch: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from inserat where erase_at <= ${ctx.now} and ${dueOnly(ctx)}
     order by erase_at limit ${batch} for update skip locked`.execute(ctx.db);
  const ids = rows.map(({ id }) => id);
  ctx.due?.claimed(ids);
  return ids;
}

/** Inserts a draft. */
export async function insertDraft(
  db: Sql,
  accountId: number,
  content: Content,
  at: Date,
): Promise<number> {
  const id = await nextId(db, 'inserat');
  await db
    .insertInto('inserat')
    .values({
      ...adContact.columnsOf(content, { id, contact: null }),
      id,
      account_id: accountId,
      status: 'entwurf',
      created_at: at,
      changed_at: at,
      saved_at: at,
    })
    .execute();
  return id;
}

/** The same for one ad, deleted by its owner. */
export async function erase(db: Sql, id: number, at: Date): Promise<void> {
  await db
    .updateTable('inserat')
    .set({ ...ERASED, changed_at: at })
    .where('id', '=', id)
    .execute();
}

// The package stays, for the statistics of its bookings.
const { inserat_typ: _kept, ...written } = adContact.without(BLANK_INSERAT);
const ERASED: Updateable<DB['inserat']> = {
  ...written,
  ...adContact.erased,
  date_time_pushes: [],
  status: 'geloescht',
  erase_at: null,
  start_at: null,
  end_at: null,
  lifted_at: null,
  topad_until: null,
  story_until: null,
  alert_at: null,
  colour: false,
  hidden_at: null,
  unsaved: null,
  pending: null,
  pending_print: null,
  story_print: null,
  views: 0,
};

/** Purges untouched drafts from before this instant. */
export async function deleteBlanks(db: Sql, before: Date, batch: number): Promise<number> {
  const { rows } = await sql`
    delete from inserat where id in (
      select id from inserat where status = 'leer' and created_at < ${before} order by created_at
       limit ${batch}
      for update skip locked) returning id`.execute(db);
  return rows.length;
}

/** Drafts that were never online and have not changed since this instant, locked. */
export async function lockStaleDrafts(
  ctx: JobContext,
  before: Date,
  batch: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from inserat
     where status = 'entwurf' and booking_id is null and changed_at <= ${before}
       and ${dueOnly(ctx)}
     order by changed_at limit ${batch} for update skip locked`.execute(ctx.db);
  const ids = rows.map(({ id }) => id);
  ctx.due?.claimed(ids);
  return ids;
}

/** Whether what its story shows is approved, where changes wait for that. */
export async function storyApproved(db: Sql, id: number): Promise<boolean> {
  const { rows } = await sql<{
    approved: boolean;
  }>`select story_approved(${id}) as approved`.execute(db);
  return rows[0]!.approved;
}

/** How many ads were online at the end of each span; of one that is not over, now. */
export async function onlineAt(db: Sql, ends: readonly Date[]): Promise<number[]> {
  const { rows } = await sql<{ from: number; until: number | null; ads: number }>`
    select width_bucket(from_at, ${ends}::timestamptz[]) as from,
           width_bucket(until_at, ${ends}::timestamptz[]) as until, count(*)::int as ads
      from inserat_phase
     where kind = 'online' and from_at < ${ends.at(-1)}
       and (until_at is null or until_at >= ${ends[0]})
     group by 1, 2`.execute(db);
  return ends.map((_, n) =>
    rows
      .filter(({ from, until }) => from <= n && (until === null || until > n))
      .reduce((sum, { ads }) => sum + ads, 0),
  );
}

export async function wasEverPlaced(db: Sql, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ placed: boolean }>`
    select exists (select from inserat i join booking b on b.inserat_id = i.id
                    where i.account_id = ${accountId}) as placed`.execute(db);
  return rows[0]!.placed;
}
