import type { Credits, Rappen } from '@samtrot/shared/kernel/money.ts';
import { HOUR_MS, MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type { PaymentMethod } from '@samtrot/shared/topups/methods.ts';
import { type PaymentStatus, WAITS_FOR_DECISION } from '@samtrot/shared/topups/status.ts';
import { sql } from 'kysely';
import { type Spans, spanOf, valuesOf, within } from '../../platform/buckets.ts';
import type { Database, Sql } from '../../platform/db.ts';

export interface Payment {
  id: string;
  /** What payers and the house name it by. */
  number: number;
  accountId: number;
  status: PaymentStatus;
  /** What it counts for: the ordered amounts, or, once settled with less, the received ones. */
  price: Rappen;
  credits: Credits;
  bonus: Credits;
  /** What was ordered where it was settled with less; null otherwise. */
  asked: Rappen | null;
  /** In francs, as last reported by the provider; null until something came. */
  received: Rappen | null;
  refundRequested: boolean;
  provider: string;
  ref: string | null;
  url: string | null;
  /** The chosen payment method; null when it is chosen on the provider's page. */
  method: PaymentMethod | null;
  /** The payment of which a part came that this one completes. */
  restOf: string | null;
  createdAt: Date;
  /** Counts the statuses of the provider that were carried out. */
  statusVersion: number;
}

/** Serializes opening payments of one account, so that nobody exceeds the limit. */
export async function queueForAccount(db: Sql, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('topups'), hashtext(${String(accountId)}))`.execute(
    db,
  );
}

/**
 * A page of a provider that can still be paid, or a payment being opened this minute; no rest whose
 * payment waits for none.
 */
export const pending = (
  now: Date,
) => sql<boolean>`(payment.status = 'offen' and payment.created_at > ${new Date(now.getTime() - HOUR_MS)}

  or payment.status = 'erstellt' and payment.created_at > ${new Date(now.getTime() - MINUTE_MS)})
  and (payment.rest_of is null
    or exists (select from payment first where first.id = payment.rest_of and first.status = 'teilbezahlt'))`;

/** Payment pages that can still be paid, newest first. */
export async function pendingUrls(
  db: Sql,
  accountId: number,
  now: Date,
): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('payment')
    .select('payment_url')
    .where('account_id', '=', accountId)
    .where(pending(now))
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ payment_url }) => payment_url);
}

/** Payments of this account that wait for their money since before this instant, oldest first. */
export const openSince = (db: Sql, accountId: number, before: Date): Promise<Payment[]> =>
  payments(db)
    .where('account_id', '=', accountId)
    .where('status', '=', 'offen')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .execute();

/** Payments of this account that wait for a decision, newest first. */
export const undecided = (db: Sql, accountId: number): Promise<Payment[]> =>
  payments(db)
    .where('account_id', '=', accountId)
    .where('status', 'in', WAITS_FOR_DECISION)
    .orderBy('created_at', 'desc')
    .execute();

export interface NewPayment {
  id: string;
  accountId: number;
  optionId: number;
  price: Rappen;
  /** Before the discount. */
  listPrice: Rappen | null;
  discountPercent: number;
  credits: Credits;
  bonus: Credits;
  provider: string;
  method: PaymentMethod | null;
  restOf: string | null;
  now: Date;
  nextCheckAt: Date;
}

export async function insertPayment(db: Sql, payment: NewPayment): Promise<void> {
  await db
    .insertInto('payment')
    .values({
      id: payment.id,
      account_id: payment.accountId,
      option_id: payment.optionId,
      status: 'erstellt' satisfies PaymentStatus,
      price_rappen: payment.price,
      list_rappen: payment.listPrice,
      discount_percent: payment.discountPercent,
      credits: payment.credits,
      bonus: payment.bonus,
      provider: payment.provider,
      wanted_method: payment.method,
      rest_of: payment.restOf,
      created_at: payment.now,
      next_check_at: payment.nextCheckAt,
    })
    .execute();
}

/** What a payment counts for: the order, unless it was settled with less. */
export const counting = [
  sql<Rappen>`coalesce(settled_rappen, price_rappen)`.as('price'),
  sql<Credits>`coalesce(settled_credits, credits)`.as('credits'),
  sql<Credits>`coalesce(settled_bonus, bonus)`.as('bonus'),
] as const;

export const payments = (db: Sql) =>
  db
    .selectFrom('payment')
    .select([
      'id',
      'number',
      'account_id as accountId',
      sql<PaymentStatus>`status`.as('status'),
      ...counting,
      'provider',
      'provider_ref as ref',
      'payment_url as url',
      sql<Rappen | null>`case when settled_rappen is not null then price_rappen end`.as('asked'),
      'received_rappen as received',
      sql<boolean>`refund_wished_at is not null`.as('refundRequested'),
      sql<PaymentMethod | null>`wanted_method`.as('method'),
      'rest_of as restOf',
      'created_at as createdAt',
      'status_version as statusVersion',
    ]);

/** The payment that people name by this number. */
export const idOfNumber = async (db: Sql, number: number): Promise<string | undefined> =>
  (await db.selectFrom('payment').select('id').where('number', '=', number).executeTakeFirst())?.id;

/** The three newest payments of the account. */
export const latestPayments = (db: Sql, accountId: number) =>
  payments(db).where('account_id', '=', accountId).orderBy('created_at', 'desc').limit(3).execute();

export const findOwn = (db: Sql, accountId: number, id: string): Promise<Payment | undefined> =>
  payments(db).where('id', '=', id).where('account_id', '=', accountId).executeTakeFirst();

/**
 * The payment at this provider whose id begins with these 20 digits; a reference that is too short
 * for the whole id still names it.
 */
export async function paymentBeginningWith(
  db: Sql,
  provider: string,
  digits: string,
): Promise<string | undefined> {
  const groups = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})$/
    .exec(digits)
    ?.slice(1)
    .join('-');
  if (!groups) return undefined;
  const rows = await db
    .selectFrom('payment')
    .select('id')
    .where('provider', '=', provider)
    .where('id', '>=', `${groups}-${'0'.repeat(12)}`)
    .where('id', '<=', `${groups}-${'f'.repeat(12)}`)
    .execute();
  return rows.length === 1 ? rows[0]!.id : undefined;
}

/** Locks the row; returns what a previous holder has written. */
export const loadPaymentForUpdate = (db: Sql, id: string): Promise<Payment | undefined> =>
  payments(db).where('id', '=', id).forUpdate().executeTakeFirst();

export const loadByRefForUpdate = (
  db: Sql,
  provider: string,
  ref: string,
): Promise<Payment | undefined> =>
  payments(db)
    .where('provider', '=', provider)
    .where('provider_ref', '=', ref)
    .forUpdate()
    .executeTakeFirst();

/** Of the payment with this reference; 0 where none is known yet. */
export async function statusVersion(db: Database, provider: string, ref: string): Promise<number> {
  const query = db
    .selectFrom('payment')
    .select('status_version as version')
    .where('provider', '=', provider);
  return (await query.where('provider_ref', '=', ref).executeTakeFirst())?.version ?? 0;
}

export async function countStatus(db: Sql, id: string): Promise<void> {
  await db
    .updateTable('payment')
    .set({ status_version: sql<number>`status_version + 1` })
    .where('id', '=', id)
    .execute();
}

export interface Move {
  status: PaymentStatus;
  ref?: string;
  url?: string;
  method?: string | null;
  received?: Rappen | null;
  /** What the provider keeps of it. */
  fee?: Rappen;
  /** What the payment counts for from now on, where that differs from the order. */
  counts?: { price: Rappen; credits: Credits; bonus: Credits };
  settledAt?: Date;
  /** The rest that was credited together with it. */
  completedBy?: string;
}

/** Writes the new state. A settled payment is not polled again. */
export async function movePayment(db: Sql, id: string, move: Move): Promise<void> {
  await db
    .updateTable('payment')
    .set({
      status: move.status,
      ...(move.ref !== undefined && { provider_ref: move.ref }),
      ...(move.url !== undefined && { payment_url: move.url }),
      ...(move.method && { method: move.method.slice(0, 50) }),
      ...(move.received !== undefined && { received_rappen: move.received }),
      ...(move.fee !== undefined && { fee_rappen: move.fee }),
      ...(move.counts && {
        settled_rappen: move.counts.price,
        settled_credits: move.counts.credits,
        settled_bonus: move.counts.bonus,
      }),
      ...(move.completedBy && { completed_by: move.completedBy }),
      ...(move.settledAt && { settled_at: move.settledAt, next_check_at: null }),
    })
    .where('id', '=', id)
    .execute();
}

export async function requestRefund(db: Sql, id: string, now: Date): Promise<void> {
  await db.updateTable('payment').set({ refund_wished_at: now }).where('id', '=', id).execute();
}

export async function countDeclined(db: Sql, accountId: number, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('payment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .where('status', '=', 'abgelehnt')
    .executeTakeFirstOrThrow();
  return count;
}

/** Keeps a notification once, however often it came. */
export async function recordEvent(
  db: Sql,
  event: { provider: string; eventId: string; ref: string; now: Date },
): Promise<void> {
  await db
    .insertInto('payment_event')
    .values({
      provider: event.provider,
      event_id: event.eventId,
      provider_ref: event.ref,
      received_at: event.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function eventRecorded(
  db: Database,
  provider: string,
  eventId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('payment_event')
    .select('event_id')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Claims payments whose check is due. The date of the next check is also the lease: no other worker
 * takes them meanwhile, and when the process dies the next check comes all the same.
 */
export async function claimDue(
  db: Sql,
  {
    provider,
    now,
    pauses,
    batch,
  }: { provider: string; now: Date; pauses: number[]; batch: number },
): Promise<Payment[]> {
  const { rows } = await sql<{ id: string }>`
    update payment set checks = checks + 1,
           next_check_at = ${now}::timestamptz
             + make_interval(mins => (${pauses}::int[])[least(checks + 1, ${pauses.length}::int)])
     where id in (select id from payment where next_check_at <= ${now} and provider = ${provider}
                   order by next_check_at limit ${batch} for update skip locked)
    returning id`.execute(db);
  const ids = rows.map(({ id }) => id);
  return ids.length === 0
    ? []
    : payments(db).where('id', 'in', ids).orderBy('created_at').execute();
}

/** What was credited of payments in each span, whatever was paid back later. */
export async function paidIn(db: Sql, spans: Spans): Promise<Rappen[]> {
  const { rows } = await sql<{ span: number; value: number }>`
    select ${spanOf('settled_at', spans)} as span,
           sum(coalesce(settled_rappen, price_rappen))::bigint as value
      from payment
     where ${within('settled_at', spans)}
       and status in ('gutgeschrieben', 'erstattet', 'rueckbelastet') group by 1`.execute(db);
  return valuesOf(rows, spans);
}

/** Whether this provider will be asked about a payment. */
export async function isAwaited(db: Database, provider: string): Promise<boolean> {
  const { rows } = await sql`
    select from payment where next_check_at is not null and provider = ${provider}
     limit 1`.execute(db);
  return rows.length > 0;
}

/** Payments that wait for their money or a decision, by status, for the metrics (RUN-05). */
export async function waitingPayments(
  db: Database,
): Promise<{ status: PaymentStatus; count: number }[]> {
  const statuses: PaymentStatus[] = ['offen', ...WAITS_FOR_DECISION];
  const rows = await db
    .selectFrom('payment')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('status', 'in', statuses)
    .groupBy('status')
    .execute();
  const countOf = new Map(rows.map(({ status, count }) => [status, count]));
  return statuses.map((status) => ({ status, count: countOf.get(status) ?? 0 }));
}
