import { formatChf, formatCredits, formatDate, formatNumber } from '../kernel/format.ts';
import type { Credits, Rappen } from '../kernel/money.ts';

/** Whether the bank of the payer took the money, or the house paid it back. */
export const DEBT_REASONS = ['chargeback', 'refund'] as const;
export type DebtReason = (typeof DEBT_REASONS)[number];

/** What of credits that come in settles what is owed, and what is in the balance afterwards. */
export function afterSettling(
  { balance, owed }: { balance: Credits; owed: Credits },
  incoming: Credits,
) {
  const settles = Math.min(owed, incoming);
  return { settles, balance: balance + incoming - settles, owed: owed - settles };
}

/**
 * The balance after a price of which `refund` is refunded at once, before the rest is charged: what
 * is owed is settled from the refund first. Negative where it does not suffice; `missing` is what
 * has to be topped up then, with what is still owed.
 */
export function afterExchange(
  wallet: { balance: Credits; owed: Credits },
  { refund, total }: Exchange,
) {
  const settled = afterSettling(wallet, refund);
  const after = settled.balance - total;
  return { after, missing: lackingWithDebt(Math.max(0, -after), settled.owed), owed: settled.owed };
}

interface Exchange {
  refund: Credits;
  total: Credits;
}

export const debtTexts = {
  open: (owed: Credits) => `Offen: ${formatCredits(owed)}`,
  next: 'Sie werden mit deiner nächsten Aufladung verrechnet.',
  why: ({ reason, at, amount }: { reason: DebtReason; at: Date; amount: Rappen }) =>
    reason === 'chargeback'
      ? `Deine Bank hat am ${formatDate(at)} eine Zahlung von ${formatChf(amount)} zurückgeholt, als Credits davon schon ausgegeben waren.`
      : `Am ${formatDate(at)} gingen ${formatChf(amount)} einer Aufladung an dich zurück, als Credits davon schon ausgegeben waren.`,
} as const;

/** What has to be topped up where a balance does not suffice: what is owed is settled first. */
export const lackingWithDebt = (lacking: Credits, owed: Credits): Credits =>
  lacking > 0 ? lacking + owed : 0;

/** `340 Credits, davon 250 offen` */
export const lackingText = (lacking: Credits, owed: Credits): string =>
  `${formatCredits(lacking)}${owed > 0 ? `, davon ${formatNumber(owed)} offen` : ''}`;
