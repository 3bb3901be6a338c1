import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { KEPT_DAYS } from '@samtrot/shared/legal/retention-rules.ts';
import type { Ctx } from '../../../platform/action.ts';
import { hashToken, randomToken } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';

/**
 * Remembers the browser of a login for 400 days under a random value in a cookie of its own
 * (ACC-05). A browser that this account knows already keeps its value; one value never links two
 * accounts. Returns whether the account knew it.
 */
export async function rememberBrowser(
  ctx: Pick<Ctx, 'db' | 'now' | 'client' | 'effects'>,
  accountId: number,
): Promise<boolean> {
  const { db, now, client, effects } = ctx;
  if (client.program) return isKnownBrowser(ctx, accountId);
  const { browserHash } = client;
  if (browserHash) {
    const { numUpdatedRows } = await known(db, accountId, browserHash, now).executeTakeFirst();
    if (numUpdatedRows > 0n) return true;
    // The browser gets another value; nobody has this one any more.
    await db.deleteFrom('known_browser').where('token_hash', '=', browserHash).execute();
  }
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + KEPT_DAYS.knownBrowser * DAY_MS);
  await db
    .insertInto('known_browser')
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      created_at: now,
      last_used_at: now,
      expires_at: expiresAt,
    })
    .execute();
  effects.knownBrowser = { token, expiresAt };
  return false;
}

/** The account whose owner has logged in with this browser before. */
export async function accountOfBrowser({
  db,
  now,
  client: { browserHash },
}: Pick<Ctx, 'db' | 'now' | 'client'>): Promise<number | undefined> {
  if (!browserHash) return undefined;
  const row = await db
    .selectFrom('known_browser')
    .select('account_id')
    .where('token_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.account_id;
}

const isKnownBrowser = async (ctx: Pick<Ctx, 'db' | 'now' | 'client'>, accountId: number) =>
  (await accountOfBrowser(ctx)) === accountId;

const known = (db: Sql, accountId: number, browserHash: Buffer, now: Date) =>
  db
    .updateTable('known_browser')
    .set({ last_used_at: now })
    .where('token_hash', '=', browserHash)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now);

/** After a mailed link showed whose browser this is: it is the only one that is remembered. */
export async function rememberOnlyBrowser(
  ctx: Pick<Ctx, 'db' | 'now' | 'client' | 'effects'>,
  accountId: number,
): Promise<void> {
  await deleteKnownBrowsers(ctx.db, accountId);
  await rememberBrowser(ctx, accountId);
}

/** Ends all remembered browsers of the account. */
export async function deleteKnownBrowsers(db: Sql, accountId: number): Promise<void> {
  await db.deleteFrom('known_browser').where('account_id', '=', accountId).execute();
}
