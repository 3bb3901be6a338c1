import { type Credits, formatChf, formatCredits, type Rappen } from '../kernel/money.ts';
import { formatDate } from '../kernel/time.ts';

/** Whether the bank of the payer took the money, or the house paid it back. */
export const DEBT_REASONS = ['chargeback', 'refund'] as const;
export type DebtReason = (typeof DEBT_REASONS)[number];

/** What of credits that come in settles what is owed, and what is in the balance afterwards. */
export function afterSettling({ balance, owed }: { balance: Credits; owed: Credits }, incoming: Credits) {
  const settles = Math.min(owed, incoming);
  return { settles, balance: balance + incoming - settles, owed: owed - settles };
}

export const debtTexts = {
  open: (owed: Credits) => `Offen: ${formatCredits(owed)}`,
  next: 'Sie werden mit deiner nächsten Aufladung verrechnet.',
  why: ({ reason, at, amount }: { reason: DebtReason; at: Date; amount: Rappen }) =>
    reason === 'chargeback'
      ? `Deine Bank hat am ${formatDate(at)} eine Zahlung von ${formatChf(amount)} zurückgeholt, als Credits davon schon ausgegeben waren.`
      : `Am ${formatDate(at)} gingen ${formatChf(amount)} einer Aufladung an dich zurück, als Credits davon schon ausgegeben waren.`,
} as const;
