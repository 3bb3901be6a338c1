import { paidFor } from '@samtrot/shared/history/rules.ts';
import {
  formatCredits,
  formatDate,
  formatDateTime,
  formatNumber,
} from '@samtrot/shared/kernel/format.ts';
import type { Credits, Rappen } from '@samtrot/shared/kernel/money.ts';
import { amountPaid, discountedPrice } from '@samtrot/shared/topups/rules.ts';
import type * as topups from '../topups/service.ts';
import type { DocumentContent, Table } from './ports.ts';
import {
  accountNumber,
  type DocumentSettings,
  formatFrancs,
  formatRate,
  methodName,
  senderOf,
} from './texts.ts';

interface Issue {
  number: string;
  accountId: number;
  now: Date;
  /** The tax rate when the credits were booked. */
  vatPermille: number;
}

const COLUMNS: Table['columns'] = [
  { title: 'Was', share: 0.5 },
  { title: 'Credits', share: 0.22, right: true },
  { title: 'Betrag', share: 0.28, right: true },
];

/** The receipt of a top-up. It sells a means of payment, so it shows no value added tax. */
export function receiptOf(
  topup: topups.CreditedTopup & { at: Date },
  { number, accountId, now, vatPermille }: Issue,
  { operator, receiptVatNote }: DocumentSettings,
): DocumentContent {
  const { price, asked, credits, askedCredits, bonus, discountPercent, listPrice } = topup;
  const received = topup.received ?? price;
  const { surplus } = amountPaid(price, received);
  // A partial payment shows its credits at their price; the rest below one credit is rounding.
  const part = credits < askedCredits && !topup.completed;
  const shareOf = (whole: Rappen) =>
    part ? paidFor(credits, { credits: askedCredits, paid: whole }) : whole;
  const worth = part ? Math.min(price, shareOf(asked)) : price;
  const rounding = received - surplus - worth;
  // If the package's price has changed, the discount is shown without an amount.
  const known = discountedPrice(listPrice, discountPercent).price === (part ? asked : price);
  const list = known ? shareOf(listPrice) : worth;
  const discount = `Persönlicher Rabatt ${discountPercent} %`;
  const total = credits + bonus;
  return {
    title: `Beleg ${number}`,
    heading: 'Beleg',
    subheading: 'Aufladung von Guthaben',
    issuedAt: now.toISOString(),
    sender: senderOf(operator),
    facts: [
      { label: 'Belegnummer', value: number },
      { label: 'Datum', value: formatDateTime(topup.at) },
      { label: 'Kundennummer', value: accountNumber(accountId) },
      { label: 'Bezahlt mit', value: methodName(topup.method) },
    ],
    figures: [
      { label: 'Bezahlt', value: formatFrancs(received) },
      { label: 'Gutgeschrieben', value: formatCredits(total) },
    ],
    tables: [
      {
        caption: 'Aufladung',
        columns: COLUMNS,
        rows: [
          { cells: ['Guthaben', formatNumber(credits), formatFrancs(list)] },
          ...(bonus > 0 ? [{ cells: ['Bonus', formatNumber(bonus), ''] }] : []),
          ...(discountPercent > 0
            ? [
                {
                  cells: [
                    discount,
                    '',
                    list > worth ? formatFrancs(worth - list) : 'im Betrag enthalten',
                  ],
                },
              ]
            : []),
          ...(rounding > 0 ? [{ cells: ['Rundung', '', formatFrancs(rounding)] }] : []),
          ...(surplus > 0
            ? [{ cells: ['Zu viel bezahlt, geht zurück', '', formatFrancs(surplus)] }]
            : []),
          { cells: ['Total', formatNumber(total), formatFrancs(received)], strong: true },
        ],
      },
    ],
    notes: [receiptVatNote.replaceAll('{rate}', formatRate(vatPermille))],
  };
}

/**
 * The correction of a receipt, which itself never changes: refunded money, the credits taken back,
 * and the debt for spent ones.
 */
export function correctionOf(
  back: topups.MoneyBack & { missing: Credits },
  {
    number,
    accountId,
    now,
    vatPermille,
    receipt,
  }: Issue & { receipt: { number: string; at: Date } },
  { operator, receiptVatNote }: DocumentSettings,
): DocumentContent {
  const reason = back.kind === 'rueckbelastung' ? 'Rückbuchung durch die Bank' : 'Erstattung';
  return {
    title: `Korrekturbeleg ${number}`,
    heading: 'Korrekturbeleg',
    subheading: `Zum Beleg ${receipt.number} vom ${formatDate(receipt.at)}`,
    issuedAt: now.toISOString(),
    sender: senderOf(operator),
    facts: [
      { label: 'Belegnummer', value: number },
      { label: 'Datum', value: formatDateTime(back.at) },
      { label: 'Kundennummer', value: accountNumber(accountId) },
      { label: 'Grund', value: reason },
    ],
    figures: [
      { label: 'Zurückbezahlt', value: formatFrancs(back.amount) },
      { label: 'Zurückgebucht', value: formatCredits(back.credits) },
    ],
    tables: [
      {
        caption: 'Korrektur',
        columns: COLUMNS,
        rows: [
          {
            cells: [
              `Aufladung, Beleg ${receipt.number}`,
              back.credits > 0 ? `− ${formatNumber(back.credits)}` : '0',
              formatFrancs(-back.amount),
            ],
            strong: true,
          },
        ],
      },
    ],
    notes: [
      ...(back.missing > 0
        ? [
            `${formatCredits(back.missing)} davon waren schon ausgegeben und wurden zu einem offenen Betrag.`,
          ]
        : []),
      receiptVatNote.replaceAll('{rate}', formatRate(vatPermille)),
    ],
  };
}
