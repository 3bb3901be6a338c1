import { PAYMENT_METHODS, type PaymentMethod } from '@samtrot/shared/topups/methods.ts';
import { type ProviderPayment, ProviderUnavailable } from '../../../modules/topups/ports.ts';
import type { Transaction } from './schemas.ts';

/** Payment methods by their names at Payrexx. Bank transfers have a provider of their own. */
export const METHOD_NAMES: Record<Exclude<PaymentMethod, 'bank_transfer'>, string> = {
  twint: 'twint',
  visa: 'visa',
  mastercard: 'mastercard',
  maestro: 'maestro',
  amex: 'american-express',
  postfinance: 'post-finance-pay',
  apple_pay: 'apple-pay',
  samsung_pay: 'samsung-pay',
};

/**
 * Money was received, even if returned later. Reserved money (`authorized`, `reserved`) is not
 * paid.
 */
const RECEIVED = [
  'confirmed',
  'refunded',
  'partially-refunded',
  'refund_pending',
  'chargeback',
  'disputed',
];
const RETURNED = ['refunded', 'partially-refunded', 'refund_pending'];
const UNDECIDED = ['waiting', 'initiated', 'authorized', 'reserved', 'insecure'];
const CANCELLED = ['cancelled', 'expired', 'uncaptured'];
const DECLINED = ['declined', 'error'];

export const movesMoney = ({ status }: Pick<Transaction, 'status'>) => RECEIVED.includes(status);
/** Transactions of the test mode move no money. */
export const isReal = ({ mode }: Transaction) => mode === 'LIVE';
export const isPaid = (transaction: Transaction) =>
  movesMoney(transaction) && !isReversal(transaction);
/** A refund is a transaction of its own: negative, or it names the original one. */
const isReversal = (transaction: Transaction) =>
  sum([transaction]) < 0 || transaction.originalTransactionId != null;
/** Whether it is the payment or its refund cannot be decided. */
export const isUnclear = ({ status, amount, originalTransactionId }: Transaction) =>
  RETURNED.includes(status) && amount == null && originalTransactionId == null;
export const referenceOf = ({ invoice, referenceId }: Transaction) =>
  invoice?.referenceId || referenceId || '';

/**
 * The payment status that several transactions add up to: attempts of the payer, payments, refunds.
 */
export function toPaymentStatus(
  transactions: readonly Transaction[],
  expected: Pick<ProviderPayment, 'amountRappen' | 'currency' | 'reference' | 'merchant'>,
): ProviderPayment {
  const real = transactions.filter(isReal).sort((a, b) => Number(a.id) - Number(b.id));
  const paid = real.filter(isPaid);
  const deciding = paid.at(-1) ?? real.at(-1);
  const currencies = real.map(
    ({ invoice }) => invoice?.currencyAlpha3 ?? invoice?.currency ?? expected.currency,
  );
  const merchants = real.map(
    ({ instance, instanceName }) => instance?.name ?? instanceName ?? expected.merchant,
  );
  return {
    status: paid.length > 0 ? 'paid' : unpaidStatus(real),
    amountRappen: paid.length > 0 ? sum(paid) : expected.amountRappen,
    currency: currencies.find((currency) => currency !== expected.currency) ?? expected.currency,
    reference: expected.reference,
    merchant:
      merchants.find((name) => name.toLowerCase() !== expected.merchant.toLowerCase()) ??
      expected.merchant,
    method: deciding ? methodOf(deciding) : null,
    refundedRappen: refunded(real, paid),
    chargedBack: real.some(({ status }) => status === 'chargeback'),
    feeRappen: feeOf(paid),
  };
}

/** The last attempt decides, unless one of them is still undecided. */
function unpaidStatus(attempts: Transaction[]): ProviderPayment['status'] {
  const last = attempts.at(-1)?.status ?? '';
  if (attempts.some(({ status }) => UNDECIDED.includes(status))) return 'open';
  return DECLINED.includes(last) ? 'declined' : CANCELLED.includes(last) ? 'cancelled' : 'open';
}

/** The sum of the refund transactions or, without any, what the payment states about itself. */
function refunded(real: Transaction[], paid: Transaction[]): number {
  const own = real.filter(
    (transaction) => isReversal(transaction) && RETURNED.includes(transaction.status),
  );
  if (own.length > 0)
    return own.reduce((total, transaction) => total + Math.abs(sum([transaction])), 0);
  return paid.reduce((total, transaction) => {
    const all = transaction.status === 'refunded' ? sum([transaction]) : 0;
    return total + Math.max(all, transaction.invoice?.refundedAmount ?? 0);
  }, 0);
}

function feeOf(paid: readonly Transaction[]): number | undefined {
  const stated = paid.flatMap(({ payrexxFee }) => payrexxFee ?? []);
  return stated.length > 0 ? stated.reduce((total, fee) => total + fee, 0) : undefined;
}

const sum = (transactions: readonly Transaction[]) =>
  transactions.reduce((total, { amount, invoice }) => {
    const own = amount ?? invoice?.originalAmount ?? invoice?.totalAmount;
    if (own == null) throw new ProviderUnavailable('Payrexx reported no amount.');
    return total + own;
  }, 0);

/** `VISA`, `post_finance_pay`: brands are written in several ways. */
function methodOf({ payment }: Transaction): string | null {
  const brand = payment?.wallet || payment?.brand;
  if (!brand) return null;
  const name = brand.toLowerCase().replaceAll(/[_ ]/g, '-');
  const method = Object.entries(METHOD_NAMES).find(([, theirs]) => theirs === name)?.[0] as
    | PaymentMethod
    | undefined;
  return method ? PAYMENT_METHODS[method] : brand;
}
