import type { Output } from '@samtrot/shared/kernel/action.ts';
import type { getStaffOverview } from '@samtrot/shared/staff/overview-contract.ts';

export type WaitingLine = Output<typeof getStaffOverview>['waiting'][number];

/** What waits at all, with the longest wait first. */
export const oldestFirst = <Line extends Pick<WaitingLine, 'count' | 'since'>>(
  lines: readonly Line[],
): Line[] =>
  lines
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => (a.since ?? '').localeCompare(b.since ?? ''));

/** Where the urgent ones are seen: a single one opens itself. */
export const urgentPath = (
  { urgent, path }: Pick<WaitingLine, 'urgent' | 'path'>,
  first: { path: string },
): string => (urgent > 1 ? path : first.path);
