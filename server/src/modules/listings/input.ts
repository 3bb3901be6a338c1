import { type FieldErrors, invalid } from '@samtrot/shared/kernel/errors.ts';
import { type Start, startOf } from '@samtrot/shared/kernel/start.ts';

/** A start as a call names it. */
export type TypedStart = Omit<Start, 'publish_option'> & {
  publish_option?: Start['publish_option'] | undefined;
};

export const AT_ONCE: Start = { publish_option: 'Sofort', publish_date: '', publish_time: '' };

export const startIn = ({ publish_option, publish_date, publish_time }: Start): Start => ({
  publish_option,
  publish_date,
  publish_time,
});

/** The start that was chosen; a minute that has begun counts as now. */
export function startAtOf(now: Date, start: TypedStart): Date {
  const planned = plannedAt(start);
  return planned && planned > now ? planned : now;
}

/** The planned instant as it was typed; null for an immediate start. */
export const plannedAt = (start: TypedStart): Date | null =>
  start.publish_option === 'Planen' ? startOf(start) : null;

/** Only the fields with a problem. */
export const withoutNull = (problems: Record<string, string | null>): FieldErrors =>
  Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null),
  );

/** @throws INVALID_INPUT with the problems, if there are any */
export function assertNoProblems(problems: FieldErrors): void {
  if (Object.keys(problems).length > 0) throw invalid(problems);
}
