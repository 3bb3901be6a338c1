import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

/**
 * Notes which websites had what this hold took down: all that a list or a message gave them and
 * that they do not know to be gone.
 */
export async function noteReceipts(db: Sql, holdId: number): Promise<void> {
  await sql`
    with held as (select id, thing, item_id, account_id, held_at from hold where id = ${holdId}),
    taken as (
      select thing as kind, item_id from held where thing <> 'account'
      union all select 'inserat', i.id from held join inserat i using (account_id)
      where thing = 'account'
      union all select 'banner', b.id from held join banner b using (account_id)
      where thing = 'account'
      union all select 'club', c.id from held join club c using (account_id)
      where thing = 'account')
    insert into hold_receipt (hold_id, website_id, kind, item_id, told_at)
    select h.id, p.website_id, p.kind, p.item_id, h.held_at
      from held h cross join taken t
      join placement p on p.kind = t.kind and p.item_id = t.item_id
     where coalesce(p.delivered_at, p.told_at) <= h.held_at
       and (p.gone_at is null or p.gone_at < greatest(p.delivered_at, p.told_at)
         or p.gone_at >= h.held_at)
    on conflict do nothing`.execute(db);
}

/** Banners are requested per view and are gone at once; of the others the placement tells. */
const CONFIRMED = sql`
  case when r.kind = 'banner' then r.told_at
    else coalesce(r.confirmed_at, case when p.gone_at >= r.told_at then p.gone_at end) end`;

/** Keeps what is confirmed, before the thing is delivered again. */
export async function keepReceipts(db: Sql, holdId: number): Promise<void> {
  await sql`
    update hold_receipt r set confirmed_at = p.gone_at from placement p
     where r.hold_id = ${holdId} and r.confirmed_at is null and p.kind = r.kind
       and p.item_id = r.item_id and p.website_id = r.website_id
       and p.gone_at >= r.told_at`.execute(db);
}

interface Receipt {
  name: string;
  told_at: Date;
  /** Null while the website has not taken note of all of it. */
  confirmed_at: Date | null;
}

export async function receiptsByHold(
  db: Sql,
  holdIds: readonly number[],
): Promise<Map<number, Receipt[]>> {
  const { rows } = await sql<Receipt & { hold_id: number }>`
    select hold_id, name, min(told_at) as told_at,
           case when count(*) = count(at) then max(at) end as confirmed_at
      from (select r.hold_id, w.id, w.name, r.told_at, ${CONFIRMED} as at
              from hold_receipt r join website w on w.id = r.website_id
              left join placement p on p.kind = r.kind and p.item_id = r.item_id
               and p.website_id = r.website_id
             where r.hold_id = any(${holdIds})) noted
     group by hold_id, id, name order by name, id`.execute(db);
  return Map.groupBy(rows, ({ hold_id }) => hold_id);
}

export const receipts = async (db: Sql, holdId: number): Promise<Receipt[]> =>
  (await receiptsByHold(db, [holdId])).get(holdId) ?? [];

/** What one website was told to take down, and when it took note of that. */
export interface WebsiteReceipt {
  kind: string;
  public_id: string | null;
  told_at: Date;
  confirmed_at: Date | null;
}

const OF_WEBSITES = sql`
  select r.website_id, r.kind, r.item_id, r.told_at, ${CONFIRMED} as confirmed_at
    from hold_receipt r
    left join placement p on p.kind = r.kind and p.item_id = r.item_id
     and p.website_id = r.website_id`;

/** The receipts of one website, newest first. */
export async function receiptsOfWebsite(
  db: Sql,
  {
    websiteId,
    since,
    limit,
    openSince,
  }: {
    websiteId: number;
    since: Date;
    limit: number;
    /** Those alone that nobody has confirmed since before then. */
    openSince?: Date;
  },
): Promise<WebsiteReceipt[]> {
  const { rows } = await sql<WebsiteReceipt>`
    select r.kind, r.told_at, r.confirmed_at,
           case r.kind when 'inserat' then (select public_id from inserat where id = r.item_id)
             when 'club' then (select public_id from club where id = r.item_id)
             else (select public_id from banner where id = r.item_id) end as public_id
      from (${OF_WEBSITES}) r
     where r.website_id = ${websiteId} and r.told_at >= ${since}
       and ${openSince ? sql`r.confirmed_at is null and r.told_at < ${openSince}` : sql`true`}
     order by r.told_at desc, r.kind, r.item_id limit ${limit}`.execute(db);
  return rows;
}

export interface ReceiptCounts {
  website_id: number;
  all: number;
  in_time: number;
  later: number;
  /** Not confirmed for longer than that. */
  open: number;
}

/** Counts the receipts of each website since then. */
export async function receiptCounts(
  db: Sql,
  { since, now, openMs }: { since: Date; now: Date; openMs: number },
): Promise<ReceiptCounts[]> {
  const inTime = sql`confirmed_at <= told_at + ${openMs} * interval '1 millisecond'`;
  const { rows } = await sql<ReceiptCounts>`
    select website_id, count(*)::int as all, count(*) filter (where ${inTime})::int as in_time,
           count(*) filter (where confirmed_at is not null and not ${inTime})::int as later,
           count(*) filter (where confirmed_at is null
             and told_at < ${new Date(now.getTime() - openMs)})::int as open
      from (${OF_WEBSITES}) r where told_at >= ${since} group by website_id`.execute(db);
  return rows;
}
