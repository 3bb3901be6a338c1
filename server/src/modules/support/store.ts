import type { Sql } from '../../platform/db.ts';

export interface NewMessage {
  kind: 'contact' | 'support';
  accountId: number | null;
  name: string;
  email: string;
  phone: string | null;
  subject: string;
  body: string;
}

/**
 * The number of the stored message, and whether it is a new one. `fingerprint` is its unique cause: presses that race for it wait for
 * each other at the index, and all but the first get the first one's number. Older than `since` it is free again.
 */
export async function putMessage(
  db: Sql,
  { kind, accountId, name, email, phone, subject, body }: NewMessage,
  { fingerprint, since, now }: { fingerprint: Buffer; since: Date; now: Date },
): Promise<{ id: number; isNew: boolean }> {
  await db
    .updateTable('message')
    .set({ fingerprint: null })
    .where('fingerprint', '=', fingerprint)
    .where('created_at', '<=', since)
    .execute();
  // Looked for first, because an insert that meets another one uses up a number.
  const earlier = await findBy(db, fingerprint);
  if (earlier) return { id: earlier.id, isNew: false };
  const row = await db
    .insertInto('message')
    .values({
      ...{ kind, account_id: accountId, name, email, phone, subject, body },
      ...{ fingerprint, created_at: now },
    })
    .onConflict((conflict) => conflict.column('fingerprint').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) return { id: row.id, isNew: true };
  return { id: (await findBy(db, fingerprint))!.id, isNew: false };
}

const findBy = (db: Sql, fingerprint: Buffer) =>
  db.selectFrom('message').select('id').where('fingerprint', '=', fingerprint).executeTakeFirst();

/** What the account wrote, and what was written on the public form under its address. */
export async function deleteOf(db: Sql, { accountId, email }: { accountId: number; email: string }): Promise<void> {
  await db
    .deleteFrom('message')
    .where((is) =>
      is.or([is('account_id', '=', accountId), is.and([is('kind', '=', 'contact'), is('email', '=', email)])]),
    )
    .execute();
}
