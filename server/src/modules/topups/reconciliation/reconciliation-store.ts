import type { Credits, Rappen } from '@samtrot/shared/kernel/money.ts';
import { HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import type { PaymentStatus } from '@samtrot/shared/topups/status.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import { counting } from '../store.ts';

export interface Compared {
  id: string;
  ref: string | null;
  status: PaymentStatus;
  price: Rappen;
  received: Rappen | null;
  credits: Credits;
  bonus: Credits;
  statusVersion: number;
}

const columns = [
  ...(['id', 'provider_ref as ref', 'status', 'received_rappen as received', ...counting] as const),
  'status_version as statusVersion',
] as const;

export const paymentsBetween = (
  db: Sql,
  provider: string,
  from: Date,
  until: Date,
): Promise<Compared[]> =>
  db
    .selectFrom('payment')
    .select(columns)
    .where('provider', '=', provider)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .orderBy('created_at')
    .execute() as Promise<Compared[]>;

/** Locked, so that its refunds are of the same moment. */
export const compared = (db: Sql, id: string): Promise<Compared> =>
  db
    .selectFrom('payment')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow() as Promise<Compared>;

/** By the provider's reference or by ours. */
export async function knows(db: Sql, provider: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment')
    .select('id')
    .where('provider', '=', provider)
    // Either is found by its index.
    .where((row) =>
      row.or([row('provider_ref', '=', name), ...(UUID.test(name) ? [row('id', '=', name)] : [])]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * True for the one who may compare today. A comparison that broke off an hour ago may be begun
 * again.
 */
export async function beginDay(db: Sql, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into payment_reconciliation (day, started_at) values ((${now}::timestamptz at time zone 'Europe/Zurich')::date, ${now})
    on conflict (day) do update set started_at = excluded.started_at
      where payment_reconciliation.done_at is null
        and payment_reconciliation.started_at <= ${new Date(now.getTime() - HOUR_MS)}
    returning day`.execute(db);
  return rows.length > 0;
}

export async function endDay(
  db: Sql,
  now: Date,
  report: { compared: number; cases: number },
): Promise<void> {
  await sql`
    update payment_reconciliation set done_at = ${now}, compared = ${report.compared}, cases = ${report.cases}
     where day = (${now}::timestamptz at time zone 'Europe/Zurich')::date`.execute(db);
}
