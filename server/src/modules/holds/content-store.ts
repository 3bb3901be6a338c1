/** What is held as its owner wrote it, to tell whether a named part has changed. */
import { FIELDS_OF_THINGS } from '@samtrot/shared/holds/rules.ts';
import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import type { Held } from './store.ts';

/** One ciphertext with one hash: each of them counts as changed with it. */
const CONTACT = ['telefon', 'homepage', 'ort'];
/** Likewise, while they wait for an approval. */
const PENDING = [...CONTACT, 'titel', 'name', 'club_name', 'beschreibung', 'text', 'url'];

/** Content of a thing by column, and its pictures in their order. */
export async function contentOf(
  db: Sql,
  { thing, id }: Held,
): Promise<{ values: Record<string, unknown>; pictures: string[] }> {
  if (thing === 'account') return { values: {}, pictures: [] };
  const table = sql.table(thing);
  const of = sql.ref(`p.${thing}_id`);
  const { rows } = await sql<{ values: Record<string, unknown>; pictures: string[] }>`
    select to_jsonb(t) as values, array(
      select p.content_id from image p
       where ${of} = t.id and p.place = ${thing} and p.seen_by in ('all', 'owner')
       order by p.position, p.id) as pictures
      from ${table} t where t.id = ${id}`.execute(db);
  const { values = {}, pictures = [] } = rows[0] ?? {};
  const hashed = (names: readonly string[], hash: unknown) =>
    hash ? Object.fromEntries(names.map((name) => [name, hash])) : {};
  return {
    values: {
      ...values,
      ...hashed(CONTACT, values.contact_print),
      ...hashed(PENDING, values.pending_print),
      ...hashed(['story_title'], values.story_print),
    },
    pictures,
  };
}

/** Without them it has no place where its owner could write them. */
const ONLY_WRITTEN = ['story_title', 'text'];

/** What of a thing may be named: an ad may have no story, a banner no text. */
export async function nameableOf(
  db: Sql,
  held: Held,
): Promise<{ fields: string[]; pictures: number }> {
  const { values, pictures } = await contentOf(db, held);
  const fields = FIELDS_OF_THINGS[held.thing].filter(
    (field) => field !== 'bild' && (!ONLY_WRITTEN.includes(field) || Boolean(values[field])),
  );
  return { fields, pictures: pictures.length };
}
