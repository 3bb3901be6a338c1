import type { Sql } from '../../../platform/db.ts';
import { encryptedColumn } from '../../../platform/encryption.ts';
import { recoveryCodeTable } from '../../../platform/factors/recovery-codes.ts';
import { withEmail } from '../account-email.ts';

const table = { table: 'second_factor', row: ['account_id'] } as const;
export const secretColumn = encryptedColumn({ ...table, column: 'secret' });
/** `adoptNewSecret` moves the ciphertext as it is. */
export const newSecretColumn = encryptedColumn({
  ...table,
  column: 'new_secret',
  boundTo: 'secret',
});

export interface AccountRow {
  id: number;
  email: string;
  email_confirmed_at: Date | null;
  passwordHash: string;
}

/** Locks the account before its factor: logins lock it shared before they look for one. */
export async function lockAccountRow(
  db: Sql,
  accountId: number,
  mode: 'share' | 'update',
): Promise<AccountRow | undefined> {
  const open = db
    .selectFrom('account')
    .select(['id', 'email', 'email_confirmed_at', 'password_hash as passwordHash'])
    .where('id', '=', accountId)
    .where('closed_at', 'is', null);
  const row = await (mode === 'share' ? open.forShare() : open.forNoKeyUpdate()).executeTakeFirst();
  return row && withEmail(row);
}

export const findFactor = (db: Sql, accountId: number) =>
  db
    .selectFrom('second_factor')
    .select(['since', 'removal_at'])
    .where('account_id', '=', accountId)
    .where('secret', 'is not', null)
    .executeTakeFirst();

/** The code of this step and all earlier ones count no more. */
export async function saveStep(db: Sql, accountId: number, step: number): Promise<void> {
  await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .execute();
}

export async function saveNewSecret(
  db: Sql,
  { accountId, secret, now }: { accountId: number; secret: string; now: Date },
): Promise<void> {
  const fresh = { new_secret: newSecretColumn.encrypt(secret, accountId), new_secret_at: now };
  await db
    .insertInto('second_factor')
    .values({ account_id: accountId, ...fresh })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(fresh))
    .execute();
}

/** The key that waits for its first code, if it was shown since then. */
export async function loadNewSecretForUpdate(
  db: Sql,
  { accountId, since }: { accountId: number; since: Date },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('second_factor')
    .select('new_secret')
    .where('account_id', '=', accountId)
    .where('new_secret_at', '>', since)
    .forUpdate()
    .executeTakeFirst();
  return row?.new_secret ? newSecretColumn.decrypt(row.new_secret, accountId) : undefined;
}

/** The new key counts from now on; a requested removal was that of the old one. */
export async function adoptNewSecret(
  db: Sql,
  { accountId, step, now }: { accountId: number; step: number; now: Date },
): Promise<void> {
  await db
    .updateTable('second_factor')
    .set((is) => ({
      secret: is.ref('new_secret'),
      since: now,
      last_step: step,
      new_secret: null,
      new_secret_at: null,
      ...NO_REMOVAL,
    }))
    .where('account_id', '=', accountId)
    .execute();
}

/** False when there was none. */
export async function deleteFactor(db: Sql, accountId: number): Promise<boolean> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  const { numDeletedRows } = await db
    .deleteFrom('second_factor')
    .where('account_id', '=', accountId)
    .where('secret', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const recoveryCodes = recoveryCodeTable('recovery_code', 'account_id', { createdAt: true });

const NO_REMOVAL = {
  removal_requested_at: null,
  removal_at: null,
  removal_next_at: null,
  removal_token_hash: null,
};

interface Removal {
  requestedAt: Date;
  at: Date;
  nextAt: Date;
  tokenHash: Buffer;
}

/** When a removal that was requested takes effect; the first request stays. */
export async function requestRemoval(
  db: Sql,
  accountId: number,
  { requestedAt, at, nextAt, tokenHash }: Removal,
): Promise<{ at: Date; fresh: boolean } | undefined> {
  const row = await db
    .selectFrom('second_factor')
    .select('removal_at')
    .where('account_id', '=', accountId)
    .where('secret', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.removal_at) return { at: row.removal_at, fresh: false };
  await db
    .updateTable('second_factor')
    .set({
      removal_requested_at: requestedAt,
      removal_at: at,
      removal_next_at: nextAt,
      removal_token_hash: tokenHash,
    })
    .where('account_id', '=', accountId)
    .execute();
  return { at, fresh: true };
}

/** False when none was requested. */
export async function withdrawRemoval(db: Sql, accountId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factor')
    .set(NO_REMOVAL)
    .where('account_id', '=', accountId)
    .where('removal_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The account whose removal this link stops. */
export const findByRemovalToken = (db: Sql, tokenHash: Buffer) =>
  db
    .selectFrom('second_factor')
    .select('account_id')
    .where('removal_token_hash', '=', tokenHash)
    .executeTakeFirst();

/** An account with a mail or a removal that is due. */
export const findDueRemoval = (db: Sql, now: Date) =>
  db
    .selectFrom('second_factor')
    .select('account_id')
    .where('removal_next_at', '<=', now)
    .orderBy('removal_next_at')
    .limit(1)
    .executeTakeFirst();

export const loadRemovalForUpdate = (db: Sql, accountId: number) =>
  db
    .selectFrom('second_factor')
    .select(['removal_requested_at', 'removal_at', 'removal_next_at'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();

export async function saveNextMail(db: Sql, accountId: number, nextAt: Date): Promise<void> {
  await db
    .updateTable('second_factor')
    .set({ removal_next_at: nextAt })
    .where('account_id', '=', accountId)
    .execute();
}

/** The second factor, if it was switched on from this time on; else its requested removal. */
export async function eraseFactorSince(db: Sql, accountId: number, since: Date): Promise<void> {
  const factor = await db
    .selectFrom('second_factor')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('since', '>=', since)
    .executeTakeFirst();
  if (factor) await deleteFactor(db, accountId);
  else await withdrawRemoval(db, accountId);
}

/** Recovery codes that were made from this time on. */
export async function eraseRecoveryCodesSince(
  db: Sql,
  accountId: number,
  since: Date,
): Promise<void> {
  await db
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .execute();
}

/** All of them, passkeys too: when the account is erased, or was made with another's address. */
export async function eraseFactors(db: Sql, accountId: number): Promise<void> {
  for (const table of ['recovery_code', 'second_factor', 'passkey', 'pending_login'] as const)
    await db.deleteFrom(table).where('account_id', '=', accountId).execute();
}
