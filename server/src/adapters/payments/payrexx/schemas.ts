import { z } from 'zod';

const Id = z.union([z.int().positive(), z.string().regex(/^\d{1,15}$/)]).transform(String);
const Amount = z.union([z.int(), z.string().regex(/^-?\d{1,10}$/)]).transform(Number);
const Text = z.string().max(500).nullish();
/** PHP serializes an empty object as an empty list. */
const part = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (Array.isArray(value) ? null : value), schema);

export const Transaction = z.object({
  id: Id,
  status: z.string().max(50),
  amount: Amount.nullish(),
  mode: Text,
  referenceId: Text,
  instanceName: Text,
  originalTransactionId: Id.nullish(),
  /** Its own fee, without those of card schemes. */
  payrexxFee: Amount.nullish(),
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
export type Transaction = z.infer<typeof Transaction>;

export const Gateway = z.object({
  id: Id,
  referenceId: z.string().max(500),
  link: z.url(),
  amount: Amount,
  currency: z.string(),
  // All that is documented of its transactions; the rest is in each transaction itself.
  invoices: z.array(
    z.object({
      transactions: z
        .array(z.object({ id: Id, status: z.string().max(50), amount: Amount.nullish() }))
        .default([]),
    }),
  ),
});

export const Notification = z.object({
  transaction: z.object({
    invoice: z.object({
      paymentRequestId: z.union([z.int().positive(), z.string().regex(/^\d{1,15}$/)]),
    }),
  }),
});

export const RefundResponse = z.object({ status: z.string() });
