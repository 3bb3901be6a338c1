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

export interface NewSeries {
  name: string;
  startsAt: Date;
  /** Credits in all; null for no limit. */
  budget: Credits | null;
  /** Redemptions in all; null for no limit. */
  maxUses: number | null;
  perAccount: number;
  onlyNew: boolean;
}

export async function insertSeries(db: Sql, series: NewSeries, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('coupon_series')
    .values({
      name: series.name,
      starts_at: series.startsAt,
      budget: series.budget,
      max_uses: series.maxUses,
      per_account: series.perAccount,
      only_new: series.onlyNew,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const codeExists = async (db: Sql, code: string): Promise<boolean> =>
  (await db.selectFrom('coupon').select('code').where('code', '=', code).executeTakeFirst()) !==
  undefined;

/** Inserts those codes that do not exist yet; returns how many. */
export async function insertCodes(
  db: Sql,
  { codes, ...coupon }: Omit<NewCoupon, 'code'> & { codes: readonly string[]; seriesId: number },
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into coupon (code, series_id, credits, description, max_uses, expires_at, created_at)
    select code, ${coupon.seriesId}, ${coupon.credits}, ${coupon.description},
           ${coupon.maxUses}::integer,
           ${coupon.expiresAt}::timestamptz, ${now}
      from unnest(${codes}::text[]) code on conflict (code) do nothing`.execute(db);
  return Number(numAffectedRows);
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

interface Redeemed {
  credits: Credits;
  cause: string;
}

/** What was redeemed; undefined if the coupon is invalid, without changes (migration 0300). */
export async function redeem(
  db: Sql,
  { code, userId, at }: { code: string; userId: number; at: Date },
): Promise<Redeemed | undefined> {
  const { rows } = await sql<Redeemed>`
    select credits, coupon_cause(${code}, ${userId}, nth) as cause
      from redeem_coupon(${code}, ${userId}, ${at})`.execute(db);
  return rows[0];
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
