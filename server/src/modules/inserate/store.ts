import type { Sql } from '../../platform/db.ts';

/** The lists from which an advertiser chooses (decisions, section 5). */
export async function referenceLists(db: Sql) {
  const [cantons, categories, offerings] = await Promise.all([
    db.selectFrom('canton').select(['id', 'name']).orderBy('name').execute(),
    db.selectFrom('category').select(['id', 'name']).where('active', '=', true).orderBy('id').execute(),
    db.selectFrom('offering').select(['id', 'name']).where('active', '=', true).orderBy('id').execute(),
  ]);
  return { cantons, categories, offerings };
}
