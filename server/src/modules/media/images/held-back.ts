import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';

/** The pictures and films of one place of an item, which the caller has locked. */
export interface Shelf {
  kind: 'inserat' | 'banner' | 'club';
  itemId: number;
  place: 'inserat' | 'story' | 'banner' | 'club';
}

/** What an approval has changed: what visitors see now, and what they do not see any more. */
export interface ShownMedia {
  shown: { images: number[]; videos: number[] };
  replaced: { images: number[]; videos: number[] };
}

const on = ({ kind, itemId, place }: Shelf): RawBuilder<boolean> =>
  sql`${sql.ref(`${kind}_id`)} = ${itemId} and place = ${place}`;

async function turn(
  db: Sql,
  table: 'image' | 'video',
  { from, to, which }: { from: string; to: string; which: RawBuilder<unknown> },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(table)} set seen_by = ${to} where seen_by = ${from} and ${which}
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

async function turnAll(db: Sql, shelf: Shelf, from: string, to: string) {
  const which = on(shelf);
  return {
    images: await turn(db, 'image', { from, to, which }),
    videos: shelf.kind === 'inserat' ? await turn(db, 'video', { from, to, which }) : [],
  };
}

/** Shows what waits, instead of what it replaces. */
export async function showWaiting(db: Sql, shelf: Shelf): Promise<ShownMedia> {
  const replaced = await turnAll(db, shelf, 'visitors', 'nobody');
  return { shown: await turnAll(db, shelf, 'owner', 'all'), replaced };
}

/** Takes an approval back: what it has shown waits again. */
export async function hideAgain(db: Sql, { shown, replaced }: ShownMedia): Promise<void> {
  const turns = [
    ['image', shown.images, 'all', 'owner'],
    ['video', shown.videos, 'all', 'owner'],
    ['image', replaced.images, 'nobody', 'visitors'],
    ['video', replaced.videos, 'nobody', 'visitors'],
  ] as const;
  for (const [table, ids, from, to] of turns)
    await turn(db, table, { from, to, which: sql`id = any (${ids}::bigint[])` });
}

/** Deletes what approvals have replaced that can no longer be taken back. */
export async function purgeReplaced(db: Sql): Promise<void> {
  for (const table of ['image', 'video'] as const) {
    const of =
      table === 'image'
        ? sql`(r.thing = 'banner' and r.item_id = m.banner_id)
            or (r.thing in ('inserat', 'story') and r.item_id = m.inserat_id)`
        : sql`r.thing = 'story' and r.item_id = m.inserat_id`;
    await sql`
      delete from ${sql.table(table)} m where m.seen_by = 'nobody' and not exists (
        select from review r where r.replaced is not null and (${of}))`.execute(db);
  }
}

/**
 * Makes room for a replacement: what visitors see stays until it is approved, if changes of the
 * item wait; otherwise it is deleted.
 */
export async function makeRoom(db: Sql, shelf: Shelf): Promise<void> {
  const tables = shelf.kind === 'inserat' ? (['image', 'video'] as const) : (['image'] as const);
  const waits = sql`change_waits(${shelf.kind}, ${shelf.itemId})`;
  for (const table of tables)
    await sql`
      delete from ${sql.table(table)}
       where ${on(shelf)} and (seen_by = 'owner' or not ${waits})`.execute(db);
  for (const table of tables)
    await turn(db, table, { from: 'all', to: 'visitors', which: on(shelf) });
}

/** What its owner sees of it, and what visitors do. */
export const SEEN_BY_OWNER = sql<boolean>`seen_by in ('all', 'owner')`;
export const SEEN_BY_VISITORS = sql<boolean>`seen_by in ('all', 'visitors')`;
