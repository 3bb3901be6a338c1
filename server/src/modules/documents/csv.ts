import type { Rappen } from '@samtrot/shared/kernel/money.ts';

/** What a spreadsheet would take for a formula begins with one of these. */
const FORMULA = /^[=+\-@\t\r]/;

/** A text, a whole number, or an amount that is written in francs. */
export type Cell = string | number | { rappen: Rappen };

/** One line of a file as Swiss spreadsheets read it: semicolons between the cells. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(';')}\r\n`;

function cell(value: Cell): string {
  if (typeof value === 'object') return (value.rappen / 100).toFixed(2);
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Tells a spreadsheet that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
