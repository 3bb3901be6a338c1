import type { Place, Rating, VideoState } from '@samtrot/shared/media/rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import { SEEN_BY_OWNER } from '../images/held-back.ts';

export interface StoredVideo {
  id: number;
  inserat_id: number;
  place: Place;
  name: string;
  status: VideoState;
  progress: number;
  failure: string | null;
  content_id: string | null;
  width: number | null;
  height: number | null;
  heights: number[];
  duration_ms: number | null;
  rating: Rating;
}

// biome-ignore format: one list
const COLUMNS = ['id', 'inserat_id', 'place', 'name', 'status', 'progress', 'failure', 'content_id', 'width', 'height', 'heights',
  'duration_ms', 'rating'] as const;

/** The videos of these ads, of both places, each list in order. */
export async function videosOf(db: Sql, inseratIds: number[]): Promise<StoredVideo[]> {
  const rows = await db
    .selectFrom('video')
    .select(COLUMNS)
    .where('inserat_id', 'in', inseratIds)
    .where(SEEN_BY_OWNER)
    .orderBy('inserat_id')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows as StoredVideo[];
}

export async function countOf(db: Sql, inseratId: number): Promise<number> {
  const { count } = await db
    .selectFrom('video')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('inserat_id', '=', inseratId)
    .where('place', '=', 'inserat')
    .executeTakeFirstOrThrow();
  return count;
}

/** Appends a video to its ad, to be converted from an upload. The ad must be locked. */
export async function insert(
  db: Sql,
  video: {
    accountId: number;
    inseratId: number;
    place: Place;
    name: string;
    uploadId: string;
    bytes: number;
    at: Date;
  },
): Promise<StoredVideo> {
  const { rows } = await sql<StoredVideo>`
    insert into video (account_id, inserat_id, place, name, position, upload_id, bytes, created_at)
    select ${video.accountId}, ${video.inseratId}, ${video.place}, ${video.name},
           coalesce(max(position), 0) + 1,
           ${video.uploadId}, ${video.bytes}, ${video.at}
      from video where inserat_id = ${video.inseratId} and place = ${video.place}
    returning ${sql.join(COLUMNS.map((column) => sql.ref(column)))}`.execute(db);
  return rows[0]!;
}

/** The ad of this account's video. */
export async function inseratOf(
  db: Sql,
  accountId: number,
  videoId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('video')
    .select('inserat_id')
    .where('id', '=', videoId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.inserat_id;
}

export async function remove(db: Sql, videoId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('video')
    .where('id', '=', videoId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the videos of one ad, or of every ad of an account. */
export async function removeAll(
  db: Sql,
  of: { inseratId: number } | { accountId: number },
): Promise<void> {
  const query = db.deleteFrom('video');
  await ('inseratId' in of
    ? query.where('inserat_id', '=', of.inseratId)
    : query.where('account_id', '=', of.accountId)
  ).execute();
}
