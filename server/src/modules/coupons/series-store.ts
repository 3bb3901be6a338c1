import { EFFECT_DAYS, type SeriesSort } from '@samtrot/shared/coupons/series-rules.ts';
import type { Credits, Rappen } from '@samtrot/shared/kernel/money.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import {
  type Key,
  type Ordering,
  orderBy,
  type Place,
  pageOf,
  placeOf,
} from '../../platform/keyset.ts';

export interface SeriesRow {
  id: number;
  name: string;
  credits: Credits;
  starts_at: Date;
  expires_at: Date | null;
  stopped_at: Date | null;
  created_at: Date;
  budget: Credits | null;
  spent: Credits;
  max_uses: number | null;
  uses: number;
  per_account: number;
  only_new: boolean;
  codes: number;
  /** Codes of which something is left. */
  open: number;
  one_code: string;
}

const ID: Key = { by: sql`s.id`, kind: 'number' };
/** All codes of a series have the same figures. */
const ofCodes = (column: string) =>
  sql`(select c.${sql.ref(column)} from coupon c where c.series_id = s.id limit 1)`;

export const NEWEST: Ordering = { keys: [ID], falling: true };
export const SORTED: Record<SeriesSort, Omit<Ordering, 'falling'>> = {
  name: { keys: [{ by: sql`left(delivery_fold(s.name), 80) collate "C"`, kind: 'text' }, ID] },
  credits: { keys: [{ by: ofCodes('credits'), kind: 'number' }, ID] },
  uses: { keys: [{ by: sql`s.uses`, kind: 'number' }, ID] },
  spent: { keys: [{ by: sql`s.spent`, kind: 'number' }, ID] },
  ends_at: { keys: [{ by: ofCodes('expires_at'), kind: 'time' }, ID], nullable: true },
};

const seriesRows = (page: ReturnType<typeof sql>, ordering: Ordering) => sql<
  SeriesRow & { place: Place }
>`
    select s.id, s.name, s.starts_at, s.stopped_at, s.created_at, s.budget, s.spent, s.max_uses,
           s.uses, s.per_account, s.only_new,
           c.credits, c.expires_at, c.codes, c.open, c.one_code, ${placeOf(ordering)} as place
      from (${page}) s
      join lateral (select min(credits) as credits, min(expires_at) as expires_at, count(*)::int as codes, min(code) as one_code,
                           (count(*) filter (where max_uses is null or uses < max_uses))::int as open
                      from coupon where series_id = s.id) c on c.codes > 0
     ${orderBy(ordering)}`;

export async function findSeries(db: Sql, id: number): Promise<SeriesRow | undefined> {
  const one = sql`select * from coupon_series where id = ${id}`;
  return (await seriesRows(one, NEWEST).execute(db)).rows[0];
}

/** A page of those that have codes. */
export async function listSeries(
  db: Sql,
  { ordering, after, limit }: { ordering: Ordering; after: Place | null; limit: number },
): Promise<(SeriesRow & { place: Place })[]> {
  const page = pageOf(
    ordering,
    after,
    (where, order) => sql`
      select s.* from coupon_series s
       where exists (select from coupon where series_id = s.id)
         and ${where} ${order} limit ${limit}`,
  );
  const { rows } = await seriesRows(page, ordering).execute(db);
  return rows.slice(0, limit);
}

/** Sets the end of a series; false if it is stopped already or unknown. */
export async function stopSeries(db: Sql, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('coupon_series')
    .set({ stopped_at: now })
    .where('id', '=', id)
    .where('stopped_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface CodeRow {
  code: string;
  uses: number;
  max_uses: number | null;
  used_at: Date | null;
}

export async function codesOf(db: Sql, series: number): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`
    select c.code, c.uses, c.max_uses,
           (select max(used_at) from coupon_use u where u.code = c.code) as used_at
      from coupon c where c.series_id = ${series} order by c.code`.execute(db);
  return rows;
}

/**
 * Credits that one person alone made redeemable in the last 24 hours (BOF-22). Holds a lock until
 * the end of the transaction, so that of two at once the second counts the first.
 */
export async function issuedAlone(
  db: Sql,
  { staffId, now }: { staffId: number; now: Date },
): Promise<Credits> {
  await sql`select pg_advisory_xact_lock(hashtext('coupons issued'))`.execute(db);
  const { rows } = await sql<{ credits: number }>`
    select coalesce(sum((after->>'most')::numeric), 0)::float8 as credits from audit
     where staff_id = ${staffId} and at > ${new Date(now.getTime() - DAY_MS)}
       and action = 'coupon_created'
       and after->>'approved' is null`.execute(db);
  return rows[0]!.credits;
}

/** The redemptions of a series with their transfers. */
const redeemed = (series: number) => sql`
  redeemed as (
    select u.account_id, u.used_at, t.id as transfer
      from coupon c join coupon_use u using (code)
      join ledger_transfer t on t.cause = coupon_cause(u.code, u.account_id, u.nth)
     where c.series_id = ${series})`;

export interface Effect {
  accounts: number;
  topped_up: number;
  topped_up_rappen: Rappen;
  used_credits: Credits;
}

/** What came of a series, by the ledger (BOF-103). */
export async function effectOf(db: Sql, series: number): Promise<Effect> {
  const { rows } = await sql<Effect>`
    with recursive ${redeemed(series)},
    -- Credits that came back from an order are lots of their own.
    lot as (
      select l.id from redeemed join ledger_lot l on l.transfer_id = redeemed.transfer
      union all
      select b.id from lot join ledger_lot_use u on u.lot_id = lot.id
        join ledger_lot b on b.spend_id = u.transfer_id and b.spend_lot = u.lot_id),
    used as (
      select u.amount - coalesce((select sum(b.granted) from ledger_lot b
                                   where b.spend_id = u.transfer_id
                                     and b.spend_lot = u.lot_id), 0) as credits
        from lot join ledger_lot_use u on u.lot_id = lot.id
        join ledger_transfer t on t.id = u.transfer_id where t.kind = 'order'),
    topups as (
      select distinct r.account_id, t.id, l.paid
        from redeemed r
        join ledger_account w on w.kind = 'wallet' and w.owner_id = r.account_id
        join ledger_transfer t on t.chain = w.id and t.kind = 'topup' and t.at >= r.used_at
             and t.at < r.used_at + make_interval(days => ${EFFECT_DAYS})
        join ledger_lot l on l.transfer_id = t.id)
    select (select count(distinct account_id) from redeemed)::int as accounts,
           (select count(distinct account_id) from topups)::int as topped_up,
           (select coalesce(sum(paid), 0) from topups)::float8 as topped_up_rappen,
           (select coalesce(sum(credits), 0) from used)::float8 as used_credits`.execute(db);
  return rows[0]!;
}
