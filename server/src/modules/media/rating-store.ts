import { RATINGS, type Rating, ratingsUpTo } from '@samtrot/shared/media/rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

type Kind = 'image' | 'video';

/** What is shown, and whether the operator has spoken of it; its owner may have been stricter since. */
export interface Said {
  rating: Rating;
  rating_fixed: boolean;
}

/**
 * Whoever hangs something on an ad, a banner or a club of this account, or copies it, holds them, so that the operator says it of all of
 * it or before. Locked after what it hangs on, and after the quota.
 */
export async function holdRatings(db: Sql, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('rating'), hashtext(${String(accountId)}))`.execute(db);
}

/** What the operator has said of a content of an account, also when it hangs nowhere any more. */
export async function fixedRating(db: Sql, accountId: number, contentId: string): Promise<Rating | undefined> {
  await holdRatings(db, accountId);
  const { rows } = await sql<{ rating: Rating }>`
    select rating from fixed_rating where account_id = ${accountId} and content_id = ${contentId}`.execute(db);
  return rows[0]?.rating;
}

/** What the operator has said of the same film holds for a rebuilt one; what its owner has said meanwhile stands where that is stricter. */
export async function applyFixedRating(db: Sql, accountId: number, videoId: number): Promise<void> {
  await holdRatings(db, accountId);
  await sql`
    update video v set rating_fixed = true, rating = ratings[greatest(array_position(ratings, v.rating), array_position(ratings, f.rating))]
      from fixed_rating f, (select ${[...RATINGS]}::text[] as ratings) as strictness
     where v.id = ${videoId} and f.account_id = v.account_id and f.content_id = v.content_id`.execute(db);
}

/**
 * The owner says it. Answers whether it may be said: beneath the operator's word it may not, and back to it always. The ad that it hangs
 * on is locked.
 */
export async function rate(db: Sql, kind: Kind, id: number, rating: Rating): Promise<boolean> {
  await sql`
    select pg_advisory_xact_lock_shared(hashtext('rating'), hashtext(account_id::text)) from ${sql.table(kind)} where id = ${id}`.execute(
    db,
  );
  const { rows } = await sql`
    update ${sql.table(kind)} said set rating = ${rating}
     where id = ${id} and (not rating_fixed or coalesce(
       (select f.rating from fixed_rating f where f.account_id = said.account_id and f.content_id = said.content_id),
       said.rating) = any (${ratingsUpTo(rating)}::text[]))
    returning id`.execute(db);
  return rows.length > 0;
}

/**
 * The operator says it of the content of a picture or a rebuilt video: of all that shows it on the account, and of whatever will. Answers
 * whether it is there.
 */
export async function fixRating(db: Sql, kind: Kind, id: number, rating: Rating): Promise<boolean> {
  const { rows } = await sql<{ account_id: number; content_id: string }>`
    select account_id, content_id from ${sql.table(kind)} where id = ${id} and content_id is not null`.execute(db);
  const [of] = rows;
  if (!of) return false;
  const same = sql`account_id = ${of.account_id} and content_id = ${of.content_id}`;
  // First what it hangs on, in the order of everybody: whoever holds one of these may be about to ask for the ratings.
  await sql`
    select from inserat where id in (select inserat_id from image where ${same} union select inserat_id from video where ${same})
     order by id for update`.execute(db);
  for (const [owner, column] of [
    ['banner', 'banner_id'],
    ['club', 'club_id'],
  ] as const) {
    await sql`
      select from ${sql.table(owner)} where id in (select ${sql.ref(column)} from image where ${same}) order by id for update`.execute(
      db,
    );
  }
  await sql`select pg_advisory_xact_lock(hashtext('rating'), hashtext(${String(of.account_id)}))`.execute(db);
  await sql`
    insert into fixed_rating (account_id, content_id, rating) values (${of.account_id}, ${of.content_id}, ${rating})
    on conflict (account_id, content_id) do update set rating = excluded.rating`.execute(db);
  await sql`update image set rating = ${rating}, rating_fixed = true where ${same}`.execute(db);
  await sql`update video set rating = ${rating}, rating_fixed = true where ${same}`.execute(db);
  return true;
}

/** For closing accounts. */
export async function forgetRatings(db: Sql, accountId: number): Promise<void> {
  await sql`delete from fixed_rating where account_id = ${accountId}`.execute(db);
}
