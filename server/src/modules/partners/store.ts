import type { Sql } from '../../platform/db.ts';

export async function listOnline(db: Sql): Promise<{ name: string; url: string; status: 'on' }[]> {
  const rows = await db
    .selectFrom('website')
    .select(['name', 'url'])
    .where('status', '=', 'on')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, status: 'on' as const }));
}
