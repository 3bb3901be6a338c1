import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { lookup, withUser } from '../kernel/fields.ts';
import { LOT_SOURCES, MOVEMENT_KINDS, ORDER_STATUS, PAGE_LIMITS } from './rules.ts';

/** One movement of the wallet (GUT-56). */
export const Movement = z.object({
  transaction_id: z.int(),
  type: z.enum(['credit', 'debit']),
  /** Whole credits, always positive. */
  amount: z.int(),
  /** Credits in the wallet afterwards. */
  balance: z.int(),
  details: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  /**
   * The bank of the payer took the money back; false where the house paid it back, and for every
   * other movement.
   */
  by_bank: z.boolean(),
  date: z.string(),
  /** Which credits paid it, oldest granted first; empty for what came in. */
  paid_by: z.array(z.object({ source: z.enum(LOT_SOURCES), granted: z.string(), amount: z.int() })),
  /** The order of `transactions` it belongs to, or null. */
  order_id: z.nullable(z.string()),
});
export type Movement = z.infer<typeof Movement>;

const OrderItem = z.object({
  item_id: z.string(),
  product_name: z.string(),
  sku: z.string(),
  quantity: z.int(),
  unit_price: z.int(),
  total_price: z.int(),
  /** Its share of the tax of the order, in francs. */
  tax: z.number(),
});

/** An order or a top-up (GUT-54, GUT-55). */
export const Order = z.object({
  order_id: z.string(),
  /** Of a top-up: what its payment is called by in mails and by the support. */
  number: z.nullable(z.int()),
  date: z.string(),
  /** Seconds since 1970. */
  timestamp: z.int(),
  is_wallet_topup: z.boolean(),
  status_label: z.enum(ORDER_STATUS),
  /** Francs to pay for a top-up, credits for an order. */
  total: z.number(),
  currency: z.enum(['CHF', 'Credits']),
  description: z.string(),
  payment_method_title: z.nullable(z.string()),
  /**
   * In francs: what came in for a top-up; for an order what was really paid for the credits it
   * spent, which is 0 for bonus and gifts.
   */
  paid: z.number(),
  /** Value added tax contained in `paid`, in francs; null for top-ups. */
  tax: z.nullable(z.number()),
  items: z.array(OrderItem),
  billing_address: z.null(),
  order_notes: z.array(
    z.object({ id: z.int(), date: z.string(), added_by: z.string(), content: z.string() }),
  ),
});
export type Order = z.infer<typeof Order>;

/** A whole number as query strings carry it. */
const limit = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,3}$/))]),
  z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(PAGE_LIMITS.most))),
);

export const getDetailedTransactions = action({
  name: 'get_detailed_transactions',
  method: 'GET',
  audience: 'user',
  summary:
    'The history, newest first: movements of the wallet, and the orders and top-ups behind them together with the top-ups that came to nothing or still wait. `before` takes `next` of the page before; without one the page is the newest.',
  input: z.object({
    ...withUser,
    limit: z.optional(limit),
    before: z.optional(lookup(60)),
  }),
  output: z.object({
    transactions: z.array(Order),
    wallet_transactions: z.array(Movement),
    /** For `before` of the next page; null on the last one. */
    next: z.nullable(z.string()),
  }),
  errors: ['NOT_LOGGED_IN', 'INVALID_INPUT'],
});

export const getBonusTransactions = action({
  name: 'get_bonus_transactions',
  method: 'GET',
  audience: 'user',
  summary:
    'What the account received as bonus and by coupons: both sums, and the newest 50 of these movements.',
  input: z.object({ ...withUser }),
  output: z.object({
    bonus_credits: z.int(),
    coupon_credits: z.int(),
    wallet_transactions: z.array(Movement),
  }),
  errors: ['NOT_LOGGED_IN', 'INVALID_INPUT'],
});
