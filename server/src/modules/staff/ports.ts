import type { Right } from '@samtrot/shared/staff/rights.ts';
import type { Ctx, StaffPerson } from '../../platform/action.ts';

/** A line of the overview: what waits in one part of the house. Each module brings its own. */
export interface Waiting {
  right: Right;
  label: string;
  path: string;
  /** How many wait, and since when the oldest does. */
  count(
    ctx: Pick<Ctx, 'db' | 'now'> & { actor: StaffPerson },
  ): Promise<{ count: number; since: Date | null }>;
}
