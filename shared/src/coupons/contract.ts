import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { lookup, withUser } from '../kernel/fields.ts';

export const Coupon = z.object({
  code: z.string(),
  credits: z.int(),
  description: z.string(),
  /** Last day it counts, as an instant; null: no end. */
  expiry_date: z.nullable(z.string()),
});
export type Coupon = z.infer<typeof Coupon>;

const code = { ...withUser, coupon_code: lookup(200) };
const refusals = ['NOT_LOGGED_IN', 'INVALID_INPUT', 'COUPON_INVALID', 'TOO_MANY_ATTEMPTS'] as const;

export const validateCoupon = action({
  name: 'validate_coupon',
  method: 'POST',
  audience: 'user',
  summary:
    'What a code would give the caller; changes nothing. Five attempts in a minute, counted together with redemptions.',
  input: z.object(code),
  output: z.object({ message: z.string(), coupon: Coupon }),
  errors: refusals,
});

export const applyCoupon = action({
  name: 'apply_coupon',
  method: 'POST',
  audience: 'user',
  summary: 'Redeems a code, once for each account.',
  input: z.object(code),
  output: z.object({ message: z.string(), coupon: z.object({ credits: z.int() }), credits: z.int() }),
  errors: refusals,
});

export const getUsedCoupons = action({
  name: 'get_used_coupons',
  method: 'GET',
  audience: 'user',
  summary: 'The five codes the caller redeemed last, newest first, all but their ends hidden.',
  input: z.object({ ...withUser }),
  output: z.object({
    coupons: z.array(z.object({ code: z.string(), credits: z.int(), used_at: z.string() })),
  }),
  errors: ['NOT_LOGGED_IN', 'INVALID_INPUT'],
});
