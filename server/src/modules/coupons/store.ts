import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { Sql } from '../../platform/db.ts';

export interface NewCoupon {
  code: string;
  credits: Credits;
  description: string;
  /** How many accounts may redeem it; null for any number. */
  maxUses: number | null;
  /** First instant at which it no longer counts; null for never. */
  expiresAt: Date | null;
}

/** False when the code exists. */
export async function insertCoupon(db: Sql, coupon: NewCoupon, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('coupon')
    .values({
      code: coupon.code,
      credits: coupon.credits,
      description: coupon.description,
      max_uses: coupon.maxUses,
      expires_at: coupon.expiresAt,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .executeTakeFirst();
  return row !== undefined;
}
