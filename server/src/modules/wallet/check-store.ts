/** Verifies the ledger: sums, hash chains and checkpoints. */
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

/** A kind of ledger error: description of its first row, and the number of rows. */
export interface Finding {
  first: string;
  count: number;
}

export async function countLedger(
  db: Sql,
): Promise<{ accounts: number; transfers: number; sum: Credits }> {
  const { rows } = await sql<{ accounts: number; transfers: number; sum: Credits }>`
    select (select count(*) from ledger_account) as accounts,
           (select count(*) from ledger_transfer) as transfers,
           -- Wallets and debts as they are stored, the house as its transfers say.
           ((select coalesce(sum(balance), 0) from ledger_account)
             + (select coalesce(sum(case when t.to_account = a.id then t.amount else -t.amount end), 0)
                  from ledger_account a
                  join ledger_transfer t on a.id in (t.from_account, t.to_account)
                 where a.owner_id is null))::bigint as sum`.execute(db);
  return rows[0]!;
}

/** Wallets and debts whose stored balance is not the sum of their transfers. */
export const wrongBalances = (db: Sql) =>
  first(
    db,
    sql`
    select format('Konto %s (%s): gespeicherter Saldo %s, Summe der Buchungen %s', owner_id, kind, balance, total) as first,
           count(*) over () as count
      from (select a.id, a.kind, a.owner_id, a.balance, coalesce(sum(m.amount), 0) as total
              from ledger_account a
              left join (select to_account as account, amount from ledger_transfer
                         union all select from_account, -amount
                         from ledger_transfer) m on m.account = a.id
             where a.owner_id is not null group by a.id) account
     where balance <> total order by id limit 1`,
  );

/** Transfers whose balance does not follow from the preceding ones of the wallet. */
export const wrongRunningBalances = (db: Sql) =>
  first(
    db,
    sql`
    select format('Buchung %s (%s) von Konto %s: Saldo danach %s statt %s', id, cause, owner_id, balance_after, total) as first,
           count(*) over () as count
      from (select t.id, t.cause, t.balance_after, w.owner_id,
                   sum(case when t.to_account = w.id then t.amount else -t.amount end)
                     over (partition by w.id order by t.seq) as total
              from ledger_transfer t
              join ledger_account w on w.id = t.chain and w.kind = 'wallet') movement
     where balance_after <> total order by id limit 1`,
  );

/** Hash chains with a gap, a wrong hash, or a head that is not their end. */
export const brokenChains = (db: Sql) =>
  first(
    db,
    sql`
    with used as (
      select transfer_id, string_agg(lot_id || ':' || amount, ',' order by lot_id) as lots
        from ledger_lot_use group by 1),
    link as (
      select t.*, u.lots, row_number() over chain as place, lag(t.hash) over chain as previous
        from ledger_transfer t left join used u on u.transfer_id = t.id window chain as (partition by t.chain order by t.seq)),
    wrong as (
      select id, case when seq <> place then format('Buchung %s (%s): Nummer %s statt %s in ihrer Kette', id, cause, seq, place)
                      when chain not in (from_account, to_account) then format('Buchung %s (%s): steht in einer fremden Kette', id, cause)
                      else format('Buchung %s (%s): Prüfsumme stimmt nicht', id, cause) end as words
        from link
       where seq <> place or chain not in (from_account, to_account)
          or hash <> ledger_hash(previous, seq, kind, cause, from_account, to_account, amount, balance_after, description, at, lots)
      union all
      select null, format('Konto %s (%s): Ende der Kette ist Buchung Nummer %s statt %s', a.owner_id, a.kind, coalesce(l.seq, 0), a.seq)
        from ledger_account a
        left join lateral (select seq, hash from ledger_transfer where chain = a.id order by seq desc limit 1) l on true
       where a.owner_id is not null
         and (a.seq, a.head) is distinct from (coalesce(l.seq, 0), l.hash))
    select words as first, count(*) over () as count from wrong order by id nulls last limit 1`,
  );

/** Lots inconsistent with credits received, spent, or the balance. */
export const wrongLots = (db: Sql) =>
  first(
    db,
    sql`
    with wrong as (
      select l.id, format('Posten %s: übrig %s statt %s', l.id, l.remaining, l.granted - coalesce(u.used, 0)) as words
        from ledger_lot l left join (select lot_id, sum(amount) as used from ledger_lot_use group by 1) u on u.lot_id = l.id
       where l.remaining <> l.granted - coalesce(u.used, 0)
      union all
      select t.id, format('Buchung %s (%s): %s Credits, ihre Posten %s', t.id, t.cause, t.amount, coalesce(l.granted, 0))
        from ledger_transfer t
        join ledger_account w on w.id = t.to_account and w.kind = 'wallet'
        left join (select transfer_id, sum(granted) as granted from ledger_lot group by 1) l on l.transfer_id = t.id
       where t.amount <> coalesce(l.granted, 0)
      union all
      select t.id, format('Buchung %s (%s): %s Credits, bezahlt aus Posten %s', t.id, t.cause, t.amount, coalesce(u.used, 0))
        from ledger_transfer t
        join ledger_account w on w.id = t.from_account and w.kind = 'wallet'
        left join (select transfer_id, sum(amount) as used from ledger_lot_use group by 1) u on u.transfer_id = t.id
       where t.amount <> coalesce(u.used, 0)
      union all
      select t.id, format('Buchung %s (%s): aus Posten %s kamen %s Credits zurück, bezahlt hatte er %s', t.id, t.cause, u.lot_id, b.granted, u.amount)
        from (select spend_id, spend_lot, sum(granted) as granted from ledger_lot where spend_id is not null group by 1, 2) b
        join ledger_lot_use u on u.transfer_id = b.spend_id and u.lot_id = b.spend_lot
        join ledger_transfer t on t.id = u.transfer_id
       where b.granted > u.amount
      union all
      select t.id, format('Buchung %s (%s): bezahlt aus fremdem Posten %s', t.id, t.cause, l.id)
        from ledger_lot_use u join ledger_transfer t on t.id = u.transfer_id
        join ledger_lot l on l.id = u.lot_id
       where l.wallet <> t.from_account)
    select words as first, count(*) over () as count from wrong order by id limit 1`,
  );

/** Inconsistent Rappen of a lot, or of a refunded spend. */
export const wrongPaid = (db: Sql) =>
  first(
    db,
    sql`
    with wrong as (
      select l.id, format('Posten %s: %s Rappen bezahlt, %s ausgegeben, %s übrig', l.id, l.paid, coalesce(u.paid, 0), l.paid_left) as words
        from ledger_lot l left join (select lot_id, sum(paid) as paid from ledger_lot_use group by 1) u on u.lot_id = l.id
       where l.paid <> l.paid_left + coalesce(u.paid, 0)
      union all
      select u.lot_id, format('Posten %s: von %s ausgegebenen Rappen kamen %s zurück', u.lot_id, u.paid, b.paid)
        from (select spend_id, spend_lot, sum(paid) as paid, sum(granted) as granted
                from ledger_lot where spend_id is not null group by 1, 2) b
        join ledger_lot_use u on u.transfer_id = b.spend_id and u.lot_id = b.spend_lot
       where b.paid > u.paid or (b.granted = u.amount and b.paid <> u.paid))
    select words as first, count(*) over () as count from wrong order by id limit 1`,
  );

/** Checkpoints that do not match the transfers they cover. */
export const brokenCheckpoints = (db: Sql) =>
  first(
    db,
    sql`
    with span as (
      select s.*, lag(s.hash) over list as previous,
             coalesce(lag(s.last_transfer) over list, 0) as after
        from ledger_seal s window list as (order by s.id)),
    wrong as (
      select s.id, format('Siegel %s vom %s passt nicht zu den Buchungen %s bis %s', s.id,
                          to_char(s.sealed_at at time zone 'Europe/Zurich', 'DD.MM.YYYY HH24:MI'),
                          s.after + 1, s.last_transfer) as words
        from span s
        cross join lateral (
          select count(*) as n, string_agg(hash, ''::bytea order by id) as body
            from ledger_transfer where id > s.after and id <= s.last_transfer) t
       where t.n <> s.transfers
         or s.hash <> sha256(coalesce(s.previous, ''::bytea) || coalesce(t.body, ''::bytea)))
    select words as first, count(*) over () as count from wrong order by id limit 1`,
  );

/**
 * Transfers that do not connect a wallet with the house account of their kind, or in the wrong
 * direction.
 */
export const misdirected = (db: Sql) =>
  first(
    db,
    sql`
    select format('Buchung %s (%s): %s von %s nach %s', t.id, t.cause, t.kind, f.kind, g.kind) as first,
           count(*) over () as count
      from ledger_transfer t
      join ledger_account f on f.id = t.from_account
      join ledger_account g on g.id = t.to_account
     where (t.kind, f.kind, g.kind) not in (
             ('topup', 'clearing', 'wallet'), ('bonus', 'bonus', 'wallet'),
             ('coupon', 'coupon', 'wallet'),
             ('refund', 'revenue', 'wallet'), ('order', 'wallet', 'revenue'),
             ('forfeit', 'wallet', 'forfeited'),
             ('correction', 'correction', 'wallet'), ('correction', 'wallet', 'correction'),
             ('chargeback', 'wallet', 'refund'), ('chargeback', 'debt', 'refund'),
             ('settlement', 'wallet', 'debt'))
        or (f.owner_id is not null and g.owner_id is not null and f.owner_id <> g.owner_id)
     order by t.id limit 1`,
  );

async function first(db: Sql, query: ReturnType<typeof sql>): Promise<Finding[]> {
  const { rows } = await (query as ReturnType<typeof sql<Finding>>).execute(db);
  return rows;
}
