import { grantOf } from '@samtrot/shared/staff/rights.ts';
import { ROLES } from '@samtrot/shared/staff/roles.ts';
import type { StaffCtx } from '../../platform/action.ts';
import { activePeople } from '../staff/service.ts';

/** Whether somebody else may decide reviews: a sample waits for a second person (decision 182). */
export async function hasSecond({ db, actor }: StaffCtx): Promise<boolean> {
  const staffId = actor.kind === 'staff' ? actor.staffId : null;
  const people = await activePeople(
    db,
    ROLES.filter((role) => grantOf(role, 'review.decide')),
  );
  return people.some(({ id }) => id !== staffId);
}
