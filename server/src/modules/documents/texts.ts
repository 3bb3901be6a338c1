import type { MOVEMENT_KINDS } from '@samtrot/shared/history/rules.ts';
import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import type { Rappen } from '@samtrot/shared/kernel/money.ts';
import { PAYMENT_METHODS } from '@samtrot/shared/topups/methods.ts';
import type { Operator } from '../../platform/config.ts';

/** Configurable wording of documents; `{rate}` is replaced by the tax rate. */
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

/** `CHF 1’000.00`, in accounting format. */
export function formatFrancs(rappen: Rappen): string {
  const all = Math.abs(rappen);
  const text = `CHF ${formatNumber(Math.trunc(all / 100))}.${String(all % 100).padStart(2, '0')}`;
  return rappen < 0 ? `− ${text}` : text;
}

/** `+ 100` and `− 1’000`; 0 without a sign. */
export const formatChange = (n: number): string =>
  n === 0 ? '0' : `${n > 0 ? '+' : '−'} ${formatNumber(Math.abs(n))}`;

/** `8.1 %` for 81. */
export const formatRate = (permille: number): string => `${permille / 10} %`;

/** The owner's pseudonym, the only personal reference in a document. */
export const accountNumber = (accountId: number): string => String(accountId).padStart(6, '0');

/** Without the mail address: a document may be shown to anybody. */
export const senderOf = ({ name, street, city, country, uid, phone }: Operator): string[] => [
  ...[name, street, city, country],
  `${uid} · ${phone}`,
];

/** Known names only; other provider names stay with the payment. */
export function methodName(method: string | null): string {
  const wanted = method?.toLowerCase() ?? '';
  const found = Object.entries(PAYMENT_METHODS).find(
    ([id, name]) => id === wanted.replaceAll(/[ -]/g, '_') || name.toLowerCase() === wanted,
  );
  return found?.[1] ?? 'Online-Zahlung';
}
