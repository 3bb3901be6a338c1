import { PAYMENT_METHODS, type PaymentMethod } from '@samtrot/shared/topups/methods.ts';
import { z } from 'zod';
import type { ProviderPayment } from '../../../modules/topups/ports.ts';

/** Ways to pay by their short names at Datatrans. */
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

const TransactionId = z.string().regex(/^\d{1,30}$/);
const Amount = z.object({ amount: z.int().optional() }).optional();

export const Opened = z.object({ transactionId: TransactionId });
export const Refused = z.object({ error: z.object({ code: z.string(), message: z.string().optional() }) });
export const Notification = z.object({ transactionId: TransactionId });
export const Transaction = z.object({
  transactionId: TransactionId,
  /** Older accounts leave it out; the status of a transaction is told to its own merchant only. */
  merchantId: z.string().optional(),
  type: z.enum(['payment', 'credit', 'card_check']),
  status: z.enum([
    'initialized',
    'challenge_required',
    'challenge_ongoing',
    'authenticated',
    'authorized',
    'settled',
    'transmitted',
    'canceled',
    'failed',
  ]),
  currency: z.string(),
  refno: z.string(),
  paymentMethod: z.string().optional(),
  detail: z
    .object({
      authorize: Amount,
      settle: Amount,
      credit: Amount,
      fail: z.object({ reason: z.string().optional() }).optional(),
    })
    .optional(),
  history: z
    .array(z.object({ action: z.string(), success: z.boolean().optional(), amount: z.int().optional() }))
    .optional(),
});
export type Transaction = z.infer<typeof Transaction>;

/** The payer walked away: nobody refused anything. */
const LEFT = ['timeout', 'incomplete'];

/** What Datatrans says about a transaction, in the words of the port; undefined when it says paid and not how much. */
export function inOurWords(
  transaction: Transaction,
  { reference, merchant }: { reference: string; merchant: string },
): ProviderPayment | undefined {
  const { status, detail, currency, merchantId, paymentMethod } = transaction;
  const settled = detail?.settle?.amount;
  const known = { currency, reference, merchant: merchantId ?? merchant, method: methodName(paymentMethod) };
  const paid = (amountRappen: number, refundedRappen: number): ProviderPayment => ({
    ...{ ...known, status: 'paid', amountRappen, refundedRappen, chargedBack: false },
  });
  const unpaid = (word: 'open' | 'declined' | 'cancelled'): ProviderPayment => ({
    ...{ ...known, status: word, amountRappen: 0, refundedRappen: 0, chargedBack: false },
  });
  switch (status) {
    case 'settled':
    case 'transmitted': {
      const amount = settled ?? detail?.authorize?.amount;
      return amount === undefined ? undefined : paid(amount, creditedBack(transaction));
    }
    case 'canceled':
      // Cancelled after it was settled and before it was transmitted: paid, and all of it back.
      return settled ? paid(settled, settled) : unpaid('cancelled');
    case 'failed':
      return unpaid(LEFT.includes(detail?.fail?.reason ?? '') ? 'cancelled' : 'declined');
    default:
      return unpaid('open');
  }
}

/** Credits are transactions of their own; the payment's history names each, its detail the amount. */
function creditedBack({ detail, history = [] }: Transaction): number {
  const credits = history.filter(({ action, success }) => action === 'credit' && success === true);
  const sum = credits.reduce((total, { amount = 0 }) => total + amount, 0);
  return Math.max(sum, detail?.credit?.amount ?? 0);
}

function methodName(code: string | undefined): string | null {
  if (code === undefined) return null;
  const known = Object.entries(METHOD_CODES).find(([, value]) => value === code)?.[0];
  // The older of the two ways that PostFinance has at Datatrans.
  if (code === 'PEF') return PAYMENT_METHODS.postfinance;
  return known ? PAYMENT_METHODS[known as PaymentMethod] : code;
}
