import { sql } from 'kysely';
import type { Sql } from '../../platform/db.ts';

/** What is not deleted, by its number or its id on the websites. */
export async function findThing(
  db: Sql,
  kind: 'inserat' | 'club',
  thing: string,
): Promise<number | undefined> {
  const which = /^\d+$/.test(thing) ? sql`id = ${Number(thing)}` : sql`public_id = ${thing}`;
  const table = sql.table(kind);
  const there = kind === 'inserat' ? sql`status <> 'geloescht'` : sql`deleted_at is null`;
  const { rows } = await sql<{ id: number }>`
    select id from ${table} where ${which} and ${there}`.execute(db);
  return rows[0]?.id;
}

/** What is unusual about the traffic of websites, by website; one transaction at a time. */
export async function alertsForUpdate(db: Sql): Promise<Map<number, 'fall' | 'rise'>> {
  await sql`select pg_advisory_xact_lock(hashtext('traffic alert'))`.execute(db);
  const rows = await db.selectFrom('traffic_alert').select(['website_id', 'kind']).execute();
  return new Map(rows.map(({ website_id, kind }) => [website_id, kind as 'fall' | 'rise']));
}

/** Null: it is as usual. */
export async function saveAlert(
  db: Sql,
  { websiteId, kind, now }: { websiteId: number; kind: 'fall' | 'rise' | null; now: Date },
): Promise<void> {
  await db.deleteFrom('traffic_alert').where('website_id', '=', websiteId).execute();
  if (kind)
    await db
      .insertInto('traffic_alert')
      .values({ website_id: websiteId, kind, since: now })
      .execute();
}
