import type { Sql } from '../../platform/db.ts';

export interface Upload {
  id: string;
  account_id: number;
  inserat_id: number;
  kind: 'image' | 'video';
  size: number;
}

/** An upload of this account that has arrived whole, locked: one action takes it. */
export async function lockArrived(
  db: Sql,
  { id, accountId, kind }: { id: string; accountId: number; kind: Upload['kind'] },
): Promise<Upload | undefined> {
  const row = await db
    .selectFrom('upload')
    .select(['id', 'account_id', 'inserat_id', 'kind', 'size'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('finished_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return row as Upload | undefined;
}

/** From now on somebody else answers for its bytes. */
export async function forget(db: Sql, id: string): Promise<void> {
  await db.deleteFrom('upload').where('id', '=', id).execute();
}
