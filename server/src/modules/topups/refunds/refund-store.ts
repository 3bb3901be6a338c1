import { randomUUID } from 'node:crypto';
import type { Credits, Rappen } from '@samtrot/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';

/** `ueberschuss`: what came beyond the price; no credits go back with it. */
export type RefundKind = 'erstattung' | 'rueckbelastung' | 'ueberschuss';
export type RefundStatus = 'beauftragt' | 'bestaetigt' | 'abgelehnt';

export interface Refund {
  id: string;
  paymentId: string;
  kind: RefundKind;
  status: RefundStatus;
  amount: Rappen;
  credits: Credits;
}

export interface NewRefund extends Omit<Refund, 'id'> {
  reason: string;
  now: Date;
}

export async function insertRefund(db: Sql, refund: NewRefund): Promise<string> {
  const id = randomUUID();
  const open = refund.status === 'beauftragt';
  await db
    .insertInto('payment_refund')
    .values({
      id,
      payment_id: refund.paymentId,
      kind: refund.kind,
      status: refund.status,
      amount_rappen: refund.amount,
      credits: refund.credits,
      reason: refund.reason,
      created_at: refund.now,
      settled_at: open ? null : refund.now,
      next_try_at: open ? refund.now : null,
    })
    .execute();
  return id;
}

export interface WentBack {
  /** Of the price: gone, or on its way. */
  ordered: Rappen;
  /** The credits that were taken with it. */
  taken: Credits;
  /** Of the price: gone. */
  confirmed: Rappen;
  /**
   * Of what came beyond the price: ordered, also where it was refused and the house pays it back
   * itself.
   */
  surplus: Rappen;
  /** All that is gone, of the price and beyond. */
  gone: Rappen;
}

/** What went back of a payment, or is on its way. */
export async function moneyBack(db: Sql, paymentId: string): Promise<WentBack> {
  const { rows } = await sql<WentBack>`
    select coalesce(sum(amount_rappen) filter (where kind <> 'ueberschuss' and status <> 'abgelehnt'), 0)::int as ordered,
           coalesce(sum(amount_rappen) filter (where kind <> 'ueberschuss' and status = 'bestaetigt'), 0)::int as confirmed,
           coalesce(sum(credits) filter (where status <> 'abgelehnt'), 0)::int as taken,
           coalesce(sum(amount_rappen) filter (where kind = 'ueberschuss'), 0)::int as surplus,
           coalesce(sum(amount_rappen) filter (where status = 'bestaetigt'), 0)::int as gone
      from payment_refund where payment_id = ${paymentId}`.execute(db);
  return rows[0]!;
}

/**
 * Claims refunds to be carried out at the provider, the oldest of each payment; the date of the
 * next try is the lease. One at a time, so that the refunded sum identifies the one carried out.
 */
export async function claimRefunds(db: Sql, now: Date, batch: number): Promise<Refund[]> {
  const { rows } = await sql<Refund>`
    update payment_refund set next_try_at = ${now}::timestamptz + interval '15 minutes'
     where id in (select due.id from payment_refund due
        where due.next_try_at <= ${now} and not exists (select from payment_refund earlier
          where earlier.payment_id = due.payment_id and earlier.status = 'beauftragt'
            and earlier.next_try_at is not null
            and (earlier.created_at, earlier.id) < (due.created_at, due.id))
        order by due.next_try_at limit ${batch} for update skip locked)
    returning id, payment_id as "paymentId", kind, status, amount_rappen as amount, credits`.execute(
    db,
  );
  return rows;
}

/** Why the transfer with this cause took credits back, and for how much money. */
export async function reasonOf(
  db: Sql,
  cause: string,
): Promise<{ kind: RefundKind; amount: Rappen } | undefined> {
  const id = cause.match(/^refund:([\da-f-]{36})(?::debt)?$/)?.[1];
  return id === undefined ? undefined : findRefund(db, id);
}

/** Those of these causes of movements that are charge-backs. */
export async function chargebacksAmong(
  db: Sql,
  causes: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = causes.flatMap((cause) => cause.match(/^refund:([\da-f-]{36})$/)?.[1] ?? []);
  if (ids.length === 0) return new Set();
  const query = db.selectFrom('payment_refund').select('id').where('id', 'in', ids);
  const rows = await query.where('kind', '=', 'rueckbelastung').execute();
  return new Set(rows.map(({ id }) => `refund:${id}`));
}

const refundRows = (db: Sql) =>
  db
    .selectFrom('payment_refund')
    .select([
      'id',
      'payment_id as paymentId',
      'kind',
      'status',
      'amount_rappen as amount',
      'credits',
    ]);

export const findRefund = (db: Sql, id: string): Promise<Refund | undefined> =>
  refundRows(db).where('id', '=', id).executeTakeFirst() as Promise<Refund | undefined>;

/** What was ordered of a payment and is not settled yet, oldest first. */
export const waitingRefunds = (db: Sql, paymentId: string): Promise<Refund[]> =>
  refundRows(db)
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'beauftragt')
    .orderBy('created_at')
    .orderBy('id')
    .execute() as Promise<Refund[]>;

/** Ends the attempts at the provider. False when it was settled meanwhile. */
export async function leaveRefund(db: Sql, id: string): Promise<boolean> {
  const row = await db
    .updateTable('payment_refund')
    .set({ next_try_at: null })
    .where('id', '=', id)
    .where('status', '=', 'beauftragt')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False when it was settled before. */
export async function settleRefund(
  db: Sql,
  id: string,
  status: Exclude<RefundStatus, 'beauftragt'>,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('payment_refund')
    .set({ status, settled_at: now, next_try_at: null })
    .where('id', '=', id)
    .where('status', '=', 'beauftragt')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Of the account: money that came and gave no credits, null in another currency while its case is
 * open, and refunds that are not gone yet.
 */
export async function dueBack(
  db: Sql,
  accountId: number,
): Promise<{ payment: string; rappen: Rappen | null }[]> {
  const { rows } = await sql<{ payment: string; rappen: Rappen | null }>`
    select p.number::text as payment, p.received_rappen as rappen from payment p
     where p.account_id = ${accountId} and p.status in ('teilbezahlt', 'abweichend')
       and p.received_rappen > 0
       and not exists (select from payment_refund r where r.payment_id = p.id)
    union all
    select p.number::text, null from payment p
     where p.account_id = ${accountId} and p.status = 'abweichend' and p.received_rappen is null
       and exists (select from payment_case c
                    where c.payment_id = p.id and c.kind = 'differs' and c.closed_at is null)
    union all
    select p.number::text, r.amount_rappen from payment p
      join payment_refund r on r.payment_id = p.id
     where p.account_id = ${accountId} and (r.status = 'beauftragt' or r.status = 'abgelehnt'
       and exists (select from payment_case c
                    where c.payment_id = p.id and c.kind = 'refund_differs'
                      and c.closed_at is null))
     order by payment, rappen`.execute(db);
  return rows;
}
