import { monthName } from '@samtrot/shared/documents/rules.ts';
import { MOVEMENT_KINDS, paidOf, type TaxedPart, taxOf } from '@samtrot/shared/history/rules.ts';
import {
  formatCredits,
  formatDate,
  formatDateTime,
  formatNumber,
} from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { Movement } from '../wallet/service.ts';
import type { DocumentContent, Table } from './ports.ts';
import {
  accountNumber,
  type DocumentSettings,
  formatChange,
  formatFrancs,
  formatRate,
  KINDS,
  senderOf,
} from './texts.ts';

interface Month {
  month: string;
  from: Date;
  until: Date;
  accountId: number;
  /** All transfers of the month, oldest first. */
  movements: readonly Movement[];
  /** The price of the credits of each transfer, by its number. */
  paid: ReadonlyMap<number, readonly TaxedPart[]>;
  /** Tax rates of its orders and refunds in permille; never empty. */
  rates: readonly number[];
  /** The debt at its end. */
  owed: Credits;
  now: Date;
}

/**
 * The statement of a month.
 * @throws if the transfers do not lead from the first balance to the last
 */
export function statementOf(
  month: Month,
  { operator, statementVatNote }: DocumentSettings,
): DocumentContent {
  const { movements, rates, now } = month;
  const changes = movements.map(({ incoming, amount }) => (incoming ? amount : -amount));
  const opening = movements[0]!.balance_after - changes[0]!;
  const closing = movements.at(-1)!.balance_after;
  const incoming = sum(changes.filter((change) => change > 0));
  const outgoing = sum(changes.filter((change) => change < 0));
  if (opening + incoming + outgoing !== closing)
    throw new Error(`the movements of ${month.month} do not add up for account ${month.accountId}`);
  const lastDay = new Date(month.until.getTime() - 1);
  return {
    title: `Monatsauszug ${monthName(month.month)}`,
    heading: 'Monatsauszug',
    subheading: monthName(month.month),
    issuedAt: now.toISOString(),
    sender: senderOf(operator),
    facts: [
      { label: 'Zeitraum', value: `${formatDate(month.from)} – ${formatDate(lastDay)}` },
      { label: 'Kundennummer', value: accountNumber(month.accountId) },
      { label: 'Erstellt am', value: formatDate(now) },
    ],
    figures: [
      { label: 'Anfangssaldo', value: formatNumber(opening) },
      { label: 'Eingang', value: formatChange(incoming) },
      { label: 'Ausgang', value: formatChange(outgoing) },
      { label: 'Schlusssaldo', value: formatCredits(closing) },
    ],
    tables: [kinds(movements, changes), tax(month), lines(movements)],
    notes: [
      '1 Credit entspricht CHF 1.00.',
      ...(month.owed > 0
        ? [
            `Offener Betrag am Monatsende: ${formatCredits(month.owed)}. Die nächste Gutschrift gleicht ihn aus.`,
          ]
        : []),
      statementVatNote.replaceAll('{rate}', rates.map(formatRate).join(' und ')),
    ],
  };
}

function kinds(movements: readonly Movement[], changes: readonly number[]): Table {
  const rows = MOVEMENT_KINDS.flatMap((kind) => {
    const own = changes.filter((_, index) => movements[index]!.kind === kind);
    return own.length > 0
      ? [{ cells: [KINDS[kind], formatNumber(own.length), formatChange(sum(own))] }]
      : [];
  });
  return {
    caption: 'Nach Art',
    columns: [
      { title: 'Art', share: 0.5 },
      { title: 'Anzahl', share: 0.22, right: true },
      { title: 'Credits', share: 0.28, right: true },
    ],
    rows: [
      ...rows,
      { cells: ['Total', formatNumber(changes.length), formatChange(sum(changes))], strong: true },
    ],
  };
}

/** The tax contained in purchases less refunds: the sum of what the orders show. */
function tax({ movements, paid, rates }: Pick<Month, 'movements' | 'paid' | 'rates'>): Table {
  const partsOf = (kind: Movement['kind']) =>
    movements.flatMap((row) => (row.kind === kind ? (paid.get(row.id) ?? []) : []));
  const [bought, back] = [partsOf('order'), partsOf('refund')];
  const rowOf = (rate: number) => {
    const at = (parts: readonly TaxedPart[]) => parts.filter(({ permille }) => permille === rate);
    return {
      cells: [
        'Käufe, abzüglich Rückerstattungen',
        formatFrancs(paidOf(at(bought)) - paidOf(at(back))),
        formatRate(rate),
        formatFrancs(taxOf(at(bought)) - taxOf(at(back))),
      ],
    };
  };
  return {
    caption: 'Enthaltene Mehrwertsteuer',
    columns: [
      { title: 'Was', share: 0.38 },
      { title: 'Dafür bezahlt', share: 0.22, right: true },
      { title: 'Satz', share: 0.16, right: true },
      { title: 'Enthaltene MWST', share: 0.24, right: true },
    ],
    rows: rates.map(rowOf),
  };
}

const lines = (movements: readonly Movement[]): Table => ({
  caption: 'Bewegungen',
  columns: [
    { title: 'Datum', share: 0.19 },
    { title: 'Text', share: 0.42 },
    { title: 'Eingang', share: 0.13, right: true },
    { title: 'Ausgang', share: 0.13, right: true },
    { title: 'Saldo', share: 0.13, right: true },
  ],
  rows: movements.map(({ at, description, incoming, amount, balance_after }) => ({
    cells: [
      formatDateTime(at),
      description,
      incoming ? formatNumber(amount) : '',
      incoming ? '' : formatNumber(amount),
      formatNumber(balance_after),
    ],
  })),
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);
