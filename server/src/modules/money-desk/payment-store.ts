import type { Credits, Rappen } from '@samtrot/shared/kernel/money.ts';
import {
  PAYMENT_GROUPS,
  type PaymentGroup,
  type WantedPayment,
} from '@samtrot/shared/money-desk/payment-search.ts';
import { CREDITED, type PaymentStatus } from '@samtrot/shared/topups/status.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import { accountEmail } from '../access/service.ts';

export interface PaymentRow {
  id: string;
  number: number;
  at: Date;
  account_id: number;
  nickname: string | null;
  closed: boolean;
  provider: string;
  provider_ref: string | null;
  method: string | null;
  status: PaymentStatus;
  asked: Rappen;
  received: Rappen | null;
  credits: Credits;
  bonus: Credits;
  credited: Credits;
  discount: number;
  returned: Rappen;
  fee: Rappen | null;
  receipt: string | null;
}

const select = (where: ReturnType<typeof sql>, order: ReturnType<typeof sql>) => sql<PaymentRow>`
  select p.id, p.number, p.created_at as at, p.account_id, a.nickname, a.closed_at is not null as closed, p.provider, p.provider_ref,
         coalesce(p.method, p.wanted_method) as method, p.status, p.price_rappen as asked, p.received_rappen as received, p.fee_rappen as fee,
         p.credits, p.bonus, p.discount_percent as discount,
         case when p.status = any(${CREDITED}::text[])
              then coalesce(p.settled_credits, p.credits) + coalesce(p.settled_bonus, p.bonus) else 0 end as credited,
         coalesce((select sum(r.amount_rappen) from payment_refund r
                    where r.payment_id = p.id and r.status = 'bestaetigt'), 0)::int as returned,
         (select d.number from paper d where d.payment_id = p.id and d.kind = 'receipt') as receipt
    from payment p join account a on a.id = p.account_id
   where ${where} ${order}`;

const NEWEST = sql`order by p.number desc`;

export interface Looking {
  wanted: WantedPayment | null;
  group: PaymentGroup | undefined;
  /** Only those before this number. */
  cursor: number | undefined;
  limit: number;
}

/** Newest first. Each reading of what was typed goes by an index of its own. */
export const findPayments = async (db: Sql, looking: Looking): Promise<PaymentRow[]> =>
  (await lookFor(looking).execute(db)).rows;

/** The statement, of which tests count the rows it reads. */
export function lookFor({ wanted, group, cursor, limit }: Looking) {
  const statuses: readonly PaymentStatus[] | null = group ? PAYMENT_GROUPS[group].of : null;
  const rest = sql`${statuses === null ? sql`` : sql`and p.status = any(${statuses}::text[])`}
    ${cursor === undefined ? sql`` : sql`and p.number < ${cursor}`}`;
  if (wanted === null) return select(sql`true ${rest}`, sql`${NEWEST} limit ${limit}`);
  const ways = readings(wanted);
  if (ways.length === 0) return select(sql`false`, NEWEST);
  const each = ways.map(
    (way) => sql`(select p.number from payment p where ${way} ${rest} ${NEWEST} limit ${limit})`,
  );
  return select(
    sql`p.number in (select number from (${sql.join(each, sql` union `)}) found order by number desc limit ${limit})`,
    NEWEST,
  );
}

function readings({ number, rappen, day, email, name, method, reference }: WantedPayment) {
  const like = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
  return [
    ...(number === undefined ? [] : [sql`p.number = ${number}`, sql`p.account_id = ${number}`]),
    ...(rappen === undefined || rappen > 2_000_000_000
      ? []
      : [sql`p.price_rappen = ${rappen}`, sql`p.received_rappen = ${rappen}`]),
    ...(day === undefined
      ? []
      : [
          sql`p.created_at >= ${day}::date::timestamp at time zone 'Europe/Zurich'
              and p.created_at < (${day}::date + 1)::timestamp at time zone 'Europe/Zurich'`,
        ]),
    ...(email === undefined
      ? []
      : [
          sql`p.account_id in (select id from account
               where email_hash = any(${accountEmail.lookups(email)}) and closed_at is null)`,
        ]),
    ...(name === undefined
      ? []
      : [
          sql`p.account_id in (select id from account where nickname ilike ${like(name)} and closed_at is null)`,
        ]),
    ...(method === undefined ? [] : [sql`coalesce(p.method, p.wanted_method) = ${method}`]),
    ...(reference === undefined
      ? []
      : [
          sql`p.provider_ref = ${reference}`,
          sql`p.id in (select payment_id from paper where number = ${reference})`,
          sql`p.id in (select r.payment_id from paper d join payment_refund r on r.id = d.refund_id
                        where d.number = ${reference})`,
        ]),
  ];
}

export const findPayment = async (db: Sql, number: number): Promise<PaymentRow | undefined> =>
  (await select(sql`p.number = ${number}`, sql``).execute(db)).rows[0];

export interface RefundRow {
  number: number;
  account_id: number;
  nickname: string | null;
  closed: boolean;
  kind: 'erstattung' | 'rueckbelastung' | 'ueberschuss';
  status: 'beauftragt' | 'bestaetigt' | 'abgelehnt';
  by_hand: boolean;
  amount: Rappen;
  credits: Credits;
  reason: string;
  at: Date;
  receipt: string | null;
}

const refundRows = async (db: Sql, where: ReturnType<typeof sql>): Promise<RefundRow[]> => {
  const { rows } = await sql<RefundRow>`
    select p.number, p.account_id, a.nickname, a.closed_at is not null as closed, r.kind, r.status,
           r.status = 'beauftragt' and r.next_try_at is null as by_hand, r.amount_rappen as amount, r.credits, r.reason,
           coalesce(r.settled_at, r.created_at) as at, (select d.number from paper d where d.refund_id = r.id) as receipt
      from payment_refund r join payment p on p.id = r.payment_id join account a on a.id = p.account_id
     where ${where}`.execute(db);
  return rows;
};

export const refundsOf = (db: Sql, payment: string): Promise<RefundRow[]> =>
  refundRows(db, sql`r.payment_id = ${payment} order by r.created_at, r.id`);

/** What is on its way, oldest first. */
export const waitingRefunds = (db: Sql, limit: number): Promise<RefundRow[]> =>
  refundRows(db, sql`r.status = 'beauftragt' order by r.created_at, r.id limit ${limit}`);

/** What was settled last, newest first. */
export const settledRefunds = (db: Sql, limit: number): Promise<RefundRow[]> =>
  refundRows(
    db,
    sql`r.settled_at is not null and r.status <> 'beauftragt' order by r.settled_at desc, r.id limit ${limit}`,
  );

export async function countWaiting(db: Sql): Promise<number> {
  const { count } = await db
    .selectFrom('payment_refund')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('status', '=', 'beauftragt')
    .executeTakeFirstOrThrow();
  return count;
}

/** The open cases of a payment. */
export async function casesOf(db: Sql, payment: string): Promise<number[]> {
  const rows = await db
    .selectFrom('payment_case')
    .select('id')
    .where('payment_id', '=', payment)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
