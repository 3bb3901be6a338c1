import type { Place, Rating } from '@samtrot/shared/media/rules.ts';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';

/** An image, or a converted video. */
export interface MediaRow {
  inserat_id: number;
  kind: 'image' | 'video';
  place: Place;
  content_id: string;
  width: number;
  height: number;
  /** Widths of an image's files, heights of a video's. */
  sizes: number[];
  placeholder: string;
  duration_ms: number;
}

/** The media of these ads with these ratings, in order; others never leave the database. */
export async function mediaOf(db: Database, ids: number[], ratings: Rating[]): Promise<MediaRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<MediaRow>`
    select inserat_id, 'image' as kind, place, content_id, width, height, widths as sizes, placeholder, 0 as duration_ms,
           position, id
      from image where inserat_id = any(${ids}::bigint[]) and rating = any(${ratings}::text[])
        and seen_by in ('all', 'visitors')
    union all
    select inserat_id, 'video', place, content_id, width, height, heights, '', duration_ms, position, id
      from video where inserat_id = any(${ids}::bigint[]) and rating = any(${ratings}::text[])
        and seen_by in ('all', 'visitors') and status = 'bereit'
    order by inserat_id, position, id`.execute(db);
  return rows;
}

/** An image of a club. */
export type ClubImageRow = Pick<
  MediaRow,
  'content_id' | 'width' | 'height' | 'sizes' | 'placeholder'
> & {
  club_id: number;
};

/** The images of these clubs with these ratings, in order. */
export async function imagesOfClubs(
  db: Database,
  ids: number[],
  ratings: Rating[],
): Promise<ClubImageRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ClubImageRow>`
    select club_id, content_id, width, height, widths as sizes, placeholder
      from image where club_id = any(${ids}::bigint[]) and rating = any(${ratings}::text[])
        and seen_by in ('all', 'visitors')
     order by club_id, position, id`.execute(db);
  return rows;
}
