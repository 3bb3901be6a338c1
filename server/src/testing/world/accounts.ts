import { usernameKey } from '@samtrot/shared/accounts/rules.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { accountEmail, withEmail } from '../../modules/access/service.ts';
import { hashToken, randomToken } from '../../platform/crypto.ts';
import type { Database } from '../../platform/db.ts';
import { nextId } from '../../platform/encryption.ts';

export const PASSWORD = 'Gut-Gewählt-2026';
/** One hash of `PASSWORD` for every test account, at the lowest cost. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$VZ4cJkj8x8lMOjLVq9Ny2Q$yq/aM4heXZyd+zdywyN/4R7Ws8sbpNagxAxdsmkhrYY';

/** The columns of a new account that depend on its address. */
export async function emailOfNew(db: Database, email: string) {
  const id = await nextId(db, 'account');
  return { id, ...emailOf(id, email) };
}

/** The columns of the address of an account. */
export const emailOf = (id: number, email: string) => ({
  email: accountEmail.encrypt(email, id),
  email_hash: accountEmail.lookup(email),
});

/** The address of an account. */
export async function addressOf(db: Database, accountId: number): Promise<string> {
  const account = await db
    .selectFrom('account')
    .select(['id', 'email'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return withEmail(account).email;
}

/**
 * An account as rows, as registration and login leave it but for mail and audit, with the token of
 * a session of one day. It ends by rest only if it `rests`, because tests move the clock by hours.
 */
export async function insertAdvertiser(
  db: Database,
  {
    username,
    email,
    now,
    rests = false,
    confirmed = false,
  }: { username: string; email: string; now: Date; rests?: boolean; confirmed?: boolean },
): Promise<{ id: number; token: string }> {
  const token = randomToken();
  const names = { username, username_key: usernameKey(username), nickname: username };
  const { id } = await db
    .insertInto('account')
    .values({
      ...names,
      ...(await emailOfNew(db, email)),
      password_hash: PASSWORD_HASH,
      created_at: now,
      email_confirmed_at: confirmed ? now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const expires_at = new Date(now.getTime() + DAY_MS);
  await db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      account_id: id,
      remember: false,
      created_at: now,
      last_seen_at: rests ? now : expires_at,
      expires_at,
    })
    .execute();
  return { id, token };
}
