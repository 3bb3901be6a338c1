import { sql } from 'kysely';
import type { Database } from '../../../../platform/db.ts';

/** The provider's own books, in a schema of its own. */
export type Result = 'paid' | 'declined' | 'cancelled';
export type Status = 'open' | Result;

export interface NewPayment {
  id: string;
  idempotencyKey: string;
  merchant: string;
  amount: number;
  currency: string;
  reference: string;
  description: string;
  returnUrl: string;
  now: Date;
}

const columns = [
  'id',
  'merchant',
  'amount',
  'currency',
  'reference',
  'description',
  'return_url as returnUrl',
  'method',
  'refunded',
  'charged_back as chargedBack',
  'created_at as createdAt',
  sql<Status>`status`.as('status'),
] as const;

export type Payment = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

export const findPayment = (db: Database, id: string) =>
  db.selectFrom('sandbox.payment').select(columns).where('id', '=', id).executeTakeFirst();

/** The new payment, or the existing one with the same idempotency key. */
export async function insertPayment(db: Database, payment: NewPayment): Promise<Payment> {
  await db
    .insertInto('sandbox.payment')
    .values({
      id: payment.id,
      idempotency_key: payment.idempotencyKey,
      merchant: payment.merchant,
      amount: payment.amount,
      currency: payment.currency,
      reference: payment.reference,
      description: payment.description,
      return_url: payment.returnUrl,
      status: 'open' satisfies Status,
      created_at: payment.now,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .execute();
  return db
    .selectFrom('sandbox.payment')
    .select(columns)
    .where('idempotency_key', '=', payment.idempotencyKey)
    .executeTakeFirstOrThrow();
}

interface Outcome {
  id: string;
  result: Result;
  method: string | null;
  /** Percent of the requested amount; 100 unless the payer pays another one. */
  percent: number;
  eventId: string;
  /** When the first notification is due. */
  notifyAt: Date;
}

/** Decides an open payment and schedules its notification; a decided payment keeps its result. */
export async function decide(db: Database, outcome: Outcome): Promise<void> {
  await sql`
    with decided as (
      update sandbox.payment set status = ${outcome.result}, method = ${outcome.method},
                                 amount = amount * ${outcome.percent} / 100
       where id = ${outcome.id} and status = 'open' returning id)
    insert into sandbox.notification (id, payment_id, due_at)
    select ${outcome.eventId}, id, ${outcome.notifyAt} from decided`.execute(db);
}

export interface Notification {
  id: string;
  /** The provider's id of the payment it is about. */
  payment: string;
}

/** Claims due notifications and schedules the retry of each with backoff, until it is delivered. */
export async function claimNotifications(
  db: Database,
  now: Date,
  batch: number,
): Promise<Notification[]> {
  const { rows } = await sql<Notification>`
    update sandbox.notification
       set attempts = attempts + 1,
           due_at = ${now}::timestamptz + make_interval(secs => least(2 * 2 ^ least(attempts, 10), 300))
     where id in (select id from sandbox.notification where delivered_at is null and due_at <= ${now}
                   order by due_at limit ${batch} for update skip locked)
    returning id, payment_id as payment`.execute(db);
  return rows;
}

export async function markDelivered(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('sandbox.notification')
    .set({ delivered_at: now })
    .where('id', '=', id)
    .execute();
}

/** Payments created in this period. */
export const listPayments = (db: Database, from: Date, until: Date) =>
  db
    .selectFrom('sandbox.payment')
    .select(columns)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .orderBy('created_at')
    .execute();

/** Refunds once for each key, and never more than was paid. */
export async function refund(
  db: Database,
  { id, key, amount, now }: { id: string; key: string; amount: number; now: Date },
): Promise<'done' | 'refused'> {
  return db.transaction().execute(async (trx) => {
    const payment = await trx
      .selectFrom('sandbox.payment')
      .select(['status', 'amount', 'refunded', 'charged_back'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    const before = await trx
      .selectFrom('sandbox.refund')
      .select(['payment_id', 'amount'])
      .where('idempotency_key', '=', key)
      .executeTakeFirst();
    if (before) return before.payment_id === id && before.amount === amount ? 'done' : 'refused';
    if (
      payment?.status !== 'paid' ||
      payment.charged_back ||
      payment.refunded + amount > payment.amount
    )
      return 'refused';
    await trx
      .insertInto('sandbox.refund')
      .values({ idempotency_key: key, payment_id: id, amount, created_at: now })
      .execute();
    await trx
      .updateTable('sandbox.payment')
      .set({ refunded: payment.refunded + amount })
      .where('id', '=', id)
      .execute();
    return 'done';
  });
}
