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

/** A website that is switched on, for those who choose what it shows. */
export interface ShowingWebsite {
  id: number;
  /** Names it in addresses that everybody may read. */
  public_id: string;
  name: string;
  url: string;
  accepts: Rating;
}

export const listShowing = (db: Database | Sql): Promise<ShowingWebsite[]> =>
  db
    .selectFrom('website')
    .select(['id', 'public_id', 'name', 'url', 'accepts'])
    .where('status', '=', 'on')
    .orderBy('id')
    .$narrowType<{ accepts: Rating }>()
    .execute();

/** The name of a website in addresses that everybody may read. */
export async function publicIdOf(db: Sql, id: number): Promise<string> {
  const row = await db
    .selectFrom('website')
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.public_id;
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
  const { accepts } = await db
    .selectFrom('website')
    .select('accepts')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return accepts as Rating;
}

/** The address of one ad and of one club there, with the place of the id. */
export const linksOf = (
  db: Sql,
  id: number,
): Promise<{ inserat: string | null; club: string | null }> =>
  db
    .selectFrom('website')
    .select(['inserat_link as inserat', 'club_link as club'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

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
  values: {
    status?: 'on' | 'off';
    url?: string;
    accepts?: Rating;
    inserat_link?: string | null;
    club_link?: string | null;
  },
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
export async function revokeKeys(
  db: Sql,
  websiteId: number,
  hint: string | undefined,
  now: Date,
): Promise<number> {
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
