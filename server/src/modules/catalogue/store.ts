import type { CatalogueList } from '@samtrot/shared/catalogue/shape-rules.ts';
import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';

export interface ValidVersion {
  id: number;
  list: CatalogueList;
  content: unknown;
}

/** The versions of these lists that are valid then. */
export async function validVersions(
  db: Sql | Database,
  lists: readonly CatalogueList[],
  at: Date,
): Promise<ValidVersion[]> {
  const { rows } = await sql<ValidVersion>`
    select v.id, v.list, v.content
      from unnest(${[...lists]}::text[]) l, catalogue_version v
     where v.id = catalogue_valid(l, ${at})`.execute(db);
  return rows;
}

/** The contents of these versions. */
export async function contentsOf(db: Sql, ids: readonly number[]): Promise<Map<number, unknown>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('catalogue_version')
    .select(['id', 'content'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, content }) => [id, content]));
}
