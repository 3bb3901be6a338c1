import type { Rappen } from '@samtrot/shared/kernel/money.ts';

/** Prefixes that a spreadsheet would interpret as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A text, an integer, or an amount formatted in francs. */
export type Cell = string | number | { rappen: Rappen };

/** One line with semicolons, as Swiss spreadsheets expect. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(';')}\r\n`;

function cell(value: Cell): string {
  if (typeof value === 'object') return (value.rappen / 100).toFixed(2);
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Marks the file as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF';
