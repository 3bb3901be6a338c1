import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

/** The largest stored file of an image or a video. */
export interface OwnMedia {
  kind: 'image' | 'video';
  id: number;
  /** Its name in the file store. */
  name: string;
}

/** The files of all images and finished videos of an account, the largest of each. */
export async function ownMedia(db: Sql, accountId: number): Promise<OwnMedia[]> {
  const { rows } = await sql<OwnMedia>`
    select 'image' as kind, id, content_id || '-' || width || '.webp' as name
      from image where account_id = ${accountId}
    union all
    select 'video', id, content_id || '-' || (select max(h) from unnest(heights) h) || '.mp4'
      from video where account_id = ${accountId} and content_id is not null
     order by kind, id`.execute(db);
  return rows;
}
