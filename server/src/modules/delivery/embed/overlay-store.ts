import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';

/** Whether this is the visitor's first request of the day. */
export async function isFirst(
  db: Database,
  { day, websiteId, visitor }: { day: string; websiteId: number; visitor: Buffer },
): Promise<boolean> {
  const { rows } = await sql`
    insert into overlay_seen (day, website_id, visitor) values (${day}::date, ${websiteId}, ${visitor})
    on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}
