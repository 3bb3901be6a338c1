import type { Place, Rating } from '@samtrot/shared/media/rules.ts';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';

/** A picture, or a video that is ready to be seen. */
export interface MediaRow {
  inserat_id: number;
  kind: 'image' | 'video';
  place: Place;
  content_id: string;
  width: number;
  height: number;
  /** Widths of the files of a picture, heights of those of a video. */
  sizes: number[];
  placeholder: string;
  duration_ms: number;
}

/** What hangs on these ads and shows one of these, each list in its order. Anything else does not leave the database. */
export async function mediaOf(db: Database, ids: number[], ratings: Rating[]): Promise<MediaRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<MediaRow>`
    select inserat_id, 'image' as kind, place, content_id, width, height, widths as sizes, placeholder, 0 as duration_ms,
           position, id
      from image where inserat_id = any(${ids}::bigint[]) and rating = any(${ratings}::text[])
    union all
    select inserat_id, 'video', place, content_id, width, height, heights, '', duration_ms, position, id
      from video where inserat_id = any(${ids}::bigint[]) and rating = any(${ratings}::text[]) and status = 'bereit'
    order by inserat_id, position, id`.execute(db);
  return rows;
}

/** A picture of a club. */
export type ClubImageRow = Pick<MediaRow, 'content_id' | 'width' | 'height' | 'sizes' | 'placeholder'> & {
  club_id: number;
};

/** The pictures of these clubs that show one of these, each list in its order. */
export async function imagesOfClubs(db: Database, ids: number[], ratings: Rating[]): Promise<ClubImageRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ClubImageRow>`
    select club_id, content_id, width, height, widths as sizes, placeholder
      from image where club_id = any(${ids}::bigint[]) and rating = any(${ratings}::text[])
     order by club_id, position, id`.execute(db);
  return rows;
}
