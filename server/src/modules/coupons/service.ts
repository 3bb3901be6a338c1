import type * as contract from '@samtrot/shared/coupons/contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import type { Actors, Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import { failPoint } from '../../platform/failpoints.ts';
import * as wallet from '../wallet/service.ts';
import { maskCode } from './codes.ts';
import * as store from './store.ts';

export { inGroups, maskCode, randomCode } from './codes.ts';
export { ownTables } from './own-data.ts';
export * from './series.ts';

type Owner = Pick<Ctx<Actors['user']>, 'db' | 'now' | 'actor'>;

/** Maximum number of listed redemptions (GUT-44, CON-12). */
const LISTED = 5;

/** Inserts a coupon of its own; its series, or null if its code exists. */
export async function createCoupon(
  { db, now }: { db: Sql; now: Date },
  { code, ...coupon }: store.NewCoupon,
): Promise<number | null> {
  if (await store.codeExists(db, code)) return null;
  const seriesId = await store.insertSeries(
    db,
    {
      name: coupon.description || maskCode(code),
      startsAt: now,
      budget: null,
      maxUses: null,
      perAccount: 1,
      onlyNew: false,
    },
    now,
  );
  const made = await store.insertCodes(db, { ...coupon, codes: [code], seriesId }, now);
  return made === 1 ? seriesId : null;
}

/**
 * The credits of a code. The reason for a refusal is never disclosed.
 * @throws COUPON_INVALID
 */
export async function validate(
  { db, now, actor }: Owner,
  code: string,
): Promise<Output<typeof contract.validateCoupon>> {
  const coupon = await store.findRedeemable(db, { code, userId: actor.userId, at: now });
  if (!coupon) throw new AppError('COUPON_INVALID');
  const { credits, description, expires_at } = coupon;
  return {
    message: `Dieser Gutschein bringt dir ${formatCredits(credits)}.`,
    coupon: {
      code,
      credits,
      description,
      expiry_date: expires_at && new Date(expires_at.getTime() - 1).toISOString(),
    },
  };
}

/**
 * Redeems a code; returns the resulting balance.
 * @throws COUPON_INVALID as `validate`
 */
export async function redeem(
  ctx: Owner,
  code: string,
): Promise<Output<typeof contract.applyCoupon>> {
  const { userId } = ctx.actor;
  const redeemed = await store.redeem(ctx.db, { code, userId, at: ctx.now });
  if (!redeemed) throw new AppError('COUPON_INVALID');
  const { credits, cause } = redeemed;
  failPoint('coupon.after_claim');
  const balance = await wallet.credit(ctx, 'coupon', {
    userId,
    amount: credits,
    cause,
    description: `Gutschein ${maskCode(code)}`,
  });
  return {
    message: `Der Gutschein ist eingelöst: ${formatCredits(credits)} für dein Guthaben.`,
    coupon: { credits },
    credits: balance,
  };
}

/** The caller's last redemptions. */
export async function listUsed({
  db,
  actor,
}: Owner): Promise<Output<typeof contract.getUsedCoupons>> {
  const rows = await store.redeemedBy(db, actor.userId, LISTED);
  return {
    coupons: rows.map(({ code, credits, used_at }) => ({
      code: maskCode(code),
      credits,
      used_at: used_at.toISOString(),
    })),
  };
}

/** All coupons, newest first. */
export const listCoupons = (db: Sql) => store.allCoupons(db);
