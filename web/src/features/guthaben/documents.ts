import type { getDocuments } from '@samtrot/shared/documents/contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';

export interface DocumentLink {
  url: string;
  /** `Beleg 2026-000123`, `Monatsauszug Oktober 2026` */
  name: string;
  /** When the money came or went; a statement names its month. */
  date?: string;
  /** Francs. */
  amount?: number;
}

/**
 * Everything of a year in one order, newest first: a statement stands before what came in its
 * month, a correction before its receipt.
 */
export function documentsOf({
  statements,
  receipts,
}: Pick<Output<typeof getDocuments>, 'statements' | 'receipts'>): DocumentLink[] {
  const dated = [
    // Behind the last moment of its month, because it is made after it.
    ...statements.map(({ month, title, url }) => ({
      at: `${month}-99`,
      url,
      name: `Monatsauszug ${title}`,
    })),
    ...receipts.flatMap(({ number, date, price, url, corrections }) => [
      { at: date, url, name: named('Beleg', number), date, amount: price },
      ...corrections.map((entry) => ({
        at: entry.date,
        url: entry.url,
        name: named('Korrektur', entry.number),
        date: entry.date,
        amount: -entry.amount,
      })),
    ]),
  ];
  return dated
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    .map(({ at: _, ...entry }) => entry);
}

/** A number is missing for the moment until the document is issued. */
const named = (kind: string, number: string | null) => (number ? `${kind} ${number}` : kind);
