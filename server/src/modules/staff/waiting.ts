import { grantOf } from '@samtrot/shared/staff/rights.ts';
import type { Ctx, StaffPerson } from '../../platform/action.ts';
import type { First, Waiting } from './ports.ts';

export interface WaitingLine {
  label: string;
  path: string;
  count: number;
  /** Since when the oldest waits. */
  since: Date | null;
  urgent: number;
  overdue: number;
  parts: string[];
  first: First | null;
}

/** What waits, of what the person may read (BOF-134). */
export async function waitingFor(
  ctx: Pick<Ctx, 'db' | 'now'> & { actor: StaffPerson },
  lines: readonly Waiting[],
): Promise<WaitingLine[]> {
  const found: WaitingLine[] = [];
  for (const { right, label, path, count } of lines) {
    if (!grantOf(ctx.actor.role, right)) continue;
    const nothing = { urgent: 0, overdue: 0, parts: [], first: null };
    found.push({ label, path, ...nothing, ...(await count(ctx)) });
  }
  return found;
}
