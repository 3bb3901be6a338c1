/** Pictures that were removed from an ad and can be restored for a while (EXP-72). */
import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import { lockContent } from '../store.ts';
import { requireQuota } from './quota.ts';

interface Times {
  removedAt: Date;
  eraseAt: Date;
}

/**
 * Removes an image of an ad locked by the caller and keeps its row and its files; returns whether
 * it existed.
 */
export async function removeForNow(
  db: Sql,
  imageId: number,
  { removedAt, eraseAt }: Times,
): Promise<boolean> {
  const kept = await sql<{ image_id: number }>`
    insert into removed_image (image_id, account_id, inserat_id, content_id, widths, image, removed_at, erase_at)
    select id, account_id, inserat_id, content_id, widths, to_jsonb(image), ${removedAt}, ${eraseAt}
      from image where id = ${imageId} and place = 'inserat'
    returning image_id`.execute(db);
  if (kept.rows.length === 0) return false;
  await db.deleteFrom('image').where('id', '=', imageId).execute();
  return true;
}

/** The ad of an image of this account that can still be restored. */
export async function inseratOfRemoved(
  db: Sql,
  { accountId, imageId, now }: { accountId: number; imageId: number; now: Date },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('removed_image')
    .select('inserat_id')
    .where('image_id', '=', imageId)
    .where('account_id', '=', accountId)
    .where('erase_at', '>', now)
    .executeTakeFirst();
  return row?.inserat_id;
}

/**
 * Restores an image of an ad locked by the caller as it was. Where changes wait for an approval it
 * needs none, unless the house has stopped the ad since. @throws QUOTA_REACHED
 */
export async function restoreImage(db: Sql, accountId: number, imageId: number): Promise<void> {
  const { content_id, image } = await db
    .selectFrom('removed_image')
    .select(['content_id', sql<{ bytes: number }>`image`.as('image')])
    .where('image_id', '=', imageId)
    .executeTakeFirstOrThrow();
  await requireQuota(db, accountId, image.bytes);
  await lockContent(db, content_id, 'shared');
  // What it was to replace may be gone meanwhile.
  await sql`
    insert into image overriding system value
    select (jsonb_populate_record(null::image, image || jsonb_build_object('replaces', (
             select o.id from image o
              where o.id = (image ->> 'replaces')::bigint and o.seen_by = 'all')))).*
      from removed_image where image_id = ${imageId}`.execute(db);
  await sql`
    update image set seen_by = r.image ->> 'seen_by' from removed_image r
     where image.id = ${imageId} and r.image_id = image.id and not exists (
       select from hold h where h.thing = 'inserat' and h.item_id = r.inserat_id
          and (h.closed_at is null or h.closed_at >= r.removed_at))`.execute(db);
  await sql`
    update image set seen_by = 'visitors' from image one
     where one.id = ${imageId} and one.replaces = image.id and one.seen_by = 'owner'`.execute(db);
  await db.deleteFrom('removed_image').where('image_id', '=', imageId).execute();
}

/** Forgets those of an ad or an account; their files are removed. */
export async function forgetRemoved(
  db: Sql,
  which: { inseratId: number } | { accountId: number },
): Promise<void> {
  const one = 'inseratId' in which;
  await db
    .deleteFrom('removed_image')
    .where(one ? 'inserat_id' : 'account_id', '=', one ? which.inseratId : which.accountId)
    .execute();
}

/** Forgets those whose time is over; returns how many. */
export async function eraseRemoved(db: Sql, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('removed_image')
    .where('erase_at', '<=', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
