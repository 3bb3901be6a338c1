import type { PackageId } from '@samtrot/shared/cart/rules.ts';
import type { Sql } from '../../platform/db.ts';
import type { CartWishes } from './ports.ts';

export interface StoredCart {
  inseratId: number;
  wanted: CartWishes;
  updatedAt: Date;
}

/** Inserts or replaces the cart of this ad. */
export async function saveCart(
  db: Sql,
  accountId: number,
  { inseratId, wanted, updatedAt }: StoredCart,
): Promise<void> {
  const columns = {
    base_package: wanted.package,
    regions: wanted.regions,
    categories: wanted.categories,
    daily_pushes: wanted.dailyPushes,
    dated_pushes: wanted.datedPushes,
    planned: wanted.planned,
    topad: wanted.topAd,
    colour: wanted.colour,
    story: wanted.story,
    updated_at: updatedAt,
  };
  await db
    .insertInto('cart')
    .values({ inserat_id: inseratId, account_id: accountId, ...columns })
    .onConflict((conflict) => conflict.column('inserat_id').doUpdateSet(columns))
    .execute();
}

/** The account's carts, newest first; with an ad only its cart. */
export async function findCarts(
  db: Sql,
  accountId: number,
  inseratId?: number,
): Promise<StoredCart[]> {
  let query = db.selectFrom('cart').selectAll().where('account_id', '=', accountId);
  if (inseratId !== undefined) query = query.where('inserat_id', '=', inseratId);
  const rows = await query.orderBy('updated_at', 'desc').orderBy('inserat_id', 'desc').execute();
  return rows.map((row) => ({
    inseratId: row.inserat_id,
    wanted: {
      package: row.base_package as PackageId,
      regions: row.regions,
      categories: row.categories,
      dailyPushes: row.daily_pushes,
      datedPushes: row.dated_pushes,
      planned: row.planned,
      topAd: row.topad,
      colour: row.colour,
      story: row.story,
    },
    updatedAt: row.updated_at,
  }));
}

export async function remove(db: Sql, inseratId: number): Promise<void> {
  await db.deleteFrom('cart').where('inserat_id', '=', inseratId).execute();
}

export async function deleteCarts(db: Sql, accountId: number): Promise<void> {
  await db.deleteFrom('cart').where('account_id', '=', accountId).execute();
}

export async function quotedAt(db: Sql, inseratId: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('cart')
    .select('updated_at')
    .where('inserat_id', '=', inseratId)
    .executeTakeFirst();
  return row?.updated_at;
}
