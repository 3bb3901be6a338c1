import type { Sql } from '../../platform/db.ts';
import { encryptedColumn, nextId } from '../../platform/encryption.ts';

const table = { table: 'message', row: ['id'] } as const;
const nameColumn = encryptedColumn({ ...table, column: 'name' });
export const emailColumn = encryptedColumn({ ...table, column: 'email', hash: 'email_hash' });
const phoneColumn = encryptedColumn({ ...table, column: 'phone' });
const bodyColumn = encryptedColumn({ ...table, column: 'body' });
export const encryptedColumns = [nameColumn, emailColumn, phoneColumn, bodyColumn];

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
 * Inserts the message or finds its duplicate; returns the id and whether it is new. `fingerprint`
 * is unique, so concurrent duplicates wait at the index; older than `since` it is reusable.
 */
export async function insertMessage(
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
  // Looked up first, because a conflicting insert consumes a number.
  const duplicate = await findBy(db, fingerprint);
  if (duplicate) return { id: duplicate.id, isNew: false };
  const number = await nextId(db, 'message');
  const row = await db
    .insertInto('message')
    .values({
      id: number,
      kind,
      account_id: accountId,
      name: nameColumn.encrypt(name, number),
      email: emailColumn.encrypt(email, number),
      email_hash: emailColumn.lookup(email),
      phone: phone === null ? null : phoneColumn.encrypt(phone, number),
      subject,
      body: bodyColumn.encrypt(body, number),
      fingerprint,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('fingerprint').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) return { id: row.id, isNew: true };
  return { id: (await findBy(db, fingerprint))!.id, isNew: false };
}

const findBy = (db: Sql, fingerprint: Buffer) =>
  db.selectFrom('message').select('id').where('fingerprint', '=', fingerprint).executeTakeFirst();

/** Deletes the messages of the account and those with its address. */
export async function deleteMessages(
  db: Sql,
  { accountId, email }: { accountId: number; email: string },
): Promise<void> {
  await db
    .deleteFrom('message')
    .where((is) =>
      is.or([
        is('account_id', '=', accountId),
        is.and([is('kind', '=', 'contact'), is('email_hash', 'in', emailColumn.lookups(email))]),
      ]),
    )
    .execute();
}

/** Keyed hash of a message and its sender, by which a repeated one is recognised. */
export const fingerprintOf = (content: string): Buffer => bodyColumn.lookup(content);
