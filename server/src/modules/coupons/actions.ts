import * as contract from '@samtrot/shared/coupons/contract.ts';
import { implement } from '../../platform/action.ts';
import * as coupons from './service.ts';

export const couponActions = implement(contract, {
  validateCoupon: (ctx, input) => coupons.validate(ctx, input.coupon_code),
  applyCoupon: (ctx, input) => coupons.redeem(ctx, input.coupon_code),
  getUsedCoupons: (ctx) => coupons.listUsed(ctx),
});
