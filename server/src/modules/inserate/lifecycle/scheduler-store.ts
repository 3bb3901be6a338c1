import { type RawBuilder, sql } from 'kysely';
import type { Database, Sql } from '../../../platform/db.ts';
import { dueOnly, type JobContext } from '../../../platform/due-work.ts';
import { CUT_OFF, startedLate } from '../promotion/promotion-store.ts';
import { WAITS, WAITS_FOR_OWNER } from '../promotion/push-store.ts';

/** Ads by their ids, or all of an account. */
export type Which = { ids: readonly number[] } | { account: number };

const picked = (which: Which) =>
  'ids' in which ? sql`i.id = any (${which.ids}::bigint[])` : sql`i.account_id = ${which.account}`;

async function claim(ctx: JobContext, due: RawBuilder<{ id: number }>): Promise<number[]> {
  const ids = (await due.execute(ctx.db)).rows.map(({ id }) => id);
  ctx.due?.claimed(ids);
  return ids;
}

/** Planned ads whose start has come, locked: starting them then sees a concurrent pause. */
export const claimStarts = (ctx: JobContext, batch: number): Promise<number[]> =>
  claim(
    ctx,
    sql`
    select id from inserat i where status = 'geplant' and start_at <= ${ctx.now}
     and not ${WAITS_FOR_OWNER} and ${dueOnly(ctx)}
     order by start_at limit ${batch} for update of i skip locked`,
  );

/** Publishes planned ads whose start has come, once by the key of their effect. */
export async function start(db: Sql, at: Date, which: Which): Promise<number> {
  const { rows } = await sql`
    with due as (
      select id, booking_id, start_at from inserat i
       where status = 'geplant' and start_at <= ${at} and ${picked(which)}
         and not ${WAITS_FOR_OWNER}),
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

/** Their end has come, without those that renew unless `renewing`. */
const ends = (at: Date, renewing = false) => sql`
  status in ('aktiv', 'ausgeblendet') and end_at <= ${at} and not ${STANDS_STILL}
    ${renewing ? sql`` : sql`and not (auto_extend and status = 'aktiv')`}`;

/** Ads that end and do not renew, locked. By the index, or a plan may scan all ads to find none. */
export const claimEnds = (ctx: JobContext, batch: number): Promise<number[]> =>
  claim(
    ctx,
    sql`
    select id from inserat where ${ends(ctx.now)} and ${dueOnly(ctx)}
     order by end_at limit ${batch} for update skip locked`,
  );

/**
 * Ends ads whose end has come, without those that renew unless `renewing`. What is bought once ends
 * with the booking.
 */
export async function expire(
  db: Sql,
  at: Date,
  which: Which & { renewing?: true },
): Promise<number> {
  const { rows } = await sql`
    with due as (
      select id, booking_id, end_at, held_at from inserat i
       where ${picked(which)} and ${ends(at, which.renewing)} for update),
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

/** Ads with promotions that are over, locked. Those of a waiting planned ad begin with it. */
export const claimPromoted = (ctx: JobContext, batch: number): Promise<number[]> =>
  claim(
    ctx,
    sql`
    select id from inserat where id in (
      (select id from inserat where topad_until <= ${ctx.now} and status <> 'geplant'
         and held_at is null and ${dueOnly(ctx)}
        order by topad_until limit ${batch})
      union (select id from inserat where story_until <= ${ctx.now} and status <> 'geplant'
         and held_at is null and ${dueOnly(ctx)}
        order by story_until limit ${batch}))
     for update skip locked`,
  );

/** Clears promotions that are over, for change detection only. */
export async function endPromotions(db: Sql, at: Date, ids: readonly number[]): Promise<void> {
  await sql`
    update inserat set changed_at = ${at},
           topad_until = case when topad_until > ${at} then topad_until end,
           story_until = case when story_until > ${at} then story_until end
     where id = any (${ids}::bigint[])`.execute(db);
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
