import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import { fileName } from '../presenter.ts';
import { lockContent } from '../store.ts';
import { SEEN_BY_VISITORS } from './held-back.ts';

const COLUMNS = { inserat: 'inserat_id', club: 'club_id', banner: 'banner_id' } as const;

interface Of {
  kind: keyof typeof COLUMNS;
  itemId: number;
}

/**
 * Keeps the images of a thing under the name of a holder, whatever their owner does; returns the
 * contents in order.
 */
export async function keepImages(db: Sql, holder: string, { kind, itemId }: Of): Promise<string[]> {
  const column = sql.ref(COLUMNS[kind]);
  const { rows } = await sql<{ content_id: string }>`
    select distinct content_id from image where ${column} = ${itemId} and ${SEEN_BY_VISITORS}
     order by 1`.execute(db);
  for (const { content_id } of rows) await lockContent(db, content_id, 'shared');
  const kept = await sql<{ content_id: string; position: number }>`
    insert into kept_image (holder, content_id, widths, position)
    select ${holder}, content_id, max(widths),
           row_number() over (order by min((place = 'story')::int), min(position), min(id))
      from image
     where ${column} = ${itemId} and ${SEEN_BY_VISITORS}
       and content_id = any(${rows.map((row) => row.content_id)})
     group by content_id
    returning content_id, position`.execute(db);
  return kept.rows.toSorted((a, b) => a.position - b.position).map((row) => row.content_id);
}

/** The largest file of the image at this place, counted from 1, of what a holder keeps. */
export async function keptFile(
  db: Sql,
  holder: string,
  position: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('kept_image')
    .select(['content_id', 'widths'])
    .where('holder', '=', holder)
    .where('position', '=', position)
    .executeTakeFirst();
  return row && fileName(row.content_id, Math.max(...row.widths));
}

/** Keeps them no longer; files that nothing else uses are removed. */
export async function releaseImages(db: Sql, holders: readonly string[]): Promise<void> {
  if (holders.length > 0)
    await db
      .deleteFrom('kept_image')
      .where('holder', 'in', [...holders])
      .execute();
}
