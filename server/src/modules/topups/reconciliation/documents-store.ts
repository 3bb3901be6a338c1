import type { Credits, Rappen } from '@samtrot/shared/kernel/money.ts';
import { CREDITED } from '@samtrot/shared/topups/status.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import type { RefundKind } from '../refunds/refund-store.ts';

/** A payment that gave credits, with all that a receipt says of it. */
export interface CreditedTopup {
  id: string;
  /** What it counts for. */
  price: Rappen;
  asked: Rappen;
  /** Bought credits of the package, also where less came and fewer were given. */
  askedCredits: Credits;
  /** What came, in francs. */
  received: Rappen | null;
  /** Whether a rest was credited together with it, which brings what is left of its last credit. */
  completed: boolean;
  discountPercent: number;
  /** Price of the package today, without discount. */
  listPrice: Rappen;
  credits: Credits;
  bonus: Credits;
  /** As the provider names it, or as it was chosen; null when neither is known. */
  method: string | null;
}

/** The credited payments of an account, or the one of this id. */
export async function creditedTopups(
  db: Sql,
  accountId: number,
  id?: string,
): Promise<CreditedTopup[]> {
  const { rows } = await sql<CreditedTopup>`
    select p.id, coalesce(p.settled_rappen, p.price_rappen) as price, p.price_rappen as asked,
           p.credits as "askedCredits", p.received_rappen as received,
           p.completed_by is not null as completed, p.discount_percent as "discountPercent",
           coalesce(p.list_rappen, p.price_rappen) as "listPrice",
           coalesce(p.settled_credits, p.credits) as credits,
           coalesce(p.settled_bonus, p.bonus) as bonus,
           coalesce(p.method, p.wanted_method) as method
      from payment p
     where p.account_id = ${accountId} and p.status = any(${CREDITED})
       ${id === undefined ? sql`` : sql`and p.id = ${id}`}`.execute(db);
  return rows;
}

/** Money of a credited payment that went back. */
export interface MoneyBack {
  id: string;
  paymentId: string;
  kind: RefundKind;
  amount: Rappen;
  /** Taken back for it, bonus included. */
  credits: Credits;
  at: Date;
}

/** The payment of each refund of an account, whatever became of the refund. */
export async function paymentsOfRefunds(
  db: Sql,
  accountId: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('payment_refund')
    .innerJoin('payment', 'payment.id', 'payment_refund.payment_id')
    .select(['payment_refund.id', 'payment_id'])
    .where('account_id', '=', accountId)
    .execute();
  return new Map(rows.map(({ id, payment_id }) => [id, payment_id]));
}

/** What went back to the owner of an account, oldest first, or the one of this id. */
export async function moneyBackOf(db: Sql, accountId: number, id?: string): Promise<MoneyBack[]> {
  const { rows } = await sql<MoneyBack>`
    select r.id, r.payment_id as "paymentId", r.kind, r.amount_rappen as amount, r.credits,
           r.settled_at as at
      from payment_refund r join payment p on p.id = r.payment_id
     where p.account_id = ${accountId} and r.status = 'bestaetigt' and r.kind <> 'ueberschuss'
       ${id === undefined ? sql`` : sql`and r.id = ${id}`} order by r.settled_at, r.id`.execute(db);
  return rows;
}
