import type { Rappen } from '../kernel/money.ts';

/** What is sold, as the report of a month names it. */
export const PRODUCTS = {
  inserate: 'Inserate',
  extras: 'Extras',
  banner: 'Banner',
  clubs: 'Clubs',
  other: 'Übriges',
} as const;
export type Product = keyof typeof PRODUCTS;
export const PRODUCT_IDS = Object.keys(PRODUCTS) as Product[];

/** Movements of credits between the beginning and the end of a month. */
export const MOVEMENTS = {
  topup: 'Aufgeladen',
  used: 'Verbraucht',
  gift: 'Geschenkt',
  chargeback: 'Zurückbezahlt',
  settlement: 'Mit Schulden verrechnet',
  correction: 'Korrigiert',
  forfeit: 'Verfallen',
} as const;
export type MovementLine = keyof typeof MOVEMENTS;
export const MOVEMENT_LINES = Object.keys(MOVEMENTS) as MovementLine[];

/** The line that a kind of the ledger belongs to. */
export function lineOf(kind: string): MovementLine {
  if (kind === 'order' || kind === 'refund') return 'used';
  // A refund that the provider refused gives its credits back.
  if (kind === 'refused') return 'chargeback';
  if (kind === 'bonus' || kind === 'coupon') return 'gift';
  return kind as MovementLine;
}

export const BOOK_ACCOUNTS = {
  bank: 'Bank',
  provider: 'Zahlungsanbieter',
  owed: 'Forderungen aus Rückbuchungen',
  prepaid: 'Bezahlte Guthaben von Kundinnen',
  going_back: 'Rückzahlungen unterwegs',
  inserate: 'Erlös Inserate',
  extras: 'Erlös Extras',
  banner: 'Erlös Banner',
  clubs: 'Erlös Clubs',
  other: 'Übriger Erlös',
  forfeited: 'Verfallene Guthaben',
  corrections: 'Korrekturen',
} as const;
export type BookAccount = keyof typeof BOOK_ACCOUNTS;
export const BOOK_ACCOUNT_IDS = Object.keys(BOOK_ACCOUNTS) as BookAccount[];

/** One line of the bookkeeping: so many Rappen from one account to another. */
export interface BookLine {
  day: string;
  debit: BookAccount;
  credit: BookAccount;
  amount: Rappen;
  /** The rate of the tax in permille; 0 for none. */
  permille: number;
  tax: Rappen;
  text: string;
  /** Numbers of payments. */
  reference: string;
}

/** A line whose amount is below zero runs the other way. */
export const turned = (line: BookLine): BookLine =>
  line.amount >= 0
    ? line
    : {
        ...line,
        debit: line.credit,
        credit: line.debit,
        amount: -line.amount,
        tax: -line.tax,
      };

const keyOf = ({ day, debit, credit, permille }: BookLine) =>
  [day, debit, credit, permille].join(' ');

/**
 * One line for each day, pair of accounts and rate of the tax; nothing for what adds up to zero.
 */
export function gathered(lines: readonly BookLine[]): BookLine[] {
  const groups = Map.groupBy(lines.map(turned), keyOf);
  return [...groups.keys()]
    .sort()
    .map((key) => {
      const group = groups.get(key)!;
      const words = (of: 'text' | 'reference') =>
        [...new Set(group.map((line) => line[of]).filter((word) => word !== ''))].join(', ');
      const sum = (of: 'amount' | 'tax') => group.reduce((all, line) => all + line[of], 0);
      return {
        ...group[0]!,
        amount: sum('amount'),
        tax: sum('tax'),
        text: words('text'),
        reference: words('reference'),
      };
    })
    .filter(({ amount }) => amount !== 0);
}

export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

/** The month so many before or after. */
export function monthAfter(month: string, months = 1): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const at = year * 12 + number - 1 + months;
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`;
}

/** On this day of the next month a month is closed by itself, if nothing is open (BOF-108). */
export const CLOSING_DAY = 5;

/** The last month that closes by itself on this Swiss day. */
export const dueMonth = (today: string): string =>
  monthAfter(today.slice(0, 7), Number(today.slice(8)) >= CLOSING_DAY ? -1 : -2);
