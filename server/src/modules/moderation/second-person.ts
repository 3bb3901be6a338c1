import { grantOf } from '@samtrot/shared/staff/rights.ts';
import { ROLES } from '@samtrot/shared/staff/roles.ts';
import type { StaffCtx } from '../../platform/action.ts';
import { othersWith } from '../staff/service.ts';

/** Whether somebody else may decide reviews: a sample waits for a second person (decision 182). */
export async function hasSecond({ db, actor }: StaffCtx): Promise<boolean> {
  const roles = ROLES.filter((role) => grantOf(role, 'review.decide'));
  return (await othersWith(db, roles, actor.kind === 'staff' ? actor.staffId : null)) > 0;
}
