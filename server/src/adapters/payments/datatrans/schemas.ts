import { z } from 'zod';

const TransactionId = z.string().regex(/^\d{1,30}$/);
const Amount = z.object({ amount: z.int().optional() }).optional();

export const Created = z.object({ transactionId: TransactionId });
export const ErrorResponse = z.object({
  error: z.object({ code: z.string(), message: z.string().optional() }),
});
export const Notification = z.object({ transactionId: TransactionId });
export const Transaction = z.object({
  transactionId: TransactionId,
  /** Missing for older accounts; only the merchant itself can read a transaction. */
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
    .array(
      z.object({ action: z.string(), success: z.boolean().optional(), amount: z.int().optional() }),
    )
    .optional(),
});
export type Transaction = z.infer<typeof Transaction>;
