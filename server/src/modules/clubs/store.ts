import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

/** A club with the times of its running or last booking. */
export interface ClubRow {
  id: number;
  club_name: string;
  titel: string;
  beschreibung: string;
  vollstaendiger_name: string;
  telefon: string;
  start_at: Date | null;
  end_at: Date | null;
}

/** The clubs of an account that it has not deleted, newest first. */
export async function listOwn(db: Sql, accountId: number): Promise<ClubRow[]> {
  const { rows } = await sql<ClubRow>`
    select c.id, c.club_name, c.titel, c.beschreibung, c.vollstaendiger_name, c.telefon, k.start_at, k.end_at
      from club c left join club_booking k on k.id = c.booking_id
     where c.account_id = ${accountId} and c.deleted_at is null order by c.id desc`.execute(db);
  return rows;
}

/** Removes what was never paid for and empties the rest, which is delivered no more. */
export async function forget(db: Sql, accountId: number, at: Date): Promise<void> {
  await sql`
    delete from club c
     where account_id = ${accountId} and not exists (select from club_booking k where k.club_id = c.id)`.execute(db);
  await sql`
    update club
       set club_name = '', titel = '', beschreibung = '', vollstaendiger_name = '', telefon = '',
           deleted_at = coalesce(deleted_at, ${at}), changed_at = ${at}
     where account_id = ${accountId}`.execute(db);
}
