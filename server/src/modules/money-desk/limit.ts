import { isAboveLimit } from '@samtrot/shared/customers/help-rules.ts';
import { type Rappen, rappenToFrancs } from '@samtrot/shared/kernel/money.ts';
import type { StaffCtx } from '../../platform/action.ts';
import { type ApprovalDeps, movedAlone } from '../staff/service.ts';

export interface LimitDeps extends Pick<ApprovalDeps, 'solo'> {
  /** Francs that one person may move on one account in 24 hours alone. */
  fourEyesChf: number;
}

/** Whether a second person has to allow it (BOF-22, BOF-101); never of the command line alone. */
export async function needsSecond(
  { db, now, actor }: StaffCtx,
  { fourEyesChf }: Pick<LimitDeps, 'fourEyesChf'>,
  { accountId, rappen }: { accountId: number; rappen: Rappen },
): Promise<boolean> {
  if (actor.kind !== 'staff') return false;
  const moved = await movedAlone(db, { staffId: actor.staffId, accountId, now });
  return isAboveLimit(moved, rappenToFrancs(rappen), fourEyesChf);
}
