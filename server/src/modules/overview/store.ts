import { LEAST_SURPLUS } from '@samtrot/shared/topups/rules.ts';
import { CREDITED } from '@samtrot/shared/topups/status.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import type { Finding } from '../wallet/service.ts';

/** The books are read completely, which may exceed the usual statement timeout. */
export async function raiseStatementTimeout(db: Sql): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db);
}

/** Credited payments without their transfers, and top-up transfers without a credited payment. */
export async function paymentsAgainstLedger(db: Sql): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    with due as (
      select 'topup:' || id as cause, 'topup' as kind, account_id as owner_id,
             coalesce(settled_credits, credits) as amount
        from payment where status = any(${CREDITED})
      union all
      select 'bonus:' || id, 'bonus', account_id, coalesce(settled_bonus, bonus)
        from payment where status = any(${CREDITED}) and coalesce(settled_bonus, bonus) > 0),
    booked as (
      select t.id, t.cause, t.kind, w.owner_id, t.amount
        from ledger_transfer t join ledger_account w on w.id = t.to_account
       where t.kind in ('topup', 'bonus'))
    select case when booked.id is null then format('Zahlung ohne Buchung: %s, Konto %s, %s Credits', due.cause, due.owner_id, due.amount)
                when due.cause is null then format('Buchung %s ohne gutgeschriebene Zahlung: %s, Konto %s, %s Credits',
                                                   booked.id, booked.cause, booked.owner_id,
                                                   booked.amount)
                else format('Buchung %s (%s): %s Credits an Konto %s statt %s an Konto %s', booked.id, booked.cause,
                            booked.amount, booked.owner_id, due.amount, due.owner_id) end as first,
           count(*) over () as count
      from due full join booked using (cause)
     where (due.kind, due.owner_id, due.amount) is distinct from (booked.kind, booked.owner_id, booked.amount)
     order by booked.id, cause limit 1`.execute(db);
  return rows;
}

/** Lots whose Rappen differ from their payment. */
export async function paidAgainstPayments(db: Sql): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    select format('Posten der Zahlung %s: %s Rappen statt %s', p.id, l.paid, p.price) as first,
           count(*) over () as count
      from (select id, coalesce(settled_rappen, price_rappen) as price from payment) p
      join ledger_transfer t on t.cause = 'topup:' || p.id
      join ledger_lot l on l.transfer_id = t.id
     -- Less than what goes back stays with the house, as "Rundung".
     where l.paid not between p.price and p.price + ${LEAST_SURPLUS - 1}::int
     order by p.id limit 1`.execute(db);
  return rows;
}

/** Wallets of deleted accounts with credits. */
export async function closedAgainstLedger(db: Sql): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    select format('Geschlossenes Konto %s hat noch %s Credits', a.id, w.balance) as first,
           count(*) over () as count
      from account a join ledger_account w on w.owner_id = a.id and w.kind = 'wallet'
     where a.closed_at is not null and w.balance <> 0 order by a.id limit 1`.execute(db);
  return rows;
}

/** Refunds without their take-back, and take-backs without a refund. */
export async function refundsAgainstLedger(db: Sql): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    with due as (select 'refund:' || id as cause, credits as amount from payment_refund where credits > 0),
    booked as (
      select regexp_replace(cause, ':debt$', '') as cause, sum(amount) as amount
        from ledger_transfer where kind = 'chargeback' group by 1)
    select format('Rückzahlung %s: %s Credits zurückgenommen statt %s', cause, coalesce(booked.amount, 0), coalesce(due.amount, 0)) as first,
           count(*) over () as count
      from due full join booked using (cause)
     where due.amount is distinct from booked.amount
     order by cause limit 1`.execute(db);
  return rows;
}

/** Orders of ads, banners and clubs without their charge, and charges without an order. */
export async function ordersAgainstLedger(db: Sql): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    with due as (
      select cause, total as amount from booking_order where total > 0
      union all
      select 'banner:' || id, total from banner_booking
      union all
      select 'club:' || id, total from club_booking),
    booked as (select id, cause, amount from ledger_transfer where kind = 'order')
    select case when booked.id is null then format('Bestellung ohne Buchung: %s, %s Credits', due.cause, due.amount)
                when due.cause is null then format('Buchung %s ohne Bestellung: %s, %s Credits', booked.id, booked.cause, booked.amount)
                else format('Buchung %s (%s): %s Credits statt %s', booked.id, booked.cause, booked.amount, due.amount) end as first,
           count(*) over () as count
      from due full join booked using (cause)
     where due.amount is distinct from booked.amount
     order by booked.id, cause limit 1`.execute(db);
  return rows;
}

/**
 * Refunded credits without a push, TopAd, story, final hold or unstarted order that explains them,
 * or with another owner; and orders refunded beyond their charge.
 */
export async function returnsAgainstLedger(db: Sql): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    with recursive plan (booking_id, replaces, start_at) as (
      select b.id, b.replaces, b.start_at from inserat i join booking b on b.id = i.booking_id
       where i.status = 'geloescht'
      union all select b.id, b.replaces, plan.start_at from booking b
      join plan on b.id = plan.replaces),
    due as (
      select 'push:' || id as cause, account_id as owner_id, refunded as amount from push
       where refunded > 0
      union all
      select 'promotion:' || id, account_id, refunded from promotion where refunded > 0
      union all
      select 'deleted:' || o.cause, b.account_id, o.total - coalesce(back.refunded, 0)
        from plan join booking_order o using (booking_id) join booking b on b.id = booking_id
        join ledger_transfer t on t.cause = 'deleted:' || o.cause
        left join (select cause, sum(refunded)::int as refunded
                     from (select cause, refunded from push union all select cause, refunded from promotion) p group by 1) back
               on back.cause = o.cause
       where t.at < plan.start_at
      union all
      select 'deleted:banner:' || k.id, b.account_id, k.total
        from banner_booking k join banner b on b.booking_id = k.id
        join ledger_transfer t on t.cause = 'deleted:banner:' || k.id
       where b.deleted_at is not null and t.at < k.start_at
      union all
      select 'deleted:club:' || k.id, c.account_id, k.total
        from club_booking k join club c on c.id = k.club_id
        join ledger_transfer t on t.cause = 'deleted:club:' || k.id
       where c.deleted_at is not null and t.at < k.start_at
      union all
      select 'rest:' || hold_id || ':' || cause, account_id, credits from hold_refund
      union all
      select 'undecided:' || o.cause, b.account_id, o.total - coalesce(back.refunded, 0)
        from booking_order o join booking b on b.id = o.booking_id
        join ledger_transfer t on t.cause = 'undecided:' || o.cause
        join hold h on h.thing = 'inserat' and h.item_id = b.inserat_id and h.unapproved
          and h.outcome = 'gone' and h.closed_at = t.at
        left join (select cause, sum(refunded)::int as refunded
                     from (select cause, refunded from push union all select cause, refunded from promotion) p group by 1) back
               on back.cause = o.cause
      union all
      select 'undecided:banner:' || k.id, b.account_id, k.total
        from banner_booking k join banner b on b.id = k.banner_id
        join ledger_transfer t on t.cause = 'undecided:banner:' || k.id
        join hold h on h.thing = 'banner' and h.item_id = b.id and h.unapproved
          and h.outcome = 'gone' and h.closed_at = t.at
      union all
      select 'undecided:club:' || k.id, c.account_id, k.total
        from club_booking k join club c on c.id = k.club_id
        join ledger_transfer t on t.cause = 'undecided:club:' || k.id
        join hold h on h.thing = 'club' and h.item_id = c.id and h.unapproved and h.outcome = 'gone'
          and h.closed_at = t.at),
    booked as (
      select t.id, t.cause, w.owner_id, t.amount
        from ledger_transfer t join ledger_account w on w.id = t.to_account
       where t.kind = 'refund'),
    wrong as (
      select case when booked.id is null then format('Rückgabe ohne Buchung: %s, Konto %s, %s Credits', due.cause, due.owner_id, due.amount)
                  when due.cause is null then format('Buchung %s ohne Rückgabe: %s, Konto %s, %s Credits',
                                                     booked.id, booked.cause, booked.owner_id,
                                                     booked.amount)
                  else format('Buchung %s (%s): %s Credits an Konto %s statt %s an Konto %s', booked.id, booked.cause,
                              booked.amount, booked.owner_id, due.amount, due.owner_id) end as first
        from due full join booked using (cause)
       where (due.owner_id, due.amount) is distinct from (booked.owner_id, booked.amount)
      union all
      select format('Bestellung %s: %s von %s Credits zurückgegeben', o.cause, sum(p.refunded), o.total)
        from (select cause, refunded from push union all select cause, refunded from promotion
              union all select cause, credits from hold_refund) p
        join booking_order o using (cause)
       group by o.cause, o.total having sum(p.refunded) > o.total)
    select min(first) as first, count(*) as count from wrong having count(*) > 0`.execute(db);
  return rows;
}

/** Redeemed coupons without their credits, and coupon credits without a redemption. */
export async function couponsAgainstLedger(db: Sql): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    with due as (
      select coupon_cause(code, u.account_id, u.nth) as cause, u.account_id as owner_id,
             c.credits as amount
        from coupon_use u join coupon c using (code)),
    booked as (
      select t.id, t.cause, w.owner_id, t.amount
        from ledger_transfer t join ledger_account w on w.id = t.to_account where t.kind = 'coupon')
    select case when booked.id is null then format('Gutschein ohne Buchung: %s, %s Credits', due.cause, due.amount)
                when due.cause is null then format('Buchung %s ohne Gutschein: %s, Konto %s, %s Credits',
                                                   booked.id, booked.cause, booked.owner_id,
                                                   booked.amount)
                else format('Buchung %s (%s): %s Credits an Konto %s statt %s an Konto %s', booked.id, booked.cause,
                            booked.amount, booked.owner_id, due.amount, due.owner_id) end as first,
           count(*) over () as count
      from due full join booked using (cause)
     where (due.owner_id, due.amount) is distinct from (booked.owner_id, booked.amount)
     order by booked.id, cause limit 1`.execute(db);
  return rows;
}

/** Coupons whose use count differs from their redemptions, or exceeds the limit. */
export async function wrongCouponUses(db: Sql): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    select format('Gutschein %s: %s Einlösungen gezählt, %s verzeichnet, %s erlaubt', c.code, c.uses, u.n,
                  coalesce(c.max_uses::text, 'beliebig viele')) as first,
           count(*) over () as count
      from coupon c, lateral (select count(*) as n from coupon_use where code = c.code) u
     where c.uses <> u.n or u.n > c.max_uses
     order by c.code limit 1`.execute(db);
  return rows;
}
