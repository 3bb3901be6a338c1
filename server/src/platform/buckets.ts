import { sql } from 'kysely';

/** Consecutive spans of time; `starts` are their beginnings, oldest first. */
export interface Spans {
  starts: readonly Date[];
  end: Date;
}

/** In SQL the number of the span a column falls into, from 1 on. */
export const spanOf = (column: string, { starts }: Spans) =>
  sql<number>`width_bucket(${sql.ref(column)}, ${starts}::timestamptz[])`;

/** Within all spans. */
export const within = (column: string, { starts, end }: Spans) =>
  sql<boolean>`${sql.ref(column)} >= ${starts[0]} and ${sql.ref(column)} < ${end}`;

/** One value for each span; 0 where no row is. */
export const valuesOf = (
  rows: readonly { span: number; value: number }[],
  { starts }: Spans,
): number[] => starts.map((_, n) => rows.find(({ span }) => span === n + 1)?.value ?? 0);
