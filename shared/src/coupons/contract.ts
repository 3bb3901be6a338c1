import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { tidied, withUser } from '../kernel/fields.ts';
import { COUPON_ATTEMPTS, couponCodeProblem, tidyCouponCode } from './rules.ts';

export const Coupon = z.object({
  code: z.string(),
  credits: z.int(),
  description: z.string(),
  /** The last instant at which it counts; null: no end. */
  expiry_date: z.nullable(z.string()),
});
export type Coupon = z.infer<typeof Coupon>;

const HOUR = 3600;

const code = { ...withUser, coupon_code: tidied(tidyCouponCode, couponCodeProblem) };
const refusals = ['NOT_LOGGED_IN', 'INVALID_INPUT', 'COUPON_INVALID', 'TOO_MANY_ATTEMPTS'] as const;

/**
 * The short limits count wrong codes and are reset by a redemption (GUT-42); the long ones and the
 * global one prevent guessing.
 */
const shared = 'coupon';
const shortLimits = [
  { per: 'account', shared, ...COUPON_ATTEMPTS },
  { per: 'address', shared, ...COUPON_ATTEMPTS },
] as const;
const longLimits = [
  { per: 'account', shared, attempts: 20, seconds: HOUR },
  { per: 'address', shared, attempts: 60, seconds: HOUR },
  { per: 'everybody', shared, attempts: 300, seconds: 60 },
] as const;

export const validateCoupon = action({
  name: 'validate_coupon',
  method: 'POST',
  audience: 'user',
  summary:
    'What a code would give the caller; changes nothing. Five wrong attempts in a minute, counted together with redemptions.',
  // Else a code that is right at the fifth attempt could be seen and not redeemed.
  limits: [
    ...shortLimits.map((limit) => ({ ...limit, returnedBySuccess: true }) as const),
    ...longLimits,
  ],
  input: z.object(code),
  output: z.object({ message: z.string(), coupon: Coupon }),
  errors: refusals,
});

export const applyCoupon = action({
  name: 'apply_coupon',
  method: 'POST',
  audience: 'user',
  money: true,
  summary: 'Redeems a code, once for each account. A success resets the five attempts.',
  limits: [
    ...shortLimits.map((limit) => ({ ...limit, resetBySuccess: true }) as const),
    ...longLimits,
  ],
  input: z.object(code),
  output: z.object({
    message: z.string(),
    coupon: z.object({ credits: z.int() }),
    credits: z.int(),
  }),
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
