import type { Sql } from '../../platform/db.ts';
import * as store from './store.ts';

/** Stores a new coupon; false when its code exists. */
export const createCoupon = (ctx: { db: Sql; now: Date }, coupon: store.NewCoupon): Promise<boolean> =>
  store.insertCoupon(ctx.db, coupon, ctx.now);
