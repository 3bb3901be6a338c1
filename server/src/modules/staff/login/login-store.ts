import {
  HALF_LOGIN_MS,
  KNOWN_BROWSER_MS,
  STAFF_MOST_MS,
} from '@samtrot/shared/staff/login-rules.ts';
import type { Ctx } from '../../../platform/action.ts';
import { hashToken, randomToken } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import { ofCall } from '../../../platform/renewal.ts';

type Now = Pick<Ctx, 'db' | 'now'>;

/** Begins a log-in; returns its token. */
export async function insertLogin(
  { db, now }: Now,
  { staffId, device }: { staffId: number; device: string },
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + STAFF_MOST_MS);
  await db
    .insertInto('staff_login')
    .values({
      token_hash: hashToken(token),
      staff_id: staffId,
      created_at: now,
      last_seen_at: now,
      confirmed_at: now,
      expires_at: expiresAt,
      device,
    })
    .execute();
  return { token, expiresAt };
}

export async function deleteLogin(db: Sql, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('staff_login').where(ofCall(tokenHash)).execute();
}

/** Every log-in of the person ends, also half ones. */
export async function deleteLogins(db: Sql, staffId: number): Promise<void> {
  await db.deleteFrom('staff_login').where('staff_id', '=', staffId).execute();
  await db.deleteFrom('staff_pending_login').where('staff_id', '=', staffId).execute();
}

/** Notes that the second factor was confirmed now. */
export async function confirmLogin({ db, now }: Now, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('staff_login')
    .set({ confirmed_at: now })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** A log-in that waits for its second factor; returns its token. */
export async function insertPending({ db, now }: Now, staffId: number): Promise<string> {
  const token = randomToken();
  const expires_at = new Date(now.getTime() + HALF_LOGIN_MS);
  await db
    .insertInto('staff_pending_login')
    .values({ token_hash: hashToken(token), staff_id: staffId, expires_at })
    .execute();
  return token;
}

export const loadPendingForUpdate = ({ db, now }: Now, token: string) =>
  db
    .selectFrom('staff_pending_login')
    .select(['token_hash', 'staff_id', 'wrong_codes'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();

export async function deletePending(db: Sql, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('staff_pending_login').where('token_hash', '=', tokenHash).execute();
}

/** Counts a wrong factor; returns how many it is. */
export async function countWrong(db: Sql, tokenHash: Buffer): Promise<number> {
  const { wrong_codes } = await db
    .updateTable('staff_pending_login')
    .set((is) => ({ wrong_codes: is('wrong_codes', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .returning('wrong_codes')
    .executeTakeFirstOrThrow();
  return wrong_codes;
}

/** Whether the person has logged in with this browser before. */
export async function isKnownBrowser(
  { db, now }: Now,
  staffId: number,
  browserHash: Buffer | undefined,
): Promise<boolean> {
  if (!browserHash) return false;
  const row = await db
    .selectFrom('staff_browser')
    .select('staff_id')
    .where('token_hash', '=', browserHash)
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Remembers a browser under a new token, which replaces the one it had. */
export async function rememberBrowser(
  { db, now }: Now,
  staffId: number,
  before: Buffer | undefined,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + KNOWN_BROWSER_MS);
  if (before)
    await db
      .deleteFrom('staff_browser')
      .where('token_hash', '=', before)
      .where('staff_id', '=', staffId)
      .execute();
  await db
    .insertInto('staff_browser')
    .values({ token_hash: hashToken(token), staff_id: staffId, expires_at: expiresAt })
    .execute();
  return { token, expiresAt };
}

/** Whose pages this log-in may read, and until when; null ends it. */
export async function setView(
  db: Sql,
  tokenHash: Buffer,
  view: { accountId: number; endsAt: Date } | null,
): Promise<void> {
  await db
    .updateTable('staff_login')
    .set({ viewed_account: view?.accountId ?? null, view_ends_at: view?.endsAt ?? null })
    .where(ofCall(tokenHash))
    .execute();
}

/** Which copy of data this log-in may download, and until when (BOF-75). */
export async function setOpenedExport(
  db: Sql,
  tokenHash: Buffer,
  { exportId, endsAt }: { exportId: string; endsAt: Date },
): Promise<void> {
  await db
    .updateTable('staff_login')
    .set({ opened_export: exportId, export_ends_at: endsAt })
    .where(ofCall(tokenHash))
    .execute();
}

/** By the present token alone: whoever still has the one before has confirmed nothing. */
export async function openedExport(
  db: Sql,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('staff_login')
    .select('opened_export')
    .where('token_hash', '=', tokenHash)
    .where('export_ends_at', '>', now)
    .executeTakeFirst();
  return row?.opened_export ?? undefined;
}
