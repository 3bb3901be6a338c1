import { type RawBuilder, sql } from 'kysely';
import type { Database, Sql } from '../../../platform/db.ts';
import { CUT_OFF, startedLate } from '../promotion/promotion-store.ts';
import { WAITS, WAITS_FOR_OWNER } from '../promotion/push-store.ts';

/** One ad, those of an account, or a batch that no other worker has locked. */
export type Which = { id: number } | { account: number } | { batch: number };

/** Sorted by the index, or a plan may scan all ads to find none. */
const picked = (which: Which, due: 'start_at' | 'end_at') =>
  'id' in which
    ? sql`and id = ${which.id} for update`
    : 'account' in which
      ? sql`and account_id = ${which.account} for update`
      : sql`order by ${sql.ref(due)} limit ${which.batch} for update skip locked`;

/**
 * Publishes planned ads whose start has come, once by the key of their effect. A batch is locked
 * first, so that the second statement sees a concurrent pause or blocks it.
 */
export async function startDue(db: Sql, at: Date, which: Which): Promise<number> {
  if (!('batch' in which))
    return startLocked(
      db,
      at,
      'id' in which ? sql`i.id = ${which.id}` : sql`i.account_id = ${which.account}`,
    );
  const { rows } = await sql<{ id: number }>`
    select id from inserat i where status = 'geplant' and start_at <= ${at}
     and not ${WAITS_FOR_OWNER}
     order by start_at limit ${which.batch} for update of i skip locked`.execute(db);
  if (rows.length === 0) return 0;
  return startLocked(db, at, sql`i.id = any (${rows.map(({ id }) => id)}::bigint[])`);
}

async function startLocked(db: Sql, at: Date, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`
    with due as (
      select id, booking_id, start_at from inserat i
       where status = 'geplant' and start_at <= ${at} and ${which} and not ${WAITS_FOR_OWNER}),
    once as (
      insert into effect (inserat_id, key, due_at, done_at)
      select id, 'start:' || booking_id, start_at, ${at} from due on conflict do nothing
       returning inserat_id),
    late as (${startedLate(at)})
    update inserat set status = 'aktiv', lifted_at = due.start_at, changed_at = ${at}
      from due join once on once.inserat_id = due.id where inserat.id = due.id
       returning inserat.id`.execute(db);
  return rows.length;
}

/** The paid time of a held ad; a free one runs on. */
const STANDS_STILL = sql`(held_at is not null and inserat_typ <> 'free')`;

/**
 * Ends ads whose end has come, without those that renew unless `renewing`. What is bought once ends
 * with the booking.
 */
export async function expireDue(
  db: Sql,
  at: Date,
  which: Which & { renewing?: true },
): Promise<number> {
  const ending = which.renewing ? sql`` : sql`and not (auto_extend and status = 'aktiv')`;
  const { rows } = await sql`
    with due as (
      select id, booking_id, end_at, held_at from inserat
       where status in ('aktiv', 'ausgeblendet') and end_at <= ${at} and not ${STANDS_STILL}
         ${ending}
       ${picked(which, 'end_at')}),
    once as (
      insert into effect (inserat_id, key, due_at, done_at)
      select id, 'end:' || booking_id, end_at, ${at} from due on conflict do nothing
       returning inserat_id),
    cut as (${CUT_OFF})
    update inserat set status = 'abgelaufen', changed_at = ${at}, hidden_at = null, alert_at = null,
           colour = false,
           topad_until = case when topad_until <= due.end_at then topad_until end,
           story_until = case when story_until <= due.end_at then story_until end,
           date_time_pushes = '{}', top_ad_enabled = false, color_enabled = false,
           story_posted = false
      from due join once on once.inserat_id = due.id where inserat.id = due.id
       returning inserat.id`.execute(db);
  return rows.length;
}

/**
 * Clears promotions that are over, for change detection only. Those of a waiting planned ad begin
 * with it.
 */
export async function endPromotions(db: Sql, at: Date, batch: number): Promise<number> {
  const { rows } = await sql`
    with due as (
      select id from inserat where id in (
        (select id from inserat where topad_until <= ${at} and status <> 'geplant'
           and held_at is null
          order by topad_until limit ${batch})
        union (select id from inserat where story_until <= ${at} and status <> 'geplant'
           and held_at is null
          order by story_until limit ${batch}))
       for update skip locked)
    update inserat set changed_at = ${at},
           topad_until = case when topad_until > ${at} then topad_until end,
           story_until = case when story_until > ${at} then story_until end
      from due where inserat.id = due.id returning inserat.id`.execute(db);
  return rows.length;
}

/** Age of the oldest start, push or end that is due and not processed, in milliseconds. */
export async function clockLag(db: Database, at: Date): Promise<number> {
  const { rows } = await sql<{ since: Date | null }>`
    select least(
      (select start_at from inserat i where status = 'geplant' and start_at <= ${at}
        and not ${WAITS_FOR_OWNER}
        order by start_at limit 1),
      (select min(end_at) from inserat where status in ('aktiv', 'ausgeblendet')
        and end_at <= ${at} and not ${STANDS_STILL}),
      (select p.due_at from push p join inserat i on i.id = p.inserat_id
        where p.state = 'due' and p.due_at <= ${at} and not ${WAITS}
          and not (i.status = 'geplant' and ${WAITS_FOR_OWNER}) order by p.due_at
           limit 1)) as since`.execute(db);
  const since = rows[0]!.since;
  return since ? at.getTime() - since.getTime() : 0;
}
