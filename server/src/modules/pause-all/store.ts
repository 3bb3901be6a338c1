import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

export interface Run {
  id: number;
  begun_at: Date;
  ended_at: Date | null;
  inserate: number;
  banners: number;
  clubs: number;
}

export interface Item {
  kind: PlacedKind;
  id: number;
  /** Planned and not started: it was not visible. */
  waiting: boolean;
}

/** The account's last run with its items. */
export async function lastRun(db: Sql, accountId: number): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    select r.id, r.begun_at, r.ended_at,
           (select count(*)::int from offline_item o where o.run_id = r.id and not waiting
             and kind = 'inserat') as inserate,
           (select count(*)::int from offline_item o where o.run_id = r.id and not waiting
             and kind = 'banner') as banners,
           (select count(*)::int from offline_item o where o.run_id = r.id and not waiting
             and kind = 'club') as clubs
      from offline_run r where r.account_id = ${accountId} order by r.id desc limit 1`.execute(db);
  return rows[0];
}

export async function begin(
  db: Sql,
  accountId: number,
  at: Date,
  items: readonly Item[],
): Promise<void> {
  await sql`
    with run as (
      insert into offline_run (account_id, begun_at) values (${accountId}, ${at}) returning id)
    insert into offline_item (run_id, kind, item_id, waiting)
    select run.id, item.kind, item.id, item.waiting
      from run, jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (kind text, id bigint,
        waiting boolean)`.execute(db);
}

export async function itemsOf(db: Sql, runId: number): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select kind, item_id as id, waiting from offline_item where run_id = ${runId}
     order by kind, item_id`.execute(db);
  return rows;
}

/** Ends a run and stores the receipts, since resuming delivers the items again. */
export async function end(db: Sql, runId: number, at: Date): Promise<void> {
  await sql`
    insert into offline_receipt (run_id, website_id, items, confirmed, confirmed_at)
    select ${runId}, website_id, items, confirmed, confirmed_at
     from (${confirmations(runId)}) noted`.execute(db);
  await sql`update offline_run set ended_at = ${at} where id = ${runId}`.execute(db);
}

export interface Receipt {
  website_id: number;
  name: string;
  items: number;
  confirmed: number;
  /** When the website confirmed the last removal; null while some are open. */
  confirmed_at: Date | null;
}

export async function receipts(db: Sql, run: Run): Promise<Receipt[]> {
  const receiptRows = run.ended_at
    ? sql`select website_id, items, confirmed, confirmed_at from offline_receipt
      where run_id = ${run.id}`
    : confirmations(run.id);
  const { rows } = await sql<Receipt>`
    select noted.website_id, w.name, noted.items, noted.confirmed, noted.confirmed_at
      from (${receiptRows}) noted join website w on w.id = noted.website_id
       order by w.name, w.id`.execute(db);
  return rows;
}

/**
 * Per website, the items it had at the start of a run and those it knows to be removed. Banners are
 * excluded: they are requested per view and disappear at once.
 */
const confirmations = (runId: number): RawBuilder<unknown> => sql`
  select website_id, count(*)::int as items, count(at)::int as confirmed,
         case when count(*) = count(at) then max(at) end as confirmed_at
    from (select p.website_id,
                 case when o.kind = 'banner' then r.begun_at
                   when p.gone_at >= r.begun_at then p.gone_at end as at
            from offline_run r join offline_item o on o.run_id = r.id and not o.waiting
            join placement p on p.kind = o.kind and p.item_id = o.item_id
             and p.delivered_at <= r.begun_at
             and (p.gone_at is null or p.gone_at < p.delivered_at or p.gone_at >= r.begun_at)
           where r.id = ${runId}) item
   group by website_id`;

export async function deleteRuns(db: Sql, accountId: number): Promise<void> {
  await sql`delete from offline_run where account_id = ${accountId}`.execute(db);
}
