import type { MonthReport } from '@samtrot/shared/bookkeeping/contract.ts';
import {
  type BookAccount,
  type BookLine,
  lineOf,
  MOVEMENT_LINES,
  type MovementLine,
  PRODUCT_IDS,
  PRODUCTS,
} from '@samtrot/shared/bookkeeping/rules.ts';
import { rappenToFrancs } from '@samtrot/shared/kernel/money.ts';
import { PAYMENT_METHODS } from '@samtrot/shared/topups/methods.ts';
import type * as z from 'zod/mini';
import type { Moved, Unspent, WentBack } from './store.ts';

type Report = z.output<typeof MonthReport>;

/** Both totals of what went back in one way. */
const back = (rows: readonly WentBack[], of: (row: WentBack) => boolean) => {
  const settled = rows.filter((row) => row.event === 'settled' && of(row));
  return {
    count: total(settled, 'count'),
    amount: rappenToFrancs(total(settled, 'amount')),
  };
};

const total = <Key extends string>(rows: readonly Record<Key, number>[], key: Key): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

const amountsOf = (rows: readonly Unspent[]): Unspent => ({
  bought: total(rows, 'bought'),
  given: total(rows, 'given'),
  paid: total(rows, 'paid'),
});
const onWire = ({ bought, given, paid }: Unspent) => ({
  bought,
  given,
  paid: rappenToFrancs(paid),
});

const methodLabel = (method: string | null): string =>
  (method === null ? undefined : (PAYMENT_METHODS as Record<string, string>)[method]) ??
  method ??
  'Zahlungsseite';

/** The report of a month: opening and movements give the closing, to the Rappen (BOF-106). */
export function reportOf(
  opening: Unspent,
  moved: readonly Moved[],
  wentBack: readonly WentBack[],
  fees: { count: number; amount: number },
): Report {
  const sold = moved.filter(({ kind }) => lineOf(kind) === 'used');
  const topups = Map.groupBy(
    moved.filter(({ kind }) => kind === 'topup'),
    ({ method }) => methodLabel(method),
  );
  const lines = Map.groupBy(moved, ({ kind }): MovementLine => lineOf(kind));
  return {
    products: PRODUCT_IDS.map((product) => {
      const of = sold.filter((row) => row.product === product);
      const { bought, given, paid } = amountsOf(of);
      const negated = { credits: -(bought + given), paid: -paid, vat: -total(of, 'tax') };
      return {
        product,
        // No zero below zero.
        credits: negated.credits || 0,
        paid: rappenToFrancs(negated.paid) || 0,
        vat: rappenToFrancs(negated.vat) || 0,
      };
    }).filter(({ product, credits, paid }) => product !== 'other' || credits !== 0 || paid !== 0),
    topups: [...topups].map(([method, rows]) => ({
      method,
      count: total(rows, 'transfers'),
      credits: total(rows, 'bought'),
      paid: rappenToFrancs(total(rows, 'paid')),
    })),
    refunds: back(wentBack, ({ kind }) => kind !== 'rueckbelastung'),
    chargebacks: back(wentBack, ({ kind }) => kind === 'rueckbelastung'),
    fees: { count: fees.count, amount: rappenToFrancs(fees.amount) },
    opening: onWire(opening),
    movements: MOVEMENT_LINES.map((line) => ({
      line,
      ...onWire(amountsOf(lines.get(line) ?? [])),
    })),
    closing: onWire(amountsOf([opening, ...moved])),
  };
}

const clearing = (provider: string | null): BookAccount =>
  provider === 'bank' ? 'bank' : 'provider';

/** Where the francs of credits go that leave a wallet, by kind. */
const LEAVES: Record<string, BookAccount> = {
  chargeback: 'going_back',
  refused: 'going_back',
  settlement: 'owed',
  correction: 'corrections',
  forfeit: 'forfeited',
};
const WORDS: Record<string, string> = {
  topup: 'Aufladungen',
  order: 'Verbrauch',
  refund: 'Verbrauch',
  chargeback: 'Rückzahlungen',
  refused: 'Rückzahlungen nicht möglich',
  settlement: 'Verrechnung mit Schulden',
  correction: 'Korrekturen',
  forfeit: 'Verfall bei Löschung',
};

/** The lines of the bookkeeping, before they are gathered (BOF-107). */
export function bookLines(moved: readonly Moved[], wentBack: readonly WentBack[]): BookLine[] {
  const ledger = moved
    .filter(({ paid }) => paid !== 0)
    .map((row): BookLine => {
      const { day, kind, paid, permille, product, provider } = row;
      const plain = { day, permille: 0, tax: 0, text: WORDS[kind]!, reference: row.payments ?? '' };
      if (kind === 'topup')
        return { ...plain, debit: clearing(provider), credit: 'prepaid', amount: paid };
      if (product === null)
        return { ...plain, debit: 'prepaid', credit: LEAVES[kind]!, amount: -paid };
      return {
        ...plain,
        debit: 'prepaid',
        credit: product,
        amount: -paid,
        permille,
        tax: -row.tax,
        text: `${WORDS[kind]} ${PRODUCTS[product]}`,
      };
    });
  const money = wentBack.map((row): BookLine => {
    const { day, event, kind, provider, amount, taken, credited } = row;
    const plain = {
      day,
      permille: 0,
      tax: 0,
      reference: row.payments,
      text: kind === 'rueckbelastung' ? 'Rückbuchungen' : 'Rückzahlungen',
    };
    if (event === 'settled')
      return { ...plain, debit: 'going_back', credit: clearing(provider), amount };
    // What credits do not pay is owed; money that never became credits waits where it came in.
    const from = credited ? 'owed' : clearing(provider);
    const open = event === 'ordered' ? amount - taken : taken - amount;
    return { ...plain, debit: from, credit: 'going_back', amount: open };
  });
  return [...ledger, ...money];
}
