import * as contract from '@samtrot/shared/coupons/contract.ts';
import * as staffContract from '@samtrot/shared/coupons/staff-contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import * as coupons from './service.ts';

export const couponActions = implement(contract, {
  validateCoupon: (ctx, input) => coupons.validate(ctx, input.coupon_code),
  applyCoupon: (ctx, input) => coupons.redeem(ctx, input.coupon_code),
  getUsedCoupons: (ctx) => coupons.listUsed(ctx),
});

/** «Gutscheine» of the house. */
export const couponStaffActions = (deps: coupons.SeriesDeps): Handler[] =>
  implement(staffContract, {
    coupons: coupons.listSeries,
    couponReport: (ctx, { series_id }) => coupons.reportOf(ctx, series_id),
    createCoupons: (ctx, input) => coupons.createSeries(ctx, deps, input),
    stopCoupon: async (ctx, input) => ({ message: await coupons.stop(ctx, input) }),
    couponCodes: (ctx, { series_id }) => coupons.codesOf(ctx, series_id),
  });
