import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import { dueOnly, type JobContext } from '../../../platform/due-work.ts';
import { type Ciphertext, encryptedColumn, nextId } from '../../../platform/encryption.ts';

/** A name or an address, as it was typed. */
export const requestLogin = encryptedColumn({
  table: 'password_reset_request',
  column: 'login',
  row: ['id'],
  hash: 'login_hash',
  caseless: true,
});

export async function insertRequest(db: Sql, login: string, now: Date): Promise<void> {
  const id = await nextId(db, 'password_reset_request');
  await db
    .insertInto('password_reset_request')
    .values({
      id,
      login: requestLogin.encrypt(login, id),
      login_hash: requestLogin.lookup(login),
      created_at: now,
    })
    .execute();
}

/** Removes and returns the login of the oldest request that no other worker has locked. */
export async function takeRequest(ctx: JobContext): Promise<string | undefined> {
  const { rows } = await sql<{ id: number; login: Ciphertext }>`
    delete from password_reset_request where id = (
      select id from password_reset_request where ${dueOnly(ctx)}
       order by id limit 1 for update skip locked)
    returning id, login`.execute(ctx.db);
  const [request] = rows;
  if (request) ctx.due?.claimed([request.id]);
  return request && requestLogin.decrypt(request.login, request.id);
}
