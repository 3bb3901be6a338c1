import type { Credits, Rappen } from '@samtrot/shared/kernel/money.ts';
import {
  PAYMENT_GROUPS,
  type PaymentGroup,
  type PaymentSort,
  type WantedPayment,
} from '@samtrot/shared/money-desk/payment-search.ts';
import { CREDITED, type PaymentStatus } from '@samtrot/shared/topups/status.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';
import {
  type Key,
  type Ordering,
  orderBy,
  type Place,
  pageOf,
  placeOf,
  valuesOf,
} from '../../platform/keyset.ts';
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

/** With its place in the list. */
type ListedPayment = PaymentRow & { place: Place };

type Part = RawBuilder<unknown>;

const NUMBER: Key = { by: sql`p.number`, kind: 'number' };
const METHOD = sql`coalesce(p.method, p.wanted_method)`;

export const NEWEST: Ordering = { keys: [NUMBER], falling: true };
/** `method` and `status` follow by their words. */
export const SORTED: Record<PaymentSort, Omit<Ordering, 'falling'>> = {
  number: { keys: [NUMBER] },
  at: { keys: [{ by: sql`p.created_at`, kind: 'time' }, NUMBER] },
  method: { keys: [{ by: METHOD, kind: 'text' }, NUMBER], nullable: true },
  paid: { keys: [{ by: sql`p.received_rappen`, kind: 'number' }, NUMBER], nullable: true },
  fee: { keys: [{ by: sql`p.fee_rappen`, kind: 'number' }, NUMBER], nullable: true },
  status: { keys: [{ by: sql`p.status`, kind: 'text' }, NUMBER] },
};

/** The methods that payments have, as their providers name them. */
export async function listMethods(db: Sql | Database): Promise<string[]> {
  const { rows } = await valuesOf(sql`payment p`, METHOD).execute(db);
  return rows.map(({ value }) => value);
}

const select = (payments: Part, ordering: Ordering) => sql<ListedPayment>`
  select p.id, p.number, p.created_at as at, p.account_id, a.nickname,
         a.closed_at is not null as closed, p.provider, p.provider_ref,
         ${METHOD} as method, p.status, p.price_rappen as asked, p.received_rappen as received,
         p.fee_rappen as fee,
         p.credits, p.bonus, p.discount_percent as discount,
         case when p.status = any(${CREDITED}::text[])
              then coalesce(p.settled_credits, p.credits) + coalesce(p.settled_bonus, p.bonus) else 0 end as credited,
         coalesce((select sum(r.amount_rappen) from payment_refund r
                    where r.payment_id = p.id and r.status = 'bestaetigt'), 0)::int as returned,
         (select d.number from paper d where d.payment_id = p.id and d.kind = 'receipt') as receipt,
         ${placeOf(ordering)} as place
    from (${payments}) p join account a on a.id = p.account_id
   ${orderBy(ordering)}`;

export interface Looking {
  wanted: WantedPayment | null;
  group: PaymentGroup | undefined;
  ordering: Ordering;
  /** Only those after this place. */
  after: Place | null;
  limit: number;
}

/** Of at most so many accounts of one name the payments are found by account. */
export const MOST_NAMED = 100;
/** Of a name that more accounts bear, so many payments are looked through for one page. */
export const WINDOW = 8_000;

/**
 * Payments in their order, and the place after which nothing was looked at: null if everything was.
 * Each reading of what was typed goes by an index of its own.
 */
export async function findPayments(
  db: Sql,
  looking: Looking,
): Promise<{ found: ListedPayment[]; lookedTo: Place | null }> {
  const { wanted, ordering, limit } = looking;
  const named =
    wanted?.name === undefined ? [] : (await namedAccounts(wanted.name).execute(db)).rows;
  const whole = named.length <= MOST_NAMED;
  const payments = whole
    ? pageOf(ordering, looking.after, (where, order) =>
        matching(
          looking,
          named.map(({ id }) => id),
          { where, order },
        ),
      )
    : sql`
        select p.* from (${windowOf(looking)}) p
         where ${sql.join(
           [...readings(wanted!), bears(wanted!.name!)],
           sql`
           or `,
         )} ${orderBy(ordering)} limit ${limit}`;
  const { rows } = await sql<ListedPayment>`
    ${select(payments, ordering)} limit ${limit}`.execute(db);
  if (whole || rows.length === limit) return { found: rows, lookedTo: null };
  const end = await sql<{ place: Place }>`
    select ${placeOf(ordering)} as place from (${windowOf(looking)}) p
     ${orderBy(ordering)} offset ${WINDOW - 1} limit 1`.execute(db);
  return { found: rows, lookedTo: end.rows[0]?.place ?? null };
}

/** The accounts of a name, one more than are looked through. */
const namedAccounts = (name: string) => sql<{ id: number }>`
  select id from account
   where lower(username || ' ' || nickname) like lower(${like(name)})
     and nickname ilike ${like(name)} and closed_at is null
   limit ${MOST_NAMED + 1}`;

/** As a subquery of each row: joined, all who bear the name would be read first. */
const bears = (name: string) => sql`
  (select a.nickname ilike ${like(name)} and a.closed_at is null from account a where a.id = p.account_id)`;

const inGroup = (group: PaymentGroup | undefined): Part =>
  group === undefined
    ? sql`true`
    : sql`p.status = any(${PAYMENT_GROUPS[group].of as readonly PaymentStatus[]}::text[])`;

/** The payments that are looked through for a page. */
function windowOf({ group, ordering, after }: Looking): Part {
  const payments = pageOf(
    ordering,
    after,
    (where, order) => sql`
      select p.* from payment p where ${where} and ${inGroup(group)} ${order} limit ${WINDOW}`,
  );
  return sql`select p.* from (${payments}) p ${orderBy(ordering)} limit ${WINDOW}`;
}

/** The first of a part of the page that are found in one way or another. */
function matching(
  { wanted, group, limit }: Looking,
  accounts: readonly number[],
  { where, order }: { where: Part; order: Part },
): Part {
  const rest = sql`${where} and ${inGroup(group)} ${order} limit ${limit}`;
  if (wanted === null) return sql`select p.* from payment p where ${rest}`;
  const each = readings(wanted).map(
    (way) => sql`(select p.number from payment p where ${way} and ${rest})`,
  );
  if (wanted.name !== undefined)
    each.push(
      sql`(select own.number from unnest(${accounts}::bigint[]) named (id), lateral
            (select p.number from payment p where p.account_id = named.id and ${rest}) own)`,
    );
  if (each.length === 0) return sql`select p.* from payment p where false`;
  return sql`
    select p.* from payment p
     where p.number in (${sql.join(each, sql` union `)}) ${order} limit ${limit}`;
}

const like = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

function readings({ number, rappen, day, email, method, reference }: WantedPayment): Part[] {
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
  (await select(sql`select * from payment where number = ${number}`, NEWEST).execute(db)).rows[0];

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
           r.status = 'beauftragt' and r.next_try_at is null as by_hand, r.amount_rappen as amount,
           r.credits, r.reason,
           coalesce(r.settled_at, r.created_at) as at, (select d.number from paper d where d.refund_id = r.id) as receipt
      from payment_refund r join payment p on p.id = r.payment_id
      join account a on a.id = p.account_id
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
