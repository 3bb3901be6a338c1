import { AppError } from '@samtrot/shared/kernel/errors.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import type { JobContext } from '../../platform/due-work.ts';
import { failPoint } from '../../platform/failpoints.ts';
import * as wallet from '../wallet/service.ts';
import type { Kind, ListingRow } from './kind.ts';

/** What the operator decides about ordering. */
export interface OrderRules {
  requireConfirmedEmail: boolean;
}

/** Who orders: the owner, or the scheduler for a renewal. */
export type OrderContext = JobContext & { actor: Ctx['actor'] | { kind: 'system' } };

type Ordered = Pick<ListingRow, 'id' | 'account_id'>;

/** @throws PRICE_CHANGED with both totals if the caller has seen another price (BOF-114) */
export function assertPrice(total: Credits, expected: Credits | undefined): void {
  if (expected !== undefined && expected !== total)
    throw new AppError('PRICE_CHANGED', { extra: { total, expected_total: expected } });
}

interface Charge {
  row: Ordered;
  total: Credits;
  /** Unique; a repeated one charges nothing. */
  cause: string;
  /** What was bought, for the history. It names no content, since the ledger is never erased. */
  item: string;
  /** Suffix of the audit entry's action. */
  action?: 'order' | 'extra';
  details: Record<string, string | number>;
}

/**
 * Debits an order and writes its audit entry. Returns the balance.
 * @throws INSUFFICIENT_CREDITS with `missing`
 */
export async function charge(
  ctx: OrderContext,
  { table, label }: Pick<Kind, 'table' | 'label'>,
  { row, total, cause, item, action = 'order', details }: Charge,
): Promise<Credits> {
  const credits = await wallet.spend(ctx, {
    userId: row.account_id,
    amount: total,
    cause,
    description: `${label} ${row.id}: ${item}`,
  });
  failPoint('buy.after_debit');
  await audit(ctx, `${table}_${action}`, `${table}:${row.id}`, { ...details, total });
  return credits;
}

/** Runs the order, or undoes it and returns false if the credits do not suffice. */
export async function orderIfAffordable(
  ctx: JobContext,
  order: (ctx: OrderContext) => Promise<unknown>,
): Promise<boolean> {
  // Another order may spend the last credits after the price was compared with the balance.
  await sql`savepoint renewal`.execute(ctx.db);
  try {
    await order({ ...ctx, actor: { kind: 'system' } });
    return true;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'INSUFFICIENT_CREDITS')) throw error;
    await sql`rollback to savepoint renewal`.execute(ctx.db);
    return false;
  }
}

/** Ids of the bookings behind causes of the form `banner:12`. */
export const bookingIdsIn = ({ table }: Pick<Kind, 'table'>, causes: readonly string[]): number[] =>
  causes.flatMap((cause) => cause.match(`^${table}:(\\d{1,15})$`)?.[1] ?? []).map(Number);
