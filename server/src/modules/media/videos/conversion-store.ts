import type { Place } from '@samtrot/shared/media/rules.ts';
import { sql } from 'kysely';
import type { Database, Sql } from '../../../platform/db.ts';
import type { Backlog } from '../../../platform/queue.ts';

/** A claimed video; `attempts` identifies the claim. */
export interface Claim {
  id: number;
  accountId: number;
  uploadId: string;
  place: Place;
  attempts: number;
}

/** How far back an account's other videos reduce its priority while others wait. */
const FAIRNESS_INTERVAL = '1 hour';

/**
 * Claims the oldest waiting or abandoned video. Fair queue: an account's second video within the
 * hour comes after the first ones of all others.
 */
export async function claim(
  db: Database | Sql,
  { at, until }: { at: Date; until: Date },
): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    update video set status = 'laeuft', attempts = attempts + 1, progress = 0, claimed_until = ${until}
     where id = (select id from video v where status in ('wartet', 'laeuft') and (claimed_until is null or claimed_until <= ${at})
                  order by (select count(*) from video before where before.account_id = v.account_id and before.id < v.id
                              and before.created_at > v.created_at - ${FAIRNESS_INTERVAL}::interval), created_at, id
                  limit 1 for update skip locked)
    returning id, account_id as "accountId", upload_id as "uploadId", place, attempts`.execute(db);
  return rows[0];
}

/** Videos that nobody converts yet. */
export async function backlog(db: Database): Promise<Backlog> {
  const { waiting, since } = await db
    .selectFrom('video')
    .select((is) => [is.fn.countAll<number>().as('waiting'), is.fn.min('created_at').as('since')])
    .where('status', '=', 'wartet')
    .executeTakeFirstOrThrow();
  return { waiting, since, failed: 0 };
}

const held = (db: Database | Sql, { id, attempts }: Claim) =>
  db
    .updateTable('video')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'laeuft');

/** Returns whether the claim is still valid. */
export async function renewLease(
  db: Database | Sql,
  video: Claim,
  { progress, until }: { progress: number; until: Date },
) {
  const { numUpdatedRows } = await held(db, video)
    .set({ progress, claimed_until: until })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Releases the claim; the video waits again, at least until then. */
export async function releaseClaim(
  db: Database | Sql,
  video: Claim,
  { attempts, until }: { attempts: number; until: Date | null },
) {
  await held(db, video)
    .set({ status: 'wartet', attempts, progress: 0, claimed_until: until })
    .execute();
}

export async function fail(db: Database | Sql, video: Claim, failure: string): Promise<boolean> {
  const { numUpdatedRows } = await held(db, video)
    .set({ status: 'gescheitert', failure, bytes: 0, upload_id: null, claimed_until: null })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether the video still existed. Its ad is locked first, in the common lock order. */
export async function finish(
  db: Sql,
  video: Claim,
  built: {
    content_id: string;
    width: number;
    height: number;
    duration_ms: number;
    heights: number[];
    bytes: number;
  },
): Promise<boolean> {
  await sql`select from inserat where id = (select inserat_id from video where id = ${video.id}) for update`.execute(
    db,
  );
  const { numUpdatedRows } = await held(db, video)
    .set({ ...built, status: 'bereit', progress: 100, upload_id: null, claimed_until: null })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uploads of videos that are not converted yet. */
export async function waitingUploads(db: Database): Promise<Set<string>> {
  const rows = await db
    .selectFrom('video')
    .select('upload_id')
    .where('upload_id', 'is not', null)
    .execute();
  return new Set(rows.map(({ upload_id }) => upload_id!));
}

/** Copies the videos of an ad to another one; stories are not copied. */
export async function copyVideos(
  db: Sql,
  { from, to, at }: { from: number; to: number; at: Date },
): Promise<void> {
  await sql`
    insert into video (account_id, inserat_id, place, name, position, status, progress, attempts,
                       content_id, width, height, heights,
                       duration_ms, bytes, rating, rating_fixed, created_at)
    select account_id, ${to}, place, name, position, status, progress, attempts, content_id, width,
           height, heights,
           duration_ms, bytes, rating, rating_fixed, ${at} from video
     where inserat_id = ${from} and place = 'inserat' and status = 'bereit'
     order by position, id`.execute(db);
}
