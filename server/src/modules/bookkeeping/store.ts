import type { Product } from '@samtrot/shared/bookkeeping/rules.ts';
import type { Credits, Rappen } from '@samtrot/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import { inSwissMonth } from '../../platform/swiss-month.ts';

/** The first moment after a Swiss month. */
const endOf = (month: string) =>
  sql`((${month} || '-01')::timestamp + interval '1 month') at time zone 'Europe/Zurich'`;
const startOf = (month: string) => sql`(${month} || '-01')::timestamp at time zone 'Europe/Zurich'`;

/** A refund that the provider refused is no correction of the house. */
const KIND = sql`case when t.kind = 'correction' and t.cause like 'refund_refused:%' then 'refused' else t.kind end`;

/** What moved on one Swiss day, by kind, product and rate of the tax; outgoing is negative. */
export interface Moved {
  day: string;
  kind: string;
  product: Product | null;
  permille: number;
  /** Where the money of a top-up came by; null for others. */
  method: string | null;
  provider: string | null;
  bought: Credits;
  given: Credits;
  paid: Rappen;
  tax: Rappen;
  transfers: number;
  /** Numbers of payments of which money went back. */
  payments: string | null;
}

/**
 * The movements of the lots of a month. An order for an ad is divided into package and extras by
 * their prices; stretches of a payment that meet have taxes that add up.
 */
export async function movedIn(db: Sql, month: string): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    with moved as (
      select t.id, t.at, ${KIND} as kind, t.cause, t.id as spend, l.id as lot, u.amount, u.paid,
             u.paid_from, -1 as sign, l.source
        from ledger_transfer t join ledger_lot_use u on u.transfer_id = t.id
        join ledger_lot l on l.id = u.lot_id
       where ${inSwissMonth(sql`t.at`, month)}
      union all
      select t.id, t.at, ${KIND} as kind, t.cause, coalesce(l.spend_id, t.id), l.id, l.granted,
             l.paid, l.paid_from, 1, l.source
        from ledger_transfer t join ledger_lot l on l.transfer_id = t.id
       where ${inSwissMonth(sql`t.at`, month)}),
    bought as (
      select m.*, ledger_vat_of(m.spend)::int as permille,
             case when m.kind not in ('order', 'refund') then null
                  when s.cause like 'banner:%' then 'banner' when s.cause like 'club:%' then 'clubs'
                  when o.total > 0 then 'inserate' else 'other' end as product,
             case when o.total > 0 then least(o.total, o.package) else 0 end as package, o.total
        from moved m join ledger_transfer s on s.id = m.spend
        left join lateral (select total, coalesce((select sum((i->>'total')::int) from jsonb_array_elements(items) i
                                                    where i->>'key' = 'package'), 0)::int as package
                             from booking_order where cause = s.cause and s.kind = 'order') o on true),
    -- For extras of each stretch: up to its end less up to its beginning, so that an order is divided exactly.
    split as (
      select b.*, (round(amount_upto * rest / whole) - round((amount_upto - amount) * rest / whole))::bigint as extras,
             (round(paid_upto * rest / whole) - round((paid_upto - paid) * rest / whole))::bigint as extras_paid
        from (select bought.*, case when product = 'inserate' then total - package else 0 end as rest, greatest(total, 1) as whole,
                     sum(amount) over stretches as amount_upto,
                     sum(paid) over stretches as paid_upto
                from bought window stretches as (partition by id order by lot rows unbounded preceding)) b),
    parts as (
      -- The package first, then the extras.
      select id, at, kind, cause, permille, sign, source, product, amount - extras as amount,
             paid - extras_paid as paid,
             paid_from as starts
        from split
      union all
      select id, at, kind, cause, permille, sign, source, 'extras', extras, extras_paid,
             paid_from + paid - extras_paid
        from split where rest > 0)
    select to_char(p.at at time zone 'Europe/Zurich', 'YYYY-MM-DD') as day, p.kind, p.product,
           p.permille, pay.method, pay.provider,
           coalesce(sum(p.sign * p.amount) filter (where p.source = 'bought'), 0)::float8 as bought,
           coalesce(sum(p.sign * p.amount) filter (where p.source <> 'bought'), 0)::float8 as given,
           sum(p.sign * p.paid)::float8 as paid,
           sum(p.sign * (contained_tax(p.starts + p.paid, p.permille) - contained_tax(p.starts, p.permille)))::float8 as tax,
           count(distinct p.id)::int as transfers,
           string_agg(distinct back.number::text, ' ' order by back.number::text) as payments
      from parts p
      left join lateral (select coalesce(y.method, y.wanted_method) as method, y.provider from payment y
                          where p.kind = 'topup' and p.cause = 'topup:' || y.id) pay on true
      left join lateral (select y.number from payment_refund r join payment y on y.id = r.payment_id
                          where p.kind in ('chargeback', 'refused')
                            and p.cause in ('refund:' || r.id, 'refund_refused:' || r.id)) back on true
     group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`.execute(db);
  return rows;
}

export interface Unspent {
  bought: Credits;
  given: Credits;
  paid: Rappen;
}

/** Unspent credits at the start of the month. */
export async function unspentBefore(db: Sql, month: string): Promise<Unspent> {
  const { rows } = await sql<Unspent>`
    select coalesce(sum(n) filter (where source = 'bought'), 0)::float8 as bought,
           coalesce(sum(n) filter (where source <> 'bought'), 0)::float8 as given, coalesce(sum(paid), 0)::float8 as paid from (
      select l.source, l.granted as n, l.paid from ledger_lot l
        join ledger_transfer t on t.id = l.transfer_id
       where t.at < ${startOf(month)}
      union all
      select l.source, -u.amount, -u.paid from ledger_lot_use u
        join ledger_transfer t on t.id = u.transfer_id
        join ledger_lot l on l.id = u.lot_id where t.at < ${startOf(month)}) moved`.execute(db);
  return rows[0]!;
}

/** Money that went back, by the Swiss day on which it was ordered or settled. */
export interface WentBack {
  day: string;
  /** It was ordered, went back, or was refused. */
  event: 'ordered' | 'settled' | 'refused';
  kind: 'erstattung' | 'rueckbelastung' | 'ueberschuss';
  provider: string;
  amount: Rappen;
  /** Of it what the ledger took from credits. */
  taken: Rappen;
  /** Whether the payment was credited: what the ledger did not take is owed then. */
  credited: boolean;
  count: number;
  payments: string;
}

export async function wentBackIn(db: Sql, month: string): Promise<WentBack[]> {
  const { rows } = await sql<WentBack>`
    with event as (
      select r.*, 'ordered' as event, r.created_at as at from payment_refund r
       where ${inSwissMonth(sql`r.created_at`, month)}
      union all
      select r.*, case r.status when 'bestaetigt' then 'settled' else 'refused' end, r.settled_at
        from payment_refund r
       where r.status <> 'beauftragt' and ${inSwissMonth(sql`r.settled_at`, month)})
    select to_char(e.at at time zone 'Europe/Zurich', 'YYYY-MM-DD') as day, e.event,
           e.kind, p.provider,
           sum(e.amount_rappen)::float8 as amount, sum(coalesce(taken.paid, 0))::float8 as taken,
           (credit.id is not null and e.kind <> 'ueberschuss') as credited, count(*)::int as count,
           string_agg(p.number::text, ' ' order by p.number) as payments
      from event e join payment p on p.id = e.payment_id
      left join ledger_transfer credit on credit.cause = 'topup:' || p.id
      left join lateral (select sum(u.paid) as paid from ledger_transfer t join ledger_lot_use u on u.transfer_id = t.id
                          where t.cause = 'refund:' || e.id) taken on true
     group by 1, 2, 3, 4, 7 order by 1, 2, 3, 4, 7`.execute(db);
  return rows;
}

/** What providers kept of the payments that were settled in the month. */
export async function feesIn(db: Sql, month: string): Promise<{ count: number; amount: number }> {
  const { rows } = await sql<{ count: number; amount: number }>`
    select count(*)::int as count, coalesce(sum(fee_rappen), 0)::float8 as amount
      from payment where fee_rappen is not null and ${inSwissMonth(sql`settled_at`, month)}`.execute(
    db,
  );
  return rows[0]!;
}

/** Open cases that came up before the month was over. */
export async function openCases(db: Sql, month: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from payment_case where closed_at is null and opened_at < ${endOf(month)}
     order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function accountNumbers(db: Sql): Promise<Map<string, string>> {
  const rows = await db.selectFrom('book_account').selectAll().execute();
  return new Map(rows.map(({ role, number }) => [role, number]));
}

export async function setAccountNumber(db: Sql, role: string, number: string): Promise<void> {
  await db.updateTable('book_account').set({ number }).where('role', '=', role).execute();
}

export interface ClosedMonth {
  month: string;
  closed_at: Date;
  cases: number[];
  report: unknown;
  csv: string;
}

export const findClosed = (db: Sql, month: string): Promise<ClosedMonth | undefined> =>
  db.selectFrom('book_month').selectAll().where('month', '=', month).executeTakeFirst();

/** Inserts it; false if somebody else closed it. */
export async function insertClosed(db: Sql, closed: ClosedMonth): Promise<boolean> {
  const row = await db
    .insertInto('book_month')
    .values({ ...closed, report: JSON.stringify(closed.report) })
    .onConflict((conflict) => conflict.column('month').doNothing())
    .returning('month')
    .executeTakeFirst();
  return row !== undefined;
}

/** The month of the first movement; null in empty books. */
export async function firstMonth(db: Sql): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    select to_char(min(at) at time zone 'Europe/Zurich', 'YYYY-MM') as month
      from ledger_transfer`.execute(db);
  return rows[0]!.month;
}

/** Closed months, newest first. */
export async function closedMonths(db: Sql): Promise<string[]> {
  const rows = await db.selectFrom('book_month').select('month').orderBy('month', 'desc').execute();
  return rows.map(({ month }) => month);
}
