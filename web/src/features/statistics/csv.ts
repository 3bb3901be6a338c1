import { FIGURE_LABELS, FIGURES, ofWebsite, type Statistics } from './figures.ts';

/** Spreadsheets read UTF-8 only with it. */
const MARK = '\uFEFF';

/** A spreadsheet takes what begins like this for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** One field: never a formula, quoted where it has to be. */
export function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const inert = FORMULA.test(value.trimStart()) || FORMULA.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/**
 * Day by day and website by website, as the answer has it, for spreadsheets as they are set up in
 * Switzerland.
 */
export function csvOf({ kind, days, websites }: Statistics, website: number | null): string {
  const names = new Map(websites.map(({ id, name }) => [id, name]));
  const figures = FIGURES[kind];
  const lines = [
    ['Datum', 'Webseite', ...figures.map((figure) => FIGURE_LABELS[figure])],
    ...ofWebsite(days, website).map((line) => [
      ...[line.day, names.get(line.website_id) ?? 'Nicht mehr online'],
      ...figures.map((figure) => line[figure]),
    ]),
  ];
  return MARK + lines.map((line) => `${line.map(csvField).join(';')}\r\n`).join('');
}

/**
 * `samtrot-inserat-20001-2026-10-23-bis-2026-11-21.csv`: never the title, which others at the
 * computer may read.
 */
export const csvName = ({ kind, id, from, to }: Statistics): string =>
  `samtrot-${kind}-${id}-${from}-bis-${to}.csv`;

export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
