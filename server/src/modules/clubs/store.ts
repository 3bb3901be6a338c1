import {
  BLANK_CLUB,
  BLANK_CLUB_CONTACT,
  type ClubContent,
  content,
} from '@samtrot/shared/clubs/contract.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import type { Ciphertext } from '../../platform/encryption.ts';
import { pausedRun } from '../listings/service.ts';
import { clubContact, clubPending, unsavedColumn } from './contact.ts';

/** Content by column; an empty canton is null for the foreign key. */
export type Content = Omit<ClubContent, 'canton'> & { canton: string | null };

/** A club with the times of its running or last booking. */
export interface ClubRow extends Content {
  id: number;
  account_id: number;
  booking_id: number | null;
  placed_at: Date | null;
  created_at: Date;
  version: number;
  saved_at: Date | null;
  /** Autosaved edits of a placed club, as on the wire. */
  unsaved: unknown;
  /** Since when the house keeps it off the websites; start and end are as if it ended now. */
  held_at: Date | null;
  /** Since when the switch of its account keeps it off the websites. */
  hidden_at: Date | null;
  start_at: Date | null;
  end_at: Date | null;
  /** Of its last order. */
  total: Credits | null;
  /** Of all orders whose run has not begun. */
  ahead: Credits;
}

const CLEAR = Object.keys(content).filter((name) => !(name in BLANK_CLUB_CONTACT));
/** A row as it is stored: contact data and edits are ciphertexts. */
type StoredRow = Omit<ClubRow, keyof typeof BLANK_CLUB_CONTACT | 'unsaved'> & {
  contact: Ciphertext | null;
  unsaved: Ciphertext | null;
  pending: Ciphertext | null;
};

async function select(
  db: Sql,
  which: RawBuilder<unknown>,
  now: Date,
  order = sql``,
): Promise<ClubRow[]> {
  const { rows } = await sql<StoredRow>`${rowsOf(which, now)} ${order}`.execute(db);
  return rows.map(({ unsaved, ...row }) => ({
    ...clubPending.overlay(clubContact.open(row)),
    unsaved: unsaved && JSON.parse(unsavedColumn.decrypt(unsaved, row.id)),
  }));
}

function rowsOf(which: RawBuilder<unknown>, now: Date) {
  const { startAt, endAt } = pausedRun(['c.hidden_at', 'c.held_at'], now);
  return sql`
  select c.id, c.account_id, c.booking_id, c.placed_at, c.created_at, c.version, c.saved_at,
    c.unsaved, c.pending, c.held_at, c.hidden_at,
         ${sql.raw(CLEAR.map((name) => `c.${name}`).join(', '))}, c.contact,
         ${startAt} as start_at, ${endAt} as end_at, k.total,
         (select coalesce(sum(total), 0)::integer from club_booking a
           where a.club_id = c.id and a.start_at > least(c.hidden_at, c.held_at, ${now})) as ahead
    from club c left join club_booking k on k.id = c.booking_id
   where ${which} and c.deleted_at is null`;
}

/** The placed clubs of an account that it has not deleted, newest first. */
export async function listOwn(db: Sql, accountId: number, now: Date): Promise<ClubRow[]> {
  const which = sql`c.account_id = ${accountId} and c.placed_at is not null`;
  return select(db, which, now, sql`order by c.id desc`);
}

export async function find(db: Sql, id: number, now: Date): Promise<ClubRow | undefined> {
  return (await select(db, sql`c.id = ${id}`, now))[0];
}

/** The same, if it belongs to this account. */
export async function findOwn(
  db: Sql,
  { accountId, id, now }: { accountId: number; id: number; now: Date },
): Promise<ClubRow | undefined> {
  const which = sql`c.id = ${id} and c.account_id = ${accountId}`;
  return (await select(db, which, now))[0];
}

/** The one entry of an account that is not ordered yet. */
export async function findEntry(
  db: Sql,
  accountId: number,
  now: Date,
): Promise<ClubRow | undefined> {
  const which = sql`c.account_id = ${accountId} and c.placed_at is null`;
  return (await select(db, which, now))[0];
}

/** The same, locked until the transaction ends. */
export async function loadEntryForUpdate(
  db: Sql,
  accountId: number,
  now: Date,
): Promise<ClubRow | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from club
     where account_id = ${accountId} and placed_at is null and deleted_at is null
      for update`.execute(db);
  return rows[0] && find(db, rows[0].id, now);
}

/** Creates the entry that is not ordered yet, unless there is one. */
export async function begin(db: Sql, accountId: number, at: Date): Promise<void> {
  await sql`
    insert into club (account_id, club_name, version, created_at, changed_at)
      values (${accountId}, '', 0, ${at}, ${at})
    on conflict (account_id) where placed_at is null and deleted_at is null do nothing`.execute(db);
}

/** A list is stored as JSON. */
export const columnsOf = <Values extends Partial<Content>>({
  oeffnungszeiten,
  ...values
}: Values) => ({
  ...values,
  ...(oeffnungszeiten && { oeffnungszeiten: JSON.stringify(oeffnungszeiten) }),
});

/** Updates a club that the caller has locked. */
export async function update(
  db: Sql,
  id: number,
  values: Partial<Content> & {
    booking_id?: number;
    placed_at?: Date;
    version?: number;
    saved_at?: Date;
    unsaved?: string | null;
    alert_at?: Date | null;
    hidden_at?: Date | null;
    held_at?: Date | null;
    changed_at?: Date;
  },
): Promise<void> {
  const { unsaved, ...given } = columnsOf(values);
  const columns = {
    ...(await clubContact.changed(db, id, await clubPending.heldBack(db, id, given))),
    ...(unsaved !== undefined && {
      unsaved: unsaved === null ? null : unsavedColumn.encrypt(unsaved, id),
    }),
  };
  await db.updateTable('club').set(columns).where('id', '=', id).execute();
}

/** Condition on a repeated order: the entry has no pictures of its own, which another club has. */
export const firstOrder = (entryId: number) => (since: Date) =>
  sql`
  listing.placed_at > ${since}
  and not exists (select from image where club_id = ${entryId})`;

/** Erases the content; bookings refer to the empty row. */
export async function erase(db: Sql, id: number, at: Date): Promise<void> {
  await db
    .updateTable('club')
    .set({ ...ERASED, deleted_at: at, changed_at: at })
    .where('id', '=', id)
    .execute();
}

/** Deletes an entry that was never paid for. */
export async function drop(db: Sql, id: number): Promise<void> {
  await sql`delete from club where id = ${id}`.execute(db);
}

/** The same for all clubs of an account; deleted ones are erased already. */
export async function forget(db: Sql, accountId: number, at: Date): Promise<void> {
  await sql`
    delete from club c where account_id = ${accountId} and deleted_at is null
       and not exists (select from club_booking k where k.club_id = c.id)`.execute(db);
  await db
    .updateTable('club')
    .set({ ...ERASED, deleted_at: at, changed_at: at })
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .execute();
}

// Months of the last order stay, as its booking does.
const { monate: _kept, ...typed } = BLANK_CLUB;
const ERASED = {
  ...columnsOf({ ...clubContact.without(typed), canton: null }),
  ...clubContact.erased,
  unsaved: null,
  pending: null,
  pending_print: null,
  alert_at: null,
};
