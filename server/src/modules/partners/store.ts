import type { Rating } from '@samtrot/shared/media/rules.ts';
import type { Database, Sql } from '../../platform/db.ts';

export interface Website {
  id: number;
  name: string;
  url: string;
  status: 'on' | 'off';
}

const website = (row: Omit<Website, 'status'> & { status: string }): Website => ({
  ...row,
  status: row.status === 'on' ? 'on' : 'off',
});

export async function listOnline(db: Sql): Promise<(Omit<Website, 'status'> & { status: 'on' })[]> {
  const rows = await db
    .selectFrom('website')
    .select(['id', 'name', 'url'])
    .where('status', '=', 'on')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, status: 'on' as const }));
}

export async function findByName(db: Sql, name: string): Promise<Website | undefined> {
  const row = await db
    .selectFrom('website')
    .select(['id', 'name', 'url', 'status'])
    .where('name', '=', name)
    .executeTakeFirst();
  return row && website(row);
}

/** What the website shows at most. */
export async function acceptsOf(db: Sql, id: number): Promise<Rating> {
  const { accepts } = await db.selectFrom('website').select('accepts').where('id', '=', id).executeTakeFirstOrThrow();
  return accepts as Rating;
}

/** Undefined when the name is taken. */
export async function insert(
  db: Sql,
  values: { name: string; url: string; created_at: Date },
): Promise<Website | undefined> {
  const row = await db
    .insertInto('website')
    .values(values)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning(['id', 'name', 'url', 'status'])
    .executeTakeFirst();
  return row && website(row);
}

export async function update(
  db: Sql,
  id: number,
  values: { status?: 'on' | 'off'; url?: string; accepts?: Rating },
): Promise<void> {
  await db.updateTable('website').set(values).where('id', '=', id).execute();
}

export async function insertKey(
  db: Sql,
  values: { key_hash: Buffer; website_id: number; hint: string; created_at: Date },
): Promise<void> {
  await db.insertInto('website_key').values(values).execute();
}

/** How many keys were live until now and are no longer. */
export async function revokeKeys(db: Sql, websiteId: number, hint: string | undefined, now: Date): Promise<number> {
  const revoked = await db
    .updateTable('website_key')
    .set({ revoked_at: now })
    .where('website_id', '=', websiteId)
    .where('revoked_at', 'is', null)
    .$if(hint !== undefined, (query) => query.where('hint', '=', hint!))
    .executeTakeFirst();
  return Number(revoked.numUpdatedRows);
}

/** The website of a live key, if it is switched on. */
export async function websiteOfKey(
  db: Database,
  keyHash: Buffer,
): Promise<{ id: number; name: string; accepts: Rating } | undefined> {
  return db
    .selectFrom('website_key')
    .innerJoin('website', 'website.id', 'website_key.website_id')
    .select(['website.id', 'website.name', 'website.accepts'])
    .where('website_key.key_hash', '=', keyHash)
    .where('website_key.revoked_at', 'is', null)
    .where('website.status', '=', 'on')
    .$narrowType<{ accepts: Rating }>()
    .executeTakeFirst();
}
