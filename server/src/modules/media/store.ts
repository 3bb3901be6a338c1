import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

export interface StoredImage {
  id: number;
  inserat_id: number;
  content_id: string;
  name: string;
  width: number;
  height: number;
  widths: number[];
  placeholder: string;
}

const COLUMNS = ['id', 'inserat_id', 'content_id', 'name', 'width', 'height', 'widths', 'placeholder'] as const;

export const imagesOf = (db: Sql, inseratIds: number[]): Promise<StoredImage[]> =>
  db
    .selectFrom('image')
    .select(COLUMNS)
    .where('inserat_id', 'in', inseratIds)
    .orderBy('inserat_id')
    .orderBy('position')
    .orderBy('id')
    .execute();

/** The ad of an image of this account. */
export async function inseratOf(db: Sql, accountId: number, imageId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('image')
    .select('inserat_id')
    .where('id', '=', imageId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.inserat_id;
}

export async function countOf(db: Sql, inseratId: number): Promise<number> {
  const { count } = await db
    .selectFrom('image')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('inserat_id', '=', inseratId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Puts the image behind the last one of its ad. The ad must be locked. */
export async function insert(
  db: Sql,
  image: Omit<StoredImage, 'id'> & { account_id: number; created_at: Date },
): Promise<StoredImage> {
  const { rows } = await sql<StoredImage>`
    insert into image (account_id, inserat_id, content_id, name, width, height, widths, placeholder, position, created_at)
    select ${image.account_id}, ${image.inserat_id}, ${image.content_id}, ${image.name}, ${image.width}, ${image.height},
           ${image.widths}::integer[], ${image.placeholder}, coalesce(max(position), 0) + 1, ${image.created_at}
      from image where inserat_id = ${image.inserat_id}
    returning id, inserat_id, content_id, name, width, height, widths, placeholder`.execute(db);
  return rows[0]!;
}

export async function remove(db: Sql, imageId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('image').where('id', '=', imageId).executeTakeFirst();
  return numDeletedRows > 0n;
}
