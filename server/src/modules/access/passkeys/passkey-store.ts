import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import { consumeChallenge } from '../../../platform/factors/challenges.ts';
import type { PasskeyStore, StoredPasskey } from '../../../platform/factors/passkeys.ts';
import { lockAccountRow } from '../second-factor/factor-store.ts';

export interface AccountPasskey extends StoredPasskey {
  id: string;
  accountId: number;
}

/** The passkeys of all accounts: a login by passkey names none. */
export const passkeyStore = (db: Sql, now: Date): PasskeyStore<AccountPasskey> => ({
  async findForUpdate(credentialId) {
    const find = () =>
      db
        .selectFrom('passkey')
        .select([
          'id',
          'account_id as accountId',
          'credential_id as credentialId',
          'public_key as publicKey',
          'user_handle as userHandle',
          'sign_count as signCount',
        ])
        .where('credential_id', '=', credentialId);
    const known = await find().executeTakeFirst();
    // The account first, as everywhere; a deleted one has no passkeys. The same statements for an
    // unknown passkey.
    const account = await lockAccountRow(db, known?.accountId ?? 0, 'share');
    const passkey = await find().forUpdate().executeTakeFirst();
    return account && passkey;
  },
  consumeChallenge: (challenge, expiresAt) => consumeChallenge(db, challenge, expiresAt),
  async noteUse({ id }, signCount) {
    await db
      .updateTable('passkey')
      .set({ sign_count: signCount, last_used_at: now })
      .where('id', '=', id)
      .execute();
  },
});

/** Locks the passkey's account exclusive, before its row, if there is one. */
export async function lockOwner(db: Sql, credentialId: Buffer): Promise<void> {
  await sql`
    select lock_account(account_id, true) from passkey
     where credential_id = ${credentialId}`.execute(db);
}

export const list = (db: Sql, accountId: number) =>
  db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at', 'credential_id'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** The id of the new row; undefined when the authenticator's key is known already. */
export async function insert(
  db: Sql,
  passkey: Omit<AccountPasskey, 'id'> & { name: string; now: Date },
): Promise<string | undefined> {
  const row = await db
    .insertInto('passkey')
    .values({
      account_id: passkey.accountId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      user_handle: passkey.userHandle,
      sign_count: passkey.signCount,
      name: passkey.name,
      created_at: passkey.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** False when the account has no such passkey. */
export async function rename(
  db: Sql,
  { accountId, id, name }: { accountId: number; id: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function remove(db: Sql, id: string): Promise<void> {
  await db.deleteFrom('passkey').where('id', '=', id).execute();
}

/**
 * What was added from this time on: by somebody who had the account in hand then. Returns how
 * many.
 */
export async function erasePasskeysSince(db: Sql, accountId: number, since: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** What was added before anybody proved to read the account's mailbox. Returns how many. */
export async function erasePasskeysBefore(db: Sql, accountId: number, at: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where('created_at', '<', at)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
