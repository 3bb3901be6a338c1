import type { CatalogueList } from '@samtrot/shared/catalogue/shape-rules.ts';
import { sql } from 'kysely';
import type { World } from './world.ts';

/** The first versions begin in 2000; further ones so soon after it that they are valid at once. */
const FIRST = Date.UTC(2010, 0, 1);

/**
 * A released version with this content, valid since long ago or from `validFrom`; returns its id.
 */
export async function releasedVersion(
  { db }: Pick<World, 'db'>,
  list: CatalogueList,
  content: unknown,
  validFrom?: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into catalogue_version (list, number, state, content, valid_from, created_at, changed_at, decided_at)
    select ${list}, n, 'released', ${JSON.stringify(content)}::jsonb,
           coalesce(${validFrom ?? null}::timestamptz, ${new Date(FIRST)}::timestamptz + n * interval '1 second'),
           ${new Date(FIRST)}, ${new Date(FIRST)}, ${new Date(FIRST)}
      from (select max(number) + 1 as n from catalogue_version where list = ${list}) next
    returning id`.execute(db);
  return rows[0]!.id;
}
