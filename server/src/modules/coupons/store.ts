import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

export interface NewCoupon {
  code: string;
  credits: Credits;
  description: string;
  /** Maximum number of redemptions; null for no limit. */
  maxUses: number | null;
  /** First instant of invalidity; null for none. */
  expiresAt: Date | null;
}

/** False if the code exists. */
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

interface Offer {
  code: string;
  credits: Credits;
  description: string;
  expires_at: Date | null;
}

/** The coupon, if this account can redeem it now. */
export async function findRedeemable(
  db: Sql,
  { code, userId, at }: { code: string; userId: number; at: Date },
): Promise<Offer | undefined> {
  const { rows } = await sql<Offer>`
    select code, credits, description, expires_at from coupon c
     where code = ${code} and coupon_counts(c, ${userId}, ${at})`.execute(db);
  return rows[0];
}

/** Returns the credits; null if the coupon is invalid, without changes (migration 0023). */
export async function redeem(
  db: Sql,
  { code, userId, at }: { code: string; userId: number; at: Date },
): Promise<Credits | null> {
  const { rows } = await sql<{ credits: Credits | null }>`
    select redeem_coupon(${code}, ${userId}, ${at}) as credits`.execute(db);
  return rows[0]!.credits;
}

/** The account's last redemptions, newest first. */
export const redeemedBy = (db: Sql, userId: number, limit: number) =>
  db
    .selectFrom('coupon_use')
    .innerJoin('coupon', 'coupon.code', 'coupon_use.code')
    .select(['coupon.code', 'coupon.credits', 'coupon_use.used_at'])
    .where('coupon_use.account_id', '=', userId)
    .orderBy('coupon_use.used_at', 'desc')
    .orderBy('coupon.code')
    .limit(limit)
    .execute();

/** Newest first. */
export const allCoupons = (db: Sql) =>
  db
    .selectFrom('coupon')
    .select(['code', 'credits', 'uses', 'max_uses', 'expires_at'])
    .orderBy('created_at', 'desc')
    .orderBy('code')
    .execute();
