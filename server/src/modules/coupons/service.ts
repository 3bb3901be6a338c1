import type * as contract from '@samtrot/shared/coupons/contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { formatCredits } from '@samtrot/shared/kernel/money.ts';
import type { Actors, Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import { failPoint } from '../../platform/failpoints.ts';
import * as wallet from '../wallet/service.ts';
import { maskCode } from './codes.ts';
import * as store from './store.ts';

export { inGroups, maskCode, randomCode } from './codes.ts';

type Owner = Pick<Ctx<Actors['user'] | Actors['operator']>, 'db' | 'now' | 'actor'>;

/** Redeemed codes that the page lists (GUT-44, CON-12). */
const LISTED = 5;

/** Stores a new coupon; false when its code exists. */
export const createCoupon = (ctx: { db: Sql; now: Date }, coupon: store.NewCoupon): Promise<boolean> =>
  store.insertCoupon(ctx.db, coupon, ctx.now);

/** What a code would give the caller. Why one does not count is never told: whoever guesses learns nothing. @throws COUPON_INVALID */
export async function validate(
  { db, now, actor }: Owner,
  code: string,
): Promise<Output<typeof contract.validateCoupon>> {
  const coupon = await store.findCounting(db, { code, userId: actor.userId, at: now });
  if (!coupon) throw new AppError('COUPON_INVALID');
  const { credits, description, expires_at } = coupon;
  return {
    message: `Dieser Gutschein bringt dir ${formatCredits(credits)}.`,
    coupon: {
      ...{ code, credits, description },
      expiry_date: expires_at && new Date(expires_at.getTime() - 1).toISOString(),
    },
  };
}

/** Redeems a code for the caller; `credits` is the balance afterwards. @throws COUPON_INVALID as validate does */
export async function redeem(ctx: Owner, code: string): Promise<Output<typeof contract.applyCoupon>> {
  const { userId } = ctx.actor;
  const credits = await store.redeem(ctx.db, { code, userId, at: ctx.now });
  if (credits === null) throw new AppError('COUPON_INVALID');
  failPoint('coupon.after_claim');
  const balance = await wallet.credit(ctx, 'coupon', {
    ...{ userId, amount: credits, cause: `coupon:${code}:${userId}` },
    description: `Gutschein ${maskCode(code)}`,
  });
  return {
    message: `Der Gutschein ist eingelöst: ${formatCredits(credits)} für dein Guthaben.`,
    coupon: { credits },
    credits: balance,
  };
}

/** The codes the caller redeemed last. */
export async function listUsed({ db, actor }: Owner): Promise<Output<typeof contract.getUsedCoupons>> {
  const rows = await store.redeemedBy(db, actor.userId, LISTED);
  return {
    coupons: rows.map(({ code, credits, used_at }) => ({
      ...{ code: maskCode(code), credits, used_at: used_at.toISOString() },
    })),
  };
}

/** Every coupon there is, newest first. */
export const listCoupons = (db: Sql) => store.allCoupons(db);
