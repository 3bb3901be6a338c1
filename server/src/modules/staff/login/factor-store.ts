import type { Sql } from '../../../platform/db.ts';
import { encryptedColumn } from '../../../platform/encryption.ts';
import { consumeChallenge } from '../../../platform/factors/challenges.ts';
import type { PasskeyStore, StoredPasskey } from '../../../platform/factors/passkeys.ts';
import { recoveryCodeTable } from '../../../platform/factors/recovery-codes.ts';
import type { TotpStore } from '../../../platform/factors/totp.ts';

const table = { table: 'staff_factor', row: ['staff_id'] } as const;
export const staffSecret = encryptedColumn({ ...table, column: 'secret' });
export const newStaffSecret = encryptedColumn({
  ...table,
  column: 'new_secret',
  boundTo: 'secret',
});

export const totpStore = (db: Sql, staffId: number): TotpStore => ({
  async loadForUpdate() {
    const row = await db
      .selectFrom('staff_factor')
      .select(['secret', 'last_step'])
      .where('staff_id', '=', staffId)
      .forUpdate()
      .executeTakeFirst();
    if (!row?.secret) return undefined;
    return { secret: staffSecret.decrypt(row.secret, staffId), lastStep: row.last_step };
  },
  async saveStep(step) {
    await db
      .updateTable('staff_factor')
      .set({ last_step: step })
      .where('staff_id', '=', staffId)
      .execute();
  },
});

/** A key that counts once its first code is right. */
export async function saveNewSecret(
  db: Sql,
  { staffId, secret }: { staffId: number; secret: string },
): Promise<void> {
  const new_secret = newStaffSecret.encrypt(secret, staffId);
  await db
    .insertInto('staff_factor')
    .values({ staff_id: staffId, new_secret })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ new_secret }))
    .execute();
}

export async function loadNewSecretForUpdate(
  db: Sql,
  staffId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('staff_factor')
    .select('new_secret')
    .where('staff_id', '=', staffId)
    .forUpdate()
    .executeTakeFirst();
  return row?.new_secret ? newStaffSecret.decrypt(row.new_secret, staffId) : undefined;
}

export async function adoptNewSecret(db: Sql, staffId: number, step: number): Promise<void> {
  await db
    .updateTable('staff_factor')
    .set((is) => ({ secret: is.ref('new_secret'), new_secret: null, last_step: step }))
    .where('staff_id', '=', staffId)
    .execute();
}

export interface StaffPasskey extends StoredPasskey {
  id: string;
  staffId: number;
}

export const passkeyStore = (db: Sql, now: Date): PasskeyStore<StaffPasskey> => ({
  findForUpdate: (credentialId) =>
    db
      .selectFrom('staff_passkey')
      .select([
        'id',
        'staff_id as staffId',
        'credential_id as credentialId',
        'public_key as publicKey',
        'user_handle as userHandle',
        'sign_count as signCount',
      ])
      .where('credential_id', '=', credentialId)
      .forUpdate()
      .executeTakeFirst(),
  consumeChallenge: (challenge, expiresAt) => consumeChallenge(db, challenge, expiresAt),
  async noteUse({ id }, signCount) {
    await db
      .updateTable('staff_passkey')
      .set({ sign_count: signCount, last_used_at: now })
      .where('id', '=', id)
      .execute();
  },
});

/** False when the authenticator's key is known already. */
export async function insertPasskey(
  db: Sql,
  { staffId, now, ...passkey }: Omit<StaffPasskey, 'id'> & { now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('staff_passkey')
    .values({
      staff_id: staffId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      user_handle: passkey.userHandle,
      sign_count: passkey.signCount,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const recoveryCodes = recoveryCodeTable('staff_recovery_code', 'staff_id');

/** App, passkeys, recovery codes and known browsers. */
export async function deleteFactors(db: Sql, staffId: number): Promise<void> {
  for (const table of [
    'staff_factor',
    'staff_passkey',
    'staff_recovery_code',
    'staff_browser',
  ] as const)
    await db.deleteFrom(table).where('staff_id', '=', staffId).execute();
}
