import { RATINGS, type Rating, ratingsUpTo } from '@samtrot/shared/media/rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';

type Kind = 'image' | 'video';

/** A rating, and whether the operator has set one; the owner may be stricter. */
export interface StoredRating {
  rating: Rating;
  rating_fixed: boolean;
}

/**
 * Locks the account's ratings while items are added, so that an operator's rating covers them.
 * Locked after the item and the quota.
 */
export async function lockRatings(db: Sql, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('rating'), hashtext(${String(accountId)}))`.execute(
    db,
  );
}

/** The operator's rating of a content of an account, also if it is unused now. */
export async function fixedRating(
  db: Sql,
  accountId: number,
  contentId: string,
): Promise<Rating | undefined> {
  await lockRatings(db, accountId);
  const { rows } = await sql<{ rating: Rating }>`
    select rating from fixed_rating
     where account_id = ${accountId} and content_id = ${contentId}`.execute(db);
  return rows[0]?.rating;
}

/** Applies the operator's rating to a converted video; a stricter one of the owner stays. */
export async function applyFixedRating(db: Sql, accountId: number, videoId: number): Promise<void> {
  await lockRatings(db, accountId);
  await sql`
    update video v set rating_fixed = true, rating = ratings[greatest(array_position(ratings, v.rating), array_position(ratings, f.rating))]
      from fixed_rating f, (select ${[...RATINGS]}::text[] as ratings) as strictness
     where v.id = ${videoId} and f.account_id = v.account_id
       and f.content_id = v.content_id`.execute(db);
}

/** Sets the owner's rating; returns false if it is below the operator's. The ad is locked. */
export async function rate(db: Sql, kind: Kind, id: number, rating: Rating): Promise<boolean> {
  await sql`
    select pg_advisory_xact_lock_shared(hashtext('rating'), hashtext(account_id::text))
      from ${sql.table(kind)} where id = ${id}`.execute(db);
  const { rows } = await sql`
    update ${sql.table(kind)} said set rating = ${rating}
     where id = ${id} and (not rating_fixed or coalesce(
       (select f.rating from fixed_rating f where f.account_id = said.account_id and f.content_id = said.content_id),
       said.rating) = any (${ratingsUpTo(rating)}::text[]))
    returning id`.execute(db);
  return rows.length > 0;
}

/**
 * Sets the operator's rating of a content, on all current and future items of the account; returns
 * whether it exists.
 */
export async function fixRating(db: Sql, kind: Kind, id: number, rating: Rating): Promise<boolean> {
  const { rows } = await sql<{ account_id: number; content_id: string }>`
    select account_id, content_id from ${sql.table(kind)}
     where id = ${id} and content_id is not null`.execute(db);
  const [of] = rows;
  if (!of) return false;
  const same = sql`account_id = ${of.account_id} and content_id = ${of.content_id}`;
  // Items first, in the common lock order: their holder may lock the ratings next.
  await sql`
    select from inserat where id in (select inserat_id from image where ${same} union select inserat_id from video where ${same})
     order by id for update`.execute(db);
  for (const [owner, column] of [
    ['banner', 'banner_id'],
    ['club', 'club_id'],
  ] as const) {
    await sql`
      select from ${sql.table(owner)}
       where id in (select ${sql.ref(column)} from image where ${same})
       order by id for update`.execute(db);
  }
  await sql`select pg_advisory_xact_lock(hashtext('rating'), hashtext(${String(of.account_id)}))`.execute(
    db,
  );
  await sql`
    insert into fixed_rating (account_id, content_id, rating) values (${of.account_id}, ${of.content_id}, ${rating})
    on conflict (account_id, content_id) do update set rating = excluded.rating`.execute(db);
  await sql`update image set rating = ${rating}, rating_fixed = true where ${same}`.execute(db);
  await sql`update video set rating = ${rating}, rating_fixed = true where ${same}`.execute(db);
  return true;
}

/** Deletes the account's ratings, for account deletion. */
export async function eraseRatings(db: Sql, accountId: number): Promise<void> {
  await sql`delete from fixed_rating where account_id = ${accountId}`.execute(db);
}
