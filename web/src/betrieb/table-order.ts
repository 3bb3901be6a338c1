import type { Order } from '@samtrot/shared/kernel/sorting.ts';

/** What rows are sorted by; null comes last in both directions. */
export type Sorted = string | number | null;

const words = new Intl.Collator('de-CH', { numeric: true });

/** Rows in this order; equal ones stay as they were. */
export function ordered<Row>(
  rows: readonly Row[],
  by: (row: Row) => Sorted,
  falling: boolean,
): Row[] {
  return rows.toSorted((one, other) => {
    const [a, b] = [by(one), by(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order =
      typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b));
    return falling ? -order : order;
  });
}

/** The order after a press on the head of this column: rising, falling, as the list came. */
export function pressed(now: Order | null, column: string): Order | null {
  if (now?.column !== column) return { column, falling: false };
  return now.falling ? null : { column, falling: true };
}
