import type { Right } from '@samtrot/shared/staff/rights.ts';
import type { Ctx, StaffPerson } from '../../platform/action.ts';

/** A line of the overview: what waits in one part of the house. Each module brings its own. */
export interface Waiting {
  right: Right;
  label: string;
  path: string;
  count(ctx: Pick<Ctx, 'db' | 'now'> & { actor: StaffPerson }): Promise<Count>;
}

interface Count {
  count: number;
  /** Since when the oldest waits. */
  since: Date | null;
  /** Of those that have a clock: how many are urgent, and how many beyond their time. */
  urgent?: number;
  overdue?: number;
  /** What else is among them, in words such as «5 neu». */
  parts?: string[];
  /** The most urgent of the urgent ones. */
  first?: First | null;
}

export interface First {
  number: string;
  path: string;
  text: string;
  clock: string;
}
