import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import { type Bucket, bucketKey } from '../../../platform/limits.ts';

interface Attempt extends Bucket {
  now: Date;
}

/**
 * Counts an attempt in the caller's transaction; returns whether it is within `attempts` in
 * `seconds`. Concurrent attempts of one bucket wait for each other.
 */
export async function takeAttempt(
  db: Sql,
  { name, key, now, attempts, seconds }: Attempt,
): Promise<boolean> {
  const { rows } = await sql<{ free_at: Date | null }>`
    select take_attempt(${bucketKey({ name, key })}, ${now}, ${attempts}, make_interval(secs => ${seconds})) as free_at`.execute(
    db,
  );
  return rows[0]!.free_at === null;
}

/** Whether `takeAttempt` would refuse another one now. */
export async function isUsedUp(
  db: Sql,
  { name, key, now, attempts, seconds }: Attempt,
): Promise<boolean> {
  const { rows } = await sql<{ hits: number }>`
    select count(*)::int as hits from rate_limit, unnest(hits) as hit
    where key = ${bucketKey({ name, key })}
      and hit > ${now}::timestamptz - make_interval(secs => ${seconds})`.execute(db);
  return rows[0]!.hits >= attempts;
}

/** Takes an attempt back that was no guess. */
export async function returnAttempt(
  db: Sql,
  { name, key }: Pick<Bucket, 'name' | 'key'>,
): Promise<void> {
  await sql`
    update rate_limit set hits = trim_array(hits, 1)
    where key = ${bucketKey({ name, key })} and cardinality(hits) > 0`.execute(db);
}
