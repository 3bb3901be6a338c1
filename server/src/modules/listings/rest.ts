import { addCalendarMonths } from '@samtrot/shared/kernel/calendar.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { JobContext } from '../../platform/due-work.ts';
import * as holds from '../holds/service.ts';
import * as wallet from '../wallet/service.ts';
import type { Kind, ListingRow } from './kind.ts';

/** What of an order is refunded when a final decision ends the run it paid for. */
export interface Rest {
  /** The cause of its charge. */
  cause: string;
  credits: Credits;
}

export const sumOf = (rests: readonly Rest[]): Credits =>
  rests.reduce((sum, { credits }) => sum + credits, 0);

/**
 * Where these months before an end begin. A month from the 31st ends on the last day of a short one,
 * so counted back it would begin before the run, and part of it seem used already.
 */
export const runStart = (end: Date, months: number, begun: Date): Date =>
  new Date(Math.max(addCalendarMonths(end, -months).getTime(), begun.getTime()));

/** Refunds each rest to the lots that paid its order (BOF-33); returns the credits. */
export async function refundRests(
  ctx: JobContext,
  { label }: Pick<Kind, 'label'>,
  { row, holdId }: { row: Pick<ListingRow, 'id' | 'account_id'>; holdId: number },
  rests: readonly Rest[],
): Promise<Credits> {
  const due = rests.filter(({ credits }) => credits > 0);
  for (const { cause, credits } of due) {
    await holds.noteRefund(ctx.db, { hold_id: holdId, account_id: row.account_id, cause, credits });
    await wallet.refund(ctx, {
      userId: row.account_id,
      amount: credits,
      of: cause,
      cause: `rest:${holdId}:${cause}`,
      description: `${label} ${row.id}: nicht genutzte Laufzeit`,
    });
  }
  return sumOf(due);
}
