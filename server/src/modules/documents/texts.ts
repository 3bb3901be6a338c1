import type { MOVEMENT_KINDS } from '@samtrot/shared/history/rules.ts';
import { formatNumber, type Rappen } from '@samtrot/shared/kernel/money.ts';
import { PAYMENT_METHODS } from '@samtrot/shared/topups/methods.ts';
import type { Operator } from '../../platform/config.ts';

/** Wording of the papers that an operator may set; `{rate}` stands for the rate of the tax. */
export interface DocumentSettings {
  operator: Operator;
  receiptVatNote: string;
  statementVatNote: string;
}

export const KINDS: Record<(typeof MOVEMENT_KINDS)[number], string> = {
  topup: 'Aufladungen',
  bonus: 'Bonus',
  coupon: 'Gutscheine',
  order: 'Käufe',
  refund: 'Rückerstattungen',
  correction: 'Korrekturen',
  forfeit: 'Verfall',
  chargeback: 'Rückzahlungen und Rückbuchungen',
  settlement: 'Ausgleich offener Beträge',
};

/** `CHF 1’000.00`, as accounts write it. */
export function formatFrancs(rappen: Rappen): string {
  const all = Math.abs(rappen);
  const text = `CHF ${formatNumber(Math.trunc(all / 100))}.${String(all % 100).padStart(2, '0')}`;
  return rappen < 0 ? `− ${text}` : text;
}

/** `+ 100` and `− 1’000`; 0 without a sign. */
export const formatChange = (n: number): string =>
  n === 0 ? '0' : `${n > 0 ? '+' : '−'} ${formatNumber(Math.abs(n))}`;

/** `8.1 %` of 81. */
export const formatRate = (permille: number): string => `${permille / 10} %`;

/** Stands for the owner, of whom a paper says nothing else. */
export const accountNumber = (accountId: number): string => String(accountId).padStart(6, '0');

/** Without the address for mails: a paper may be shown to anybody. */
export const senderOf = ({ name, street, city, country, uid, phone }: Operator): string[] => [
  ...[name, street, city, country],
  `${uid} · ${phone}`,
];

/** Only words of ours: whatever else a provider calls it stays with the payment. */
export function methodName(method: string | null): string {
  const wanted = method?.toLowerCase() ?? '';
  const found = Object.entries(PAYMENT_METHODS).find(
    ([id, name]) => id === wanted.replaceAll(/[ -]/g, '_') || name.toLowerCase() === wanted,
  );
  return found?.[1] ?? 'Online-Zahlung';
}
