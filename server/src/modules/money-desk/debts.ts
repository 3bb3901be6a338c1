import type { CORRECTION_KINDS } from '@samtrot/shared/customers/help-rules.ts';
import type { Input } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import type * as contract from '@samtrot/shared/money-desk/contract.ts';
import { type Actors, AwaitsApproval, type Ctx } from '../../platform/action.ts';
import * as customers from '../customers/service.ts';
import * as wallet from '../wallet/service.ts';

/**
 * Writes off the debt of an account by a correction of as many credits, which pays the debt first
 * (BOF-99). @throws NOT_FOUND, STAFF_VERSION_CONFLICT, REASON_REQUIRED, SECOND_PERSON_MISSING
 */
export async function forgiveDebt(
  ctx: Ctx<Actors['staff']>,
  deps: Parameters<typeof customers.correctCredits>[1],
  { account_id, seen_owed, reason, send_key }: Input<typeof contract.forgiveDebt>,
): Promise<string | AwaitsApproval> {
  if (reason.trim() === '') throw new AppError('REASON_REQUIRED');
  await customers.locked(ctx, account_id);
  if ((await wallet.owed(ctx.db, account_id)) !== seen_owed)
    throw new AppError('STAFF_VERSION_CONFLICT');
  const kind: keyof typeof CORRECTION_KINDS = 'goodwill';
  const correction = { account_id, credits: seen_owed, kind, reason, send_key };
  const done = await customers.correctCredits(ctx, deps, correction, { forgives: true });
  return done instanceof AwaitsApproval ? done : `${formatCredits(seen_owed)} sind erlassen.`;
}
