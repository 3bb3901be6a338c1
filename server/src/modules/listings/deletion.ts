import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { Ctx } from '../../platform/action.ts';
import { audit } from '../../platform/audit.ts';
import type { JobContext } from '../../platform/due-work.ts';
import { failPoint } from '../../platform/failpoints.ts';
import * as wallet from '../wallet/service.ts';
import type { Kind, ListingRow, Owner } from './kind.ts';

type Ordered = Pick<ListingRow, 'id' | 'account_id'>;

/** Why the run of an order never begins. */
export type Unbegun = 'deleted' | 'undecided';

const WHY = { deleted: 'vor dem Start gelöscht', undecided: 'nicht rechtzeitig geprüft' } as const;

/** Refunds what is open of orders whose run has not begun; returns the credits. */
export async function refundOrders(
  ctx: JobContext,
  { label }: Pick<Kind, 'label'>,
  row: Ordered,
  orders: readonly { cause: string; open: Credits }[],
  why: Unbegun = 'deleted',
): Promise<Credits> {
  let refunded = 0;
  for (const { cause, open } of orders) {
    if (open <= 0) continue;
    await wallet.refund(ctx, {
      userId: row.account_id,
      amount: open,
      of: cause,
      cause: `${why}:${cause}`,
      description: `${label} ${row.id}: ${WHY[why]}`,
    });
    refunded += open;
  }
  return refunded;
}

/** Audits the deletion of an erased listing and returns what its owner is shown. */
export async function completeDeletion(
  ctx: Ctx<Owner>,
  { table, yours }: Pick<Kind, 'table' | 'yours'>,
  row: Ordered,
  { refunded, ...details }: { refunded: Credits; status?: string },
): Promise<{ refunded: Credits; credits: Credits; message: string }> {
  failPoint('delete.after_db_before_files');
  await audit(ctx, `${table}_deleted`, `${table}:${row.id}`, { ...details, refunded });
  const gone = `${yours} ist gelöscht.`;
  const message =
    refunded > 0 ? `${gone} ${formatCredits(refunded)} sind wieder auf deinem Konto.` : gone;
  return { refunded, credits: await wallet.balance(ctx.db, ctx.actor.userId), message };
}
