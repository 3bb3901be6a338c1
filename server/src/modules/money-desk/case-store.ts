import type { Credits, Rappen } from '@samtrot/shared/kernel/money.ts';
import type { CaseKind } from '@samtrot/shared/money-desk/case-rules.ts';
import type { PaymentStatus } from '@samtrot/shared/topups/status.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import { caseVersion } from '../topups/service.ts';

export interface CaseRow {
  id: number;
  version: number;
  key: string;
  kind: CaseKind;
  provider: string;
  details: Record<string, unknown>;
  opened_at: Date;
  closed_at: Date | null;
  note: string | null;
  decision: string | null;
  payment_id: string | null;
  number: number | null;
  status: PaymentStatus | null;
  asked: Rappen | null;
  credits: Credits;
  bonus: Credits;
  received: Rappen | null;
  method: string | null;
  wish: boolean;
  account_id: number | null;
  nickname: string | null;
  closed: boolean;
  /** Of what was never credited: ordered back. */
  back: Rappen;
  /** The refund that the case names. */
  refund_amount: Rappen | null;
  refund_waits: boolean;
  refund_by_hand: boolean;
  /** Of a charge-back. */
  taken_amount: Rappen | null;
  taken_credits: Credits | null;
  missing: Credits | null;
  owed: Credits;
  awaits: boolean;
}

/** The refund that a case is about stands in its key. */
const REFUND = sql`(substring(payment_case.key from '^(?:overpaid|refund_by_hand|refund_refused|refund_overtaken):([0-9a-f-]{36})$'))::uuid`;

const rows = async (db: Sql, where: ReturnType<typeof sql>): Promise<CaseRow[]> => {
  const found = await sql<CaseRow>`
    select payment_case.id, ${caseVersion} as version, payment_case.key, payment_case.kind,
           payment_case.provider,
           payment_case.details, payment_case.opened_at, payment_case.closed_at, payment_case.note,
           payment_case.decision,
           p.id as payment_id, p.number, p.status, p.price_rappen as asked,
           coalesce(p.credits, 0) as credits,
           coalesce(p.bonus, 0) as bonus, p.received_rappen as received,
           coalesce(p.method, p.wanted_method) as method,
           p.refund_wished_at is not null as wish, a.id as account_id, a.nickname,
           a.closed_at is not null as closed,
           case when p.status in ('teilbezahlt', 'abweichend') then
             coalesce((select sum(b.amount_rappen) from payment_refund b
                        where b.payment_id = p.id and b.kind <> 'ueberschuss'
                          and b.status <> 'abgelehnt'), 0)::int else 0 end as back,
           r.amount_rappen as refund_amount,
           coalesce(r.status = 'beauftragt', false) as refund_waits,
           coalesce(r.status = 'beauftragt' and r.next_try_at is null, false) as refund_by_hand,
           c.amount_rappen as taken_amount, c.credits as taken_credits,
           (select t.amount from ledger_transfer t where t.cause = 'refund:' || c.id || ':debt') as missing,
           coalesce(-(select d.balance from ledger_account d where d.kind = 'debt' and d.owner_id = a.id), 0) as owed,
           exists (select from approval o where o.state = 'open' and o.object = 'payment:' || p.number) as awaits
      from payment_case
      left join payment p on p.id = payment_case.payment_id
      left join account a on a.id = coalesce(p.account_id,
        case when payment_case.kind = 'carding' then (payment_case.details->>'account')::bigint end)
      left join payment_refund r on r.id = ${REFUND}
      left join lateral (select x.id, x.amount_rappen, x.credits from payment_refund x
                          where x.payment_id = p.id and x.kind = 'rueckbelastung'
                          order by x.created_at desc limit 1) c
             on payment_case.kind = 'chargeback'
     where ${where}`.execute(db);
  return found.rows;
};

/** Oldest first. */
export const openCases = (db: Sql, limit: number): Promise<CaseRow[]> =>
  rows(
    db,
    sql`payment_case.closed_at is null order by payment_case.opened_at, payment_case.id limit ${limit}`,
  );

export const findCase = async (db: Sql, id: number): Promise<CaseRow | undefined> =>
  (await rows(db, sql`payment_case.id = ${id}`))[0];

/** What waits, for the overview. */
export const countOpen = (db: Sql): Promise<{ count: number; since: Date | null }> =>
  db
    .selectFrom('payment_case')
    .select((is) => [is.fn.countAll<number>().as('count'), is.fn.min('opened_at').as('since')])
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();

/** In francs that came and wait for a decision, with an open case. */
export async function undecidedRappen(db: Sql): Promise<Rappen> {
  const { rows } = await sql<{ sum: Rappen }>`
    select coalesce(sum(p.received_rappen), 0)::int as sum from payment p
     where p.status in ('teilbezahlt', 'abweichend')
       and exists (select from payment_case c where c.payment_id = p.id and c.closed_at is null)
       and not exists (select from payment_refund r where r.payment_id = p.id and r.status <> 'abgelehnt')`.execute(
    db,
  );
  return rows[0]!.sum;
}

/**
 * The waiting transfers that a movement without reference may belong to: the same amount, opened
 * last before it; of each movement the nearest.
 */
export async function matchesOf(
  db: Sql,
  wanted: readonly { id: number; amount: Rappen; booked_on: string }[],
): Promise<Map<number, { payment: number; days: number }>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ id: number; payment: number; days: number }>`
    select w.id, m.number as payment, m.days
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (id bigint, amount bigint, booked_on date)
      join lateral (
        select p.number, abs(w.booked_on - (p.created_at at time zone 'Europe/Zurich')::date) as days
          from payment p
         where p.provider = 'bank' and p.price_rappen = w.amount
           and p.status in ('offen', 'verfallen', 'abgebrochen') and p.provider_ref is not null
           and p.created_at > w.booked_on - interval '60 days'
           and p.created_at < w.booked_on + interval '2 days'
         order by days, p.number desc limit 1) m on true`.execute(db);
  return new Map(rows.map(({ id, payment, days }) => [id, { payment, days }]));
}
