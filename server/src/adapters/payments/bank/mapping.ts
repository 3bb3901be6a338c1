import type { Rappen } from '@samtrot/shared/kernel/money.ts';
import { PAYMENT_METHODS } from '@samtrot/shared/topups/methods.ts';
import type { ProviderPayment } from '../../../modules/topups/ports.ts';
import type { Entry, SlipRow } from './store.ts';

export const CURRENCY = 'CHF';

interface Booked {
  slip: SlipRow;
  /** All movements with the reference of the slip. */
  entries: readonly Entry[];
  refundedRappen: Rappen;
  /** Our account. */
  iban: string;
}

/** The status of a payment, as the imported statements show it. */
export function toPaymentStatus({ slip, entries, refundedRappen, iban }: Booked): ProviderPayment {
  const credits = effectiveCredits(entries);
  const shown =
    credits.find(({ currency }) => currency !== CURRENCY) ?? credits[0] ?? entries.find(isCredit);
  const sum = sumOf(credits);
  return {
    status: credits.length > 0 ? 'paid' : 'open',
    // Several transfers with one reference are one payment; one in another currency is for the
    // operator.
    amountRappen: shown?.currency === CURRENCY && sum > 0 ? sum : (shown?.amount ?? slip.amount),
    currency: shown?.currency ?? CURRENCY,
    reference: slip.payment,
    merchant: iban,
    method: PAYMENT_METHODS.bank_transfer,
    refundedRappen,
    chargedBack: credits.length === 0 && entries.some(isCredit),
  };
}

export const sumOf = (entries: readonly Entry[]) =>
  entries.reduce((total, { amount }) => total + amount, 0);

export const isCredit = ({ credit, reversal }: Entry) => credit && !reversal;

/**
 * Credits that no reversal cancels, oldest first. A reversal cancels the newest earlier credit of
 * the same amount.
 */
export function effectiveCredits(entries: readonly Entry[]): Entry[] {
  const credits: Entry[] = [];
  for (const entry of entries) {
    if (isCredit(entry)) credits.push(entry);
    const reversed =
      !entry.credit && entry.reversal
        ? credits.findLastIndex(
            ({ amount, currency }) => amount === entry.amount && currency === entry.currency,
          )
        : -1;
    if (reversed >= 0) credits.splice(reversed, 1);
  }
  return credits;
}
