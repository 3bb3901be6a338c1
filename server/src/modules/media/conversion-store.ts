import type { Place } from '@samtrot/shared/media/rules.ts';
import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';

/** A video in the hands of one worker; `attempts` tells it from whoever had it before. */
export interface Claim {
  id: number;
  accountId: number;
  uploadId: string;
  place: Place;
  attempts: number;
}

/** How far back from a video those of the same account count when others wait too, however long the queue is. */
const TURN = '1 hour';

/**
 * The video that has waited longest, or that a worker has left. The second one that somebody sends within the hour comes after the first
 * one of everybody else: whoever sends many, or slow ones, makes nobody wait for all of them.
 */
export async function claim(db: Database | Sql, { at, until }: { at: Date; until: Date }): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    update video set status = 'laeuft', attempts = attempts + 1, progress = 0, claimed_until = ${until}
     where id = (select id from video v where status in ('wartet', 'laeuft') and (claimed_until is null or claimed_until <= ${at})
                  order by (select count(*) from video before where before.account_id = v.account_id and before.id < v.id
                              and before.created_at > v.created_at - ${TURN}::interval), created_at, id
                  limit 1 for update skip locked)
    returning id, account_id as "accountId", upload_id as "uploadId", place, attempts`.execute(db);
  return rows[0];
}

const held = (db: Database | Sql, { id, attempts }: Claim) =>
  db.updateTable('video').where('id', '=', id).where('attempts', '=', attempts).where('status', '=', 'laeuft');

/** Answers whether the worker still has it. */
export async function renew(db: Database | Sql, video: Claim, { progress, until }: { progress: number; until: Date }) {
  const { numUpdatedRows } = await held(db, video).set({ progress, claimed_until: until }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lets it wait again, until then at least. */
export async function giveBack(
  db: Database | Sql,
  video: Claim,
  { attempts, until }: { attempts: number; until: Date | null },
) {
  await held(db, video).set({ status: 'wartet', attempts, progress: 0, claimed_until: until }).execute();
}

export async function fail(db: Database | Sql, video: Claim, failure: string): Promise<boolean> {
  const { numUpdatedRows } = await held(db, video)
    .set({ status: 'gescheitert', failure, bytes: 0, upload_id: null, claimed_until: null })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Answers whether it was still there. Its ad is locked first, as everybody does. */
export async function finish(
  db: Sql,
  video: Claim,
  built: { content_id: string; width: number; height: number; duration_ms: number; heights: number[]; bytes: number },
): Promise<boolean> {
  await sql`select from inserat where id = (select inserat_id from video where id = ${video.id}) for update`.execute(
    db,
  );
  const { numUpdatedRows } = await held(db, video)
    .set({ ...built, status: 'bereit', progress: 100, upload_id: null, claimed_until: null })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uploads of which videos are still to be made. */
export async function waitingUploads(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom('video').select('upload_id').where('upload_id', 'is not', null).execute();
  return new Set(rows.map(({ upload_id }) => upload_id!));
}

/** The videos of one ad hang on another one too, where they are rebuilt; a story is a matter of its own ad. */
export async function copyVideos(db: Sql, { from, to, at }: { from: number; to: number; at: Date }): Promise<void> {
  await sql`
    insert into video (account_id, inserat_id, place, name, position, status, progress, attempts, content_id, width, height, heights,
                       duration_ms, bytes, rating, rating_fixed, created_at)
    select account_id, ${to}, place, name, position, status, progress, attempts, content_id, width, height, heights,
           duration_ms, bytes, rating, rating_fixed, ${at} from video
     where inserat_id = ${from} and place = 'inserat' and status = 'bereit' order by position, id`.execute(db);
}
