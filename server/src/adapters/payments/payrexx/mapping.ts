import { PAYMENT_METHODS, type PaymentMethod } from '@samtrot/shared/topups/methods.ts';
import { z } from 'zod';
import { type ProviderPayment, ProviderUnavailable } from '../../../modules/topups/ports.ts';

/** How Payrexx names the ways to pay. A transfer to a bank is not paid at once; it has its own provider. */
export const NAMES: Record<Exclude<PaymentMethod, 'bank_transfer'>, string> = {
  twint: 'twint',
  visa: 'visa',
  mastercard: 'mastercard',
  maestro: 'maestro',
  amex: 'american-express',
  postfinance: 'post-finance-pay',
  apple_pay: 'apple-pay',
  samsung_pay: 'samsung-pay',
};

const Id = z.union([z.int().positive(), z.string().regex(/^\d{1,15}$/)]).transform(String);
const Amount = z.union([z.int(), z.string().regex(/^-?\d{1,10}$/)]).transform(Number);
const Text = z.string().max(500).nullish();
/** PHP writes an object without content as an empty list. */
const part = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (Array.isArray(value) ? null : value), schema);

export const TransactionSchema = z.object({
  id: Id,
  status: z.string().max(50),
  amount: Amount.nullish(),
  mode: Text,
  referenceId: Text,
  instanceName: Text,
  originalTransactionId: Id.nullish(),
  instance: part(z.object({ name: Text }).nullish()),
  payment: part(z.object({ brand: Text, wallet: Text }).nullish()),
  invoice: part(
    z
      .object({
        currency: Text,
        currencyAlpha3: Text,
        referenceId: Text,
        originalAmount: Amount.nullish(),
        totalAmount: Amount.nullish(),
        refundedAmount: Amount.nullish(),
      })
      .nullish(),
  ),
});
export type Transaction = z.infer<typeof TransactionSchema>;

export const GatewaySchema = z.object({
  id: Id,
  referenceId: z.string().max(500),
  link: z.url(),
  amount: Amount,
  currency: z.string(),
  // What is published of its transactions is this; each says the rest itself.
  invoices: z.array(
    z.object({
      transactions: z.array(z.object({ id: Id, status: z.string().max(50), amount: Amount.nullish() })).default([]),
    }),
  ),
});

/** Money came in, whatever became of it later. Held back (`authorized`, `reserved`) is not paid. */
const CAME_IN = ['confirmed', 'refunded', 'partially-refunded', 'refund_pending', 'chargeback', 'disputed'];
const WENT_BACK = ['refunded', 'partially-refunded', 'refund_pending'];
const UNDECIDED = ['waiting', 'initiated', 'authorized', 'reserved', 'insecure'];
const CANCELLED = ['cancelled', 'expired', 'uncaptured'];
const DECLINED = ['declined', 'error'];

export const movesMoney = ({ status }: Pick<Transaction, 'status'>) => CAME_IN.includes(status);
/** Payments of the testing mode are played. */
export const isReal = ({ mode }: Transaction) => mode === 'LIVE';
export const isPaid = (transaction: Transaction) => movesMoney(transaction) && !isBooking(transaction);
/** Money going back is a transaction of its own: below zero, or it names the one it belongs to. */
const isBooking = (transaction: Transaction) => sum([transaction]) < 0 || transaction.originalTransactionId != null;
/** Whether it was paid or went back cannot be told. */
export const isUnclear = ({ status, amount, originalTransactionId }: Transaction) =>
  WENT_BACK.includes(status) && amount == null && originalTransactionId == null;
export const referenceOf = ({ invoice, referenceId }: Transaction) => invoice?.referenceId || referenceId || '';

/** What several transactions say together: tries of one payer, what came in, and what went back of it. */
export function toPaymentStatus(
  transactions: readonly Transaction[],
  asked: Pick<ProviderPayment, 'amountRappen' | 'currency' | 'reference' | 'merchant'>,
): ProviderPayment {
  const real = transactions.filter(isReal).sort((a, b) => Number(a.id) - Number(b.id));
  const paid = real.filter(isPaid);
  const deciding = paid.at(-1) ?? real.at(-1);
  const currencies = real.map(({ invoice }) => invoice?.currencyAlpha3 ?? invoice?.currency ?? asked.currency);
  const merchants = real.map(({ instance, instanceName }) => instance?.name ?? instanceName ?? asked.merchant);
  return {
    status: paid.length > 0 ? 'paid' : untilNow(real),
    amountRappen: paid.length > 0 ? sum(paid) : asked.amountRappen,
    currency: currencies.find((currency) => currency !== asked.currency) ?? asked.currency,
    reference: asked.reference,
    merchant: merchants.find((name) => name.toLowerCase() !== asked.merchant.toLowerCase()) ?? asked.merchant,
    method: deciding ? methodOf(deciding) : null,
    refundedRappen: refunded(real, paid),
    chargedBack: real.some(({ status }) => status === 'chargeback'),
  };
}

/** The last try decides, unless one of them is still undecided. */
function untilNow(tries: Transaction[]): ProviderPayment['status'] {
  const last = tries.at(-1)?.status ?? '';
  if (tries.some(({ status }) => UNDECIDED.includes(status))) return 'open';
  return DECLINED.includes(last) ? 'declined' : CANCELLED.includes(last) ? 'cancelled' : 'open';
}

/** As transactions of their own, or, where there are none, as the payment says of itself. */
function refunded(real: Transaction[], paid: Transaction[]): number {
  const own = real.filter((transaction) => isBooking(transaction) && WENT_BACK.includes(transaction.status));
  if (own.length > 0) return own.reduce((total, transaction) => total + Math.abs(sum([transaction])), 0);
  return paid.reduce((total, transaction) => {
    const all = transaction.status === 'refunded' ? sum([transaction]) : 0;
    return total + Math.max(all, transaction.invoice?.refundedAmount ?? 0);
  }, 0);
}

const sum = (transactions: readonly Transaction[]) =>
  transactions.reduce((total, { amount, invoice }) => {
    const own = amount ?? invoice?.originalAmount ?? invoice?.totalAmount;
    if (own == null) throw new ProviderUnavailable('Payrexx told no amount.');
    return total + own;
  }, 0);

/** `VISA`, `post_finance_pay`: brands are written in several ways. */
function methodOf({ payment }: Transaction): string | null {
  const told = payment?.wallet || payment?.brand;
  if (!told) return null;
  const name = told.toLowerCase().replaceAll(/[_ ]/g, '-');
  const method = Object.entries(NAMES).find(([, theirs]) => theirs === name)?.[0] as PaymentMethod | undefined;
  return method ? PAYMENT_METHODS[method] : told;
}
