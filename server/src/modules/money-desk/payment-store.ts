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

/** Of at most so many accounts of one name the payments are found by account. */
export const MOST_NAMED = 100;
/** Of a name that more accounts bear, so many payments are looked through for one page. */
const WINDOW = 10_000;

/**
 * Newest first, and the number before which nothing was looked at: null if everything was. Each
 * reading of what was typed goes by an index of its own.
 */
export async function findPayments(
  db: Sql,
  looking: Looking,
): Promise<{ found: PaymentRow[]; lookedTo: number | null }> {
  const name = looking.wanted?.name;
  const named = name === undefined ? [] : (await namedAccounts(name).execute(db)).rows;
  let from: number | null = null;
  if (named.length > MOST_NAMED) {
    const { newest, oldest } = (await ends(looking).execute(db)).rows[0]!;
    from = newest === null ? null : Math.max(oldest!, newest - WINDOW + 1);
    if (from === oldest) from = null;
  }
  const accounts = named.length > MOST_NAMED ? null : named.map(({ id }) => id);
  const { rows } = await lookFor(looking, { accounts, from }).execute(db);
  return { found: rows, lookedTo: from };
}

/** The accounts of a name, one more than are looked through. */
const namedAccounts = (name: string) => sql<{ id: number }>`
  select id from account
   where lower(username || ' ' || nickname) like lower(${like(name)}) and nickname ilike ${like(name)} and closed_at is null
   limit ${MOST_NAMED + 1}`;

const ends = ({ cursor }: Pick<Looking, 'cursor'>) => sql<{
  newest: number | null;
  oldest: number | null;
}>`
  select (select max(number) from payment ${cursor === undefined ? sql`` : sql`where number < ${cursor}`}) as newest,
         (select min(number) from payment) as oldest`;

/** Who bears the name: these accounts, or so many that payments are looked through from a number on. */
interface Named {
  accounts: readonly number[] | null;
  from: number | null;
}

function lookFor({ wanted, group, cursor, limit }: Looking, { accounts, from }: Named) {
  const statuses: readonly PaymentStatus[] | null = group ? PAYMENT_GROUPS[group].of : null;
  const rest = sql`${statuses === null ? sql`` : sql`and p.status = any(${statuses}::text[])`}
    ${cursor === undefined ? sql`` : sql`and p.number < ${cursor}`} ${from === null ? sql`` : sql`and p.number >= ${from}`}`;
  if (wanted === null) return select(sql`true ${rest}`, sql`${NEWEST} limit ${limit}`);
  const each = readings(wanted).map(
    (way) => sql`(select p.number from payment p where ${way} ${rest} ${NEWEST} limit ${limit})`,
  );
  if (wanted.name !== undefined)
    each.push(
      accounts === null
        ? // As a subquery of each row: joined, all who bear the name would be read first.
          sql`(select p.number from payment p
                where (select a.nickname ilike ${like(wanted.name)} and a.closed_at is null from account a where a.id = p.account_id)
                      ${rest} ${NEWEST} limit ${limit})`
        : sql`(select own.number from unnest(${accounts}::bigint[]) named (id), lateral
                (select p.number from payment p where p.account_id = named.id ${rest} ${NEWEST} limit ${limit}) own)`,
    );
  if (each.length === 0) return select(sql`false`, NEWEST);
  return select(
    sql`p.number in (select number from (${sql.join(each, sql` union `)}) found order by number desc limit ${limit})`,
    NEWEST,
  );
}

const like = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

function readings({ number, rappen, day, email, method, reference }: WantedPayment) {
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
