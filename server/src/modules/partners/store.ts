import type { BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import type { Policy } from '@samtrot/shared/partners/policy-rules.ts';
import { sql } from 'kysely';
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
  /** The places that it has for banners. */
  banner_slots: BannerTypeId[];
}

export const listShowing = (db: Database | Sql): Promise<ShowingWebsite[]> =>
  db
    .selectFrom('website')
    .select(['id', 'public_id', 'name', 'url', 'accepts', 'banner_slots'])
    .where('status', '=', 'on')
    .orderBy('id')
    .$narrowType<{ accepts: Rating; banner_slots: BannerTypeId[] }>()
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

/** A website as the house and its own people see it. */
export interface WebsiteRow extends Website {
  status_since: Date | null;
  accepts: Rating;
  inserat_link: string | null;
  club_link: string | null;
  /** When a key was used last. */
  read_at: Date | null;
}

/** All websites, or one, by name. */
export async function listAll(db: Sql, id?: number): Promise<WebsiteRow[]> {
  const { rows } = await sql<WebsiteRow>`
    select w.id, w.name, w.url, w.status, w.status_since, w.accepts, w.inserat_link, w.club_link,
           (select max(last_used_at) from website_key k where k.website_id = w.id) as read_at
      from website w where ${id === undefined ? sql`true` : sql`w.id = ${id}`}
     order by w.name`.execute(db);
  return rows;
}

/** Locks the website until the end of the transaction, also against orders of banners. */
export async function lock(db: Sql, id: number): Promise<Website | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('website'), hashtext(${String(id)}))`.execute(db);
  const row = await db
    .selectFrom('website')
    .select(['id', 'name', 'url', 'status'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && website(row);
}

/**
 * None of these is switched off or gets other rules until the end of the transaction. No lock of
 * their rows: messages to them and what refers to them must not wait for an order.
 */
export async function keepAsTheyAre(db: Sql, ids: readonly number[]): Promise<void> {
  for (const id of ids.toSorted((a, b) => a - b))
    await sql`select pg_advisory_xact_lock_shared(hashtext('website'), hashtext(${String(id)}))`.execute(
      db,
    );
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
  values: { name: string; url: string; created_at: Date; status_since: Date },
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
    status_since?: Date;
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
  values: { key_hash: Buffer; website_id: number; hint: string; name: string; created_at: Date },
): Promise<number> {
  const row = await db
    .insertInto('website_key')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Metadata of an API key; only the hash of the key is stored. */
export interface Key {
  id: number;
  name: string;
  hint: string;
  created_at: Date;
  last_used_at: Date | null;
  ends_at: Date | null;
}

/** Live at this moment. */
const live = (now: Date) =>
  sql<boolean>`revoked_at is null and (ends_at is null or ends_at > ${now})`;

/** The keys that are good now, oldest first. */
export const keysOf = (db: Sql, websiteId: number, now: Date): Promise<Key[]> =>
  db
    .selectFrom('website_key')
    .select(['id', 'name', 'hint', 'created_at', 'last_used_at', 'ends_at'])
    .where('website_id', '=', websiteId)
    .where(live(now))
    .orderBy('id')
    .execute();

/** Locks a good key of this website. */
export const loadKeyForUpdate = (
  db: Sql,
  websiteId: number,
  id: number,
  now: Date,
): Promise<Key | undefined> =>
  db
    .selectFrom('website_key')
    .select(['id', 'name', 'hint', 'created_at', 'last_used_at', 'ends_at'])
    .where('website_id', '=', websiteId)
    .where('id', '=', id)
    .where(live(now))
    .forUpdate()
    .executeTakeFirst();

export async function updateKey(
  db: Sql,
  id: number,
  values: { revoked_at?: Date; ends_at?: Date | null },
): Promise<void> {
  await db.updateTable('website_key').set(values).where('id', '=', id).execute();
}

/** A use is written down at most once in this time. */
const USED_EVERY_MS = 10_000;

/** Writes down that a key was used. */
export async function noteUse(db: Database, keyHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('website_key')
    .set({ last_used_at: now })
    .where('key_hash', '=', keyHash)
    .where((is) =>
      is.or([
        is('last_used_at', 'is', null),
        is('last_used_at', '<=', new Date(now.getTime() - USED_EVERY_MS)),
      ]),
    )
    .execute();
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
    .where(live(now))
    .$if(hint !== undefined, (query) => query.where('hint', '=', hint!))
    .executeTakeFirst();
  return Number(revoked.numUpdatedRows);
}

/** A website as the delivery knows it. */
export interface KeyHolder {
  id: number;
  name: string;
  accepts: Rating;
  policy: Policy;
  /** Names the policy among all that the website has had; 0 where nothing is left out. */
  policyVersion: number;
  status: string;
}

const policyOf = sql<Policy>`json_build_object(
  'categories', w.unwanted_categories, 'cantons', w.unwanted_cantons,
  'inserate', coalesce((select json_agg(item_id order by item_id) from website_block
    where website_id = w.id and kind = 'inserat'), '[]'),
  'clubs', coalesce((select json_agg(item_id order by item_id) from website_block
    where website_id = w.id and kind = 'club'), '[]'))`;

/** The website of a good key, also one that is switched off. */
export async function websiteOfKey(
  db: Database,
  keyHash: Buffer,
  now: Date,
): Promise<KeyHolder | undefined> {
  const { rows } = await sql<KeyHolder>`
    select w.id, w.name, w.accepts, w.status, ${policyOf} as policy,
           w.policy_version as "policyVersion"
      from website_key k join website w on w.id = k.website_id
     where k.key_hash = ${keyHash} and ${live(now)}`.execute(db);
  return rows[0];
}

/** What a website leaves out. */
export async function findPolicy(
  db: Database | Sql,
  id: number,
): Promise<{ policy: Policy; slots: BannerTypeId[]; version: number } | undefined> {
  const { rows } = await sql<{ policy: Policy; slots: BannerTypeId[]; version: number }>`
    select ${policyOf} as policy, w.banner_slots as slots, w.policy_version::int as version
      from website w where w.id = ${id}`.execute(db);
  return rows[0];
}

export async function updatePolicy(
  db: Sql,
  id: number,
  {
    accepts,
    categories,
    cantons,
    slots,
  }: {
    accepts: Rating;
    categories: readonly number[];
    cantons: readonly string[];
    slots: readonly string[];
  },
): Promise<void> {
  await sql`
    update website set accepts = ${accepts}, unwanted_categories = ${[...categories]}::integer[],
      unwanted_cantons = ${[...cantons]}::text[], banner_slots = ${[...slots]}::text[],
      policy_version = policy_version + 1
     where id = ${id}`.execute(db);
}

type BlockKind = 'inserat' | 'club';

/** A single thing that a website does not show. */
export interface Block {
  kind: BlockKind;
  item_id: number;
  public_id: string | null;
  reason: string;
  created_at: Date;
}

export async function blocksOf(db: Sql, id: number): Promise<Block[]> {
  const { rows } = await sql<Block>`
    select kind, item_id, reason, created_at,
           case kind when 'club' then (select public_id from club c where c.id = item_id)
             else (select public_id from inserat i where i.id = item_id) end as public_id
      from website_block where website_id = ${id} order by created_at desc, kind, item_id`.execute(
    db,
  );
  return rows;
}

/** False where it is on the list already. */
export async function insertBlock(
  db: Sql,
  values: {
    website_id: number;
    kind: BlockKind;
    item_id: number;
    reason: string;
    created_at: Date;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('website_block')
    .values(values)
    .onConflict((known) => known.doNothing())
    .executeTakeFirstOrThrow();
  await bumpPolicy(db, values.website_id);
  return Boolean(numInsertedOrUpdatedRows);
}

/** False where it is not on the list. */
export async function deleteBlock(
  db: Sql,
  { website_id, kind, item_id }: { website_id: number; kind: BlockKind; item_id: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('website_block')
    .where('website_id', '=', website_id)
    .where('kind', '=', kind)
    .where('item_id', '=', item_id)
    .executeTakeFirstOrThrow();
  await bumpPolicy(db, website_id);
  return Boolean(numDeletedRows);
}

/** A form of the rules that was opened before is stale. */
export const bumpPolicy = (db: Sql, id: number) =>
  sql`update website set policy_version = policy_version + 1 where id = ${id}`.execute(db);
