import type { Credits, Rappen } from '@samtrot/shared/kernel/money.ts';
import { CREDITED, type PaymentStatus } from '@samtrot/shared/topups/status.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import { counting } from '../store.ts';

export interface PaymentRecord {
  id: string;
  number: number;
  status: PaymentStatus;
  price: Rappen;
  credits: Credits;
  bonus: Credits;
  /** What came in, in francs; 0 for nothing. */
  paid: Rappen;
  method: string | null;
  created_at: Date;
  option_id: number;
  rest_of: string | null;
}

const RECORD = [
  ...([
    'id',
    'number',
    'status',
    ...counting,
    'method',
    'created_at',
    'option_id',
    'rest_of',
  ] as const),
  sql<Rappen>`coalesce(received_rappen, 0)`.as('paid'),
] as const;

export const paymentsById = (
  db: Sql,
  accountId: number,
  ids: readonly string[],
): Promise<PaymentRecord[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : (db
        .selectFrom('payment')
        .select(RECORD)
        .where('account_id', '=', accountId)
        .where('id', 'in', ids)
        .execute() as Promise<PaymentRecord[]>);

/**
 * Payments that gave no credits, or not yet, opened from `from` on and before `until`; newest
 * first.
 */
export async function uncredited(
  db: Sql,
  accountId: number,
  { from, until, limit }: { from?: Date | undefined; until?: Date | undefined; limit: number },
): Promise<PaymentRecord[]> {
  let query = db
    .selectFrom('payment')
    .select(RECORD)
    .where('account_id', '=', accountId)
    .where('status', 'not in', CREDITED);
  if (from) query = query.where('created_at', '>=', from);
  if (until) query = query.where('created_at', '<', until);
  return (await query.orderBy('created_at', 'desc').limit(limit).execute()) as PaymentRecord[];
}
