import type { BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

/** A banner with its running or last booking; the columns of the booking are null before the first. */
export interface BannerRow {
  id: number;
  typ: BannerTypeId;
  text: string;
  url: string;
  months: number;
  planned_at: Date | null;
  auto_extend: boolean;
  hidden_at: Date | null;
  created_at: Date;
  start_at: Date | null;
  end_at: Date | null;
  total: Credits | null;
  websites: number[];
}

/** The banners of an account that it has not deleted, newest first. */
export async function listOwn(db: Sql, accountId: number): Promise<BannerRow[]> {
  const { rows } = await sql<BannerRow>`
    select b.id, b.typ, b.text, b.url, b.months, b.planned_at, b.auto_extend, b.hidden_at, b.created_at,
           k.start_at, k.end_at, k.total,
           array(select website_id::integer from banner_webseite w where w.banner_id = b.id order by website_id) as websites
      from banner b left join banner_booking k on k.id = b.booking_id
     where b.account_id = ${accountId} and b.deleted_at is null order by b.id desc`.execute(db);
  return rows;
}

/** Removes what was never paid for and empties the rest, which is delivered no more. */
export async function forget(db: Sql, accountId: number, at: Date): Promise<void> {
  await sql`
    delete from banner b
     where account_id = ${accountId} and not exists (select from banner_booking k where k.banner_id = b.id)`.execute(
    db,
  );
  await sql`
    update banner set text = '', url = '', auto_extend = false, deleted_at = coalesce(deleted_at, ${at}), changed_at = ${at}
     where account_id = ${accountId}`.execute(db);
}
