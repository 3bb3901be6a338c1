import type { PromotionKind } from '@samtrot/shared/inserate/promotion-rules.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import { dueOnly, type JobContext } from '../../../platform/due-work.ts';

export interface NewPromotion {
  inserat_id: number;
  account_id: number;
  kind: PromotionKind;
  from_at: Date;
  until_at: Date;
  hours: number;
  price: Credits;
  cause: string;
}

export async function insertPromotions(
  db: Sql,
  promotions: readonly NewPromotion[],
): Promise<void> {
  if (promotions.length > 0)
    await db
      .insertInto('promotion')
      .values([...promotions])
      .execute();
}

/** For the planned run, not for one that is over. */
const AHEAD = sql`(i.status = 'geplant' and p.until_at > i.start_at)`;

/** Moves promotions with the start of a planned ad; called before the ad itself is moved. */
export async function movePromotions(db: Sql, inseratId: number, ms: number): Promise<void> {
  if (ms === 0) return;
  await sql`
    update promotion p
       set from_at = p.from_at + ${ms} * interval '1 millisecond',
         until_at = p.until_at + ${ms} * interval '1 millisecond'
      from inserat i where i.id = p.inserat_id and i.id = ${inseratId} and p.state = 'due'
       and ${AHEAD}`.execute(db);
}

/** Lets promotions go on that stood still since `heldAt`; those that were over then stay so. */
export async function releasePromotions(
  db: Sql,
  inseratId: number,
  { heldAt, ms: still }: { heldAt: Date; ms: number },
): Promise<void> {
  const later = sql`${still} * interval '1 millisecond'`;
  await sql`
    update promotion set until_at = until_at + ${later},
           from_at = case when from_at >= ${heldAt} then from_at + ${later} else from_at end
     where inserat_id = ${inseratId} and state = 'due' and until_at > ${heldAt}`.execute(db);
}

/** Tolerance for a scheduler run. */
const LATE = sql`interval '1 minute'`;

/** Cancels what is due; missed hours are refunded before. */
export async function cancelPromotions(
  db: Sql,
  of: { inserat: number } | { account: number },
  at: Date,
): Promise<void> {
  const owned = 'inserat' in of ? sql`inserat_id = ${of.inserat}` : sql`account_id = ${of.account}`;
  await sql`
    update promotion set state = 'cancelled', settled_at = ${at}
     where state = 'due' and ${owned}`.execute(db);
}

const ms = (span: RawBuilder<unknown>) => sql`(extract(epoch from ${span}) * 1000)::bigint`;

/** What of a promotion is left when its ad ends: hours after the end, and those while held. */
const heldFor = sql`coalesce(due.end_at - due.held_at, interval '0')`;
const leftAfter = (column: string) => sql`${sql.ref(column)}
  + case when ${sql.ref(column)} >= due.held_at then ${heldFor} else interval '0' end`;
/** For a statement that ends the ads of `due` and `once`: hours after the end are missed. */
export const CUT_OFF = sql`
  update promotion p set from_at = least(p.from_at, due.end_at), until_at = due.end_at,
         missed_ms = p.missed_ms
           + ${ms(sql`${leftAfter('p.until_at')} - greatest(${leftAfter('p.from_at')}, due.end_at)`)}
    from due join once on once.inserat_id = due.id
   where p.inserat_id = due.id and p.state = 'due' and ${leftAfter('p.until_at')} > due.end_at
  returning p.id`;

/** For a statement that starts the ads of `due` and `once`: hours before the start are missed. */
export function startedLate(at: Date) {
  const missed = sql`least(p.until_at, ${at}::timestamptz) - greatest(p.from_at, due.start_at)`;
  return sql`
    update promotion p
       set missed_ms = p.missed_ms + ${ms(missed)}
      from due join once on once.inserat_id = due.id
     where p.inserat_id = due.id and p.state = 'due' and p.from_at < ${at}
       and p.until_at > due.start_at
       and due.start_at + ${LATE} <= ${at}::timestamptz returning p.id`;
}

/** Counts the hours between the end and a late renewal as missed. */
export async function renewedLate(
  db: Sql,
  inseratId: number,
  ended: Date,
  at: Date,
): Promise<void> {
  const missed = sql`
    least(until_at, ${at}::timestamptz) - greatest(from_at, ${ended}::timestamptz)`;
  await sql`
    update promotion
       set missed_ms = missed_ms + ${ms(missed)}
     where inserat_id = ${inseratId} and state = 'due' and from_at < ${at} and until_at > ${ended}
       and ${ended}::timestamptz + ${LATE} <= ${at}::timestamptz`.execute(db);
}

export interface PromotionOver extends NewPromotion {
  id: number;
  missed_ms: number;
}

const OVER = sql`p.id, p.inserat_id, p.account_id, p.kind, p.from_at, p.until_at, p.hours, p.price,
  p.cause, p.missed_ms::float8 as missed_ms`;

/**
 * A promotion that is over, locked with its ad. It waits for a due start or end of the ad, which
 * decide what it missed.
 */
export async function claimOver(ctx: JobContext): Promise<PromotionOver | undefined> {
  const { rows } = await sql<PromotionOver>`
    select ${OVER} from promotion p join inserat i on i.id = p.inserat_id
     where p.state = 'due' and p.until_at <= ${ctx.now} and not ${AHEAD} and i.held_at is null
       and not (i.status in ('aktiv', 'ausgeblendet') and i.end_at <= ${ctx.now}
         and i.end_at < p.until_at)
       and ${dueOnly(ctx, sql`p.id`)}
     order by p.until_at, p.id limit 1 for update of i, p skip locked`.execute(ctx.db);
  ctx.due?.claimed(rows.map(({ id }) => id));
  return rows[0];
}

/** Promotions of a locked ad with missed hours, over or not. */
export async function owedBy(db: Sql, inseratId: number): Promise<PromotionOver[]> {
  const { rows } = await sql<PromotionOver>`
    select ${OVER} from promotion p where p.inserat_id = ${inseratId} and p.state = 'due'
     and p.missed_ms > 0 order by p.id`.execute(db);
  return rows;
}

/** Promotions of a locked ad that are not settled. */
export async function dueOf(db: Sql, inseratId: number): Promise<PromotionOver[]> {
  const { rows } = await sql<PromotionOver>`
    select ${OVER} from promotion p where p.inserat_id = ${inseratId} and p.state = 'due'
     order by p.id`.execute(db);
  return rows;
}

type Cut = Pick<PromotionOver, 'kind' | 'price' | 'hours' | 'missed_ms'>;

/** Promotions that run beyond this instant, with what they miss if the ad ends then. */
export async function endingAfter(db: Sql, inseratId: number, end: Date): Promise<Cut[]> {
  const missed = sql`p.until_at - greatest(p.from_at, ${end}::timestamptz)`;
  const { rows } = await sql<Cut>`
    select p.kind, p.price, p.hours, (p.missed_ms + ${ms(missed)})::float8 as missed_ms
      from promotion p where p.inserat_id = ${inseratId} and p.state = 'due' and p.until_at > ${end}
       order by p.kind desc, p.id`.execute(db);
  return rows;
}

export async function settlePromotion(
  db: Sql,
  id: number,
  refunded: Credits,
  at: Date,
): Promise<void> {
  const state = refunded > 0 ? 'refunded' : 'done';
  await db
    .updateTable('promotion')
    .set({ state, refunded, settled_at: at })
    .where('id', '=', id)
    .where('state', '=', 'due')
    .execute();
}
