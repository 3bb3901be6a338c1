import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';
import type { OnlineText } from './desk-store.ts';
import { newPhrases } from './phrases.ts';

interface Search {
  version_id: number;
  /** The last thing that was looked at. */
  after: Pick<OnlineText, 'thing' | 'id'> | null;
  phrases: string[];
}

/**
 * The oldest version of forbidden phrases that has begun and was not looked for to its end, locked.
 */
export async function nextPhraseSearch(db: Sql, now: Date): Promise<Search | undefined> {
  await sql`
    insert into phrase_search (catalogue_version_id)
    select id from catalogue_version
     where list = 'forbidden_phrases' and state = 'released' and valid_from <= ${now} and number > 1
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{
    id: number;
    thing: OnlineText['thing'] | '';
    thing_id: number;
    content: { id: number; phrase: string }[];
    before: { id: number; phrase: string }[];
  }>`
    select v.id, s.thing, s.thing_id, v.content, coalesce(b.content, '[]') as before
      from phrase_search s
      join catalogue_version v on v.id = s.catalogue_version_id
      left join catalogue_version b on b.id = v.based_on
     where s.done_at is null order by v.valid_from limit 1 for update of s skip locked`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const after = row.thing === '' ? null : { thing: row.thing, id: row.thing_id };
  return { version_id: row.id, after, phrases: newPhrases(row.before, row.content) };
}
