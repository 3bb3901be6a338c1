import { CONSOLE_HALF_MS, CONSOLE_MOST_MS } from '@samtrot/shared/partners/people-rules.ts';
import type { Ctx } from '../../platform/action.ts';
import { hashToken, randomToken } from '../../platform/crypto.ts';
import type { Sql } from '../../platform/db.ts';
import { encryptedColumn } from '../../platform/encryption.ts';
import { consumeChallenge } from '../../platform/factors/challenges.ts';
import type { PasskeyStore, StoredPasskey } from '../../platform/factors/passkeys.ts';
import { recoveryCodeTable } from '../../platform/factors/recovery-codes.ts';
import type { TotpStore } from '../../platform/factors/totp.ts';
import { ofCall } from '../../platform/renewal.ts';

type Now = Pick<Ctx, 'db' | 'now'>;

const table = { table: 'partner_factor', row: ['partner_user_id'] } as const;
export const personSecret = encryptedColumn({ ...table, column: 'secret' });
export const newPersonSecret = encryptedColumn({
  ...table,
  column: 'new_secret',
  boundTo: 'secret',
});

/** Begins a log-in; returns its token. */
export async function insertLogin(
  { db, now }: Now,
  { personId, device }: { personId: number; device: string },
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + CONSOLE_MOST_MS);
  await db
    .insertInto('partner_login')
    .values({
      token_hash: hashToken(token),
      partner_user_id: personId,
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
      device,
    })
    .execute();
  return { token, expiresAt };
}

export async function deleteLogin(db: Sql, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('partner_login').where(ofCall(tokenHash)).execute();
}

/** All log-ins of the person but one. */
export async function deleteOtherLogins(db: Sql, personId: number, but: Buffer): Promise<void> {
  await db
    .deleteFrom('partner_login')
    .where('partner_user_id', '=', personId)
    .where('token_hash', '<>', but)
    .execute();
}

/** A log-in that waits for its second factor; returns its token. */
export async function insertPending({ db, now }: Now, personId: number): Promise<string> {
  const token = randomToken();
  await db
    .insertInto('partner_pending_login')
    .values({
      token_hash: hashToken(token),
      partner_user_id: personId,
      expires_at: new Date(now.getTime() + CONSOLE_HALF_MS),
    })
    .execute();
  return token;
}

export const loadPendingForUpdate = ({ db, now }: Now, token: string) =>
  db
    .selectFrom('partner_pending_login')
    .select(['token_hash', 'partner_user_id'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();

export async function deletePending(db: Sql, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('partner_pending_login').where('token_hash', '=', tokenHash).execute();
}

/** Counts a wrong factor; returns how many it is. */
export async function countWrong(db: Sql, tokenHash: Buffer): Promise<number> {
  const { wrong_codes } = await db
    .updateTable('partner_pending_login')
    .set((is) => ({ wrong_codes: is('wrong_codes', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .returning('wrong_codes')
    .executeTakeFirstOrThrow();
  return wrong_codes;
}

/** Which second factors a person has. */
export async function factorsOf(
  db: Sql,
  personId: number,
): Promise<{ has_app: boolean; passkeys: number }> {
  const app = await db
    .selectFrom('partner_factor')
    .select('partner_user_id')
    .where('partner_user_id', '=', personId)
    .where('secret', 'is not', null)
    .executeTakeFirst();
  const { passkeys } = await db
    .selectFrom('partner_passkey')
    .select((is) => is.fn.countAll<number>().as('passkeys'))
    .where('partner_user_id', '=', personId)
    .executeTakeFirstOrThrow();
  return { has_app: app !== undefined, passkeys };
}

export const totpStore = (db: Sql, personId: number): TotpStore => ({
  async loadForUpdate() {
    const row = await db
      .selectFrom('partner_factor')
      .select(['secret', 'last_step'])
      .where('partner_user_id', '=', personId)
      .forUpdate()
      .executeTakeFirst();
    if (!row?.secret) return undefined;
    return { secret: personSecret.decrypt(row.secret, personId), lastStep: row.last_step };
  },
  async saveStep(step) {
    await db
      .updateTable('partner_factor')
      .set({ last_step: step })
      .where('partner_user_id', '=', personId)
      .execute();
  },
});

/** A key that counts once its first code is right. */
export async function saveNewSecret(db: Sql, personId: number, secret: string): Promise<void> {
  const new_secret = newPersonSecret.encrypt(secret, personId);
  await db
    .insertInto('partner_factor')
    .values({ partner_user_id: personId, new_secret })
    .onConflict((conflict) => conflict.column('partner_user_id').doUpdateSet({ new_secret }))
    .execute();
}

export async function loadNewSecretForUpdate(
  db: Sql,
  personId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('partner_factor')
    .select('new_secret')
    .where('partner_user_id', '=', personId)
    .forUpdate()
    .executeTakeFirst();
  return row?.new_secret ? newPersonSecret.decrypt(row.new_secret, personId) : undefined;
}

export async function adoptNewSecret(db: Sql, personId: number, step: number): Promise<void> {
  await db
    .updateTable('partner_factor')
    .set((is) => ({ secret: is.ref('new_secret'), new_secret: null, last_step: step }))
    .where('partner_user_id', '=', personId)
    .execute();
}

export const recoveryCodes = recoveryCodeTable('partner_recovery_code', 'partner_user_id');

/** App, passkeys and recovery codes. */
export async function deleteFactors(db: Sql, personId: number): Promise<void> {
  await db.deleteFrom('partner_recovery_code').where('partner_user_id', '=', personId).execute();
  await db.deleteFrom('partner_factor').where('partner_user_id', '=', personId).execute();
  await db.deleteFrom('partner_passkey').where('partner_user_id', '=', personId).execute();
}

export interface PersonPasskey extends StoredPasskey {
  id: string;
  personId: number;
}

export const passkeyStore = (db: Sql, now: Date): PasskeyStore<PersonPasskey> => ({
  findForUpdate: (credentialId) =>
    db
      .selectFrom('partner_passkey')
      .select([
        'id',
        'partner_user_id as personId',
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
      .updateTable('partner_passkey')
      .set({ sign_count: signCount, last_used_at: now })
      .where('id', '=', id)
      .execute();
  },
});

/** False when the authenticator's key is known already. */
export async function insertPasskey(
  db: Sql,
  { personId, now, ...passkey }: Omit<PersonPasskey, 'id'> & { now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('partner_passkey')
    .values({
      partner_user_id: personId,
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

export const credentialsOf = async (db: Sql, personId: number): Promise<Buffer[]> =>
  (
    await db
      .selectFrom('partner_passkey')
      .select('credential_id')
      .where('partner_user_id', '=', personId)
      .execute()
  ).map(({ credential_id }) => credential_id);

/** Keeps a link for a new password; returns its token. */
export async function insertPasswordLink(
  { db }: Now,
  personId: number,
  expiresAt: Date,
): Promise<string> {
  const token = randomToken();
  await db
    .insertInto('partner_password_link')
    .values({ token_hash: hashToken(token), partner_user_id: personId, expires_at: expiresAt })
    .execute();
  return token;
}

/** Whom a valid link is for. */
export const passwordLinkForUpdate = async (
  { db, now }: Now,
  token: string,
): Promise<number | undefined> =>
  (
    await db
      .selectFrom('partner_password_link')
      .select('partner_user_id')
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', now)
      .forUpdate()
      .executeTakeFirst()
  )?.partner_user_id;

/** Everything that a new password ends: links, log-ins and half ones. */
export async function endEntrances(db: Sql, personId: number): Promise<void> {
  for (const table of ['partner_password_link', 'partner_login', 'partner_pending_login'] as const)
    await db.deleteFrom(table).where('partner_user_id', '=', personId).execute();
}
