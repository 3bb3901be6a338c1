import { PAYMENT_METHODS, type PaymentMethod } from '@samtrot/shared/topups/methods.ts';
import type { ProviderPayment } from '../../../modules/topups/ports.ts';
import type { Transaction } from './schemas.ts';

/** Payment methods by their codes at Datatrans. */
export const METHOD_CODES = {
  twint: 'TWI',
  visa: 'VIS',
  mastercard: 'ECA',
  maestro: 'MAU',
  amex: 'AMX',
  postfinance: 'PFC',
  apple_pay: 'APL',
  samsung_pay: 'SAM',
} as const satisfies Partial<Record<PaymentMethod, string>>;

/** The payer abandoned the page: nothing was declined. */
const ABANDONED = ['timeout', 'incomplete'];

/**
 * The status of a transaction in the terms of the port; undefined when it is paid and states no
 * amount.
 */
export function toPaymentStatus(
  transaction: Transaction,
  { reference, merchant }: { reference: string; merchant: string },
): ProviderPayment | undefined {
  const { status, detail, currency, merchantId, paymentMethod } = transaction;
  const settled = detail?.settle?.amount;
  const known = {
    currency,
    reference,
    merchant: merchantId ?? merchant,
    method: methodName(paymentMethod),
  };
  const paid = (amountRappen: number, refundedRappen: number): ProviderPayment => ({
    ...known,
    status: 'paid',
    amountRappen,
    refundedRappen,
    chargedBack: false,
  });
  const unpaid = (result: 'open' | 'declined' | 'cancelled'): ProviderPayment => ({
    ...known,
    status: result,
    amountRappen: 0,
    refundedRappen: 0,
    chargedBack: false,
  });
  switch (status) {
    case 'settled':
    case 'transmitted': {
      const amount = settled ?? detail?.authorize?.amount;
      return amount === undefined ? undefined : paid(amount, refundsOf(transaction));
    }
    case 'canceled':
      // Cancelled between settlement and transmission: paid and fully refunded.
      return settled ? paid(settled, settled) : unpaid('cancelled');
    case 'failed':
      return unpaid(ABANDONED.includes(detail?.fail?.reason ?? '') ? 'cancelled' : 'declined');
    default:
      return unpaid('open');
  }
}

/**
 * Refunds are transactions of their own; the history of the payment lists each, its detail the
 * amount.
 */
function refundsOf({ detail, history = [] }: Transaction): number {
  const credits = history.filter(({ action, success }) => action === 'credit' && success === true);
  const sum = credits.reduce((total, { amount = 0 }) => total + amount, 0);
  return Math.max(sum, detail?.credit?.amount ?? 0);
}

function methodName(code: string | undefined): string | null {
  if (code === undefined) return null;
  const known = Object.entries(METHOD_CODES).find(([, value]) => value === code)?.[0];
  // The older of the two PostFinance methods at Datatrans.
  if (code === 'PEF') return PAYMENT_METHODS.postfinance;
  return known ? PAYMENT_METHODS[known as PaymentMethod] : code;
}
