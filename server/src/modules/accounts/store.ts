import type { Switch } from '@samtrot/shared/accounts/preferences.ts';
import { sql } from 'kysely';
import { type Spans, spanOf, valuesOf, within } from '../../platform/buckets.ts';
import type { Sql } from '../../platform/db.ts';
import { nextId } from '../../platform/encryption.ts';
import { accountEmail, isHeldEmail, withEmail } from '../access/service.ts';

export interface NewAccount {
  username: string;
  usernameKey: string;
  email: string;
  passwordHash: string;
  now: Date;
}

export type Taken = 'email' | 'username';

/** The new row's id, or which of the two names is taken. */
export async function insertAccount(db: Sql, account: NewAccount): Promise<number | Taken> {
  if (await isHeldByOther(db, account.email)) return 'email';
  if (await findByEmail(db, account.email)) return 'email';
  const id = await nextId(db, 'account');
  const row = await db
    .insertInto('account')
    .values({
      id,
      username: account.username,
      username_key: account.usernameKey,
      email: accountEmail.encrypt(account.email, id),
      email_hash: accountEmail.lookup(account.email),
      password_hash: account.passwordHash,
      nickname: account.username,
      created_at: account.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row ? row.id : 'username';
}

/**
 * Whether another account had this address until lately and can put it back. Locks the address:
 * changes and registrations of one address run one after the other.
 */
export async function isHeldByOther(db: Sql, email: string, accountId = 0): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('email'), hashtext(${email}))`.execute(db);
  return isHeldEmail(db, email, accountId);
}

/** The account of an address; during a rotation also by the hash of the earlier key. */
export async function findByEmail(db: Sql, email: string) {
  const account = await db
    .selectFrom('account')
    .select(['id', 'email', 'email_confirmed_at'])
    .where('email_hash', 'in', accountEmail.lookups(email))
    .executeTakeFirst();
  return account && withEmail(account);
}

/** The next open accounts by their numbers; a deletion waits for the transaction. */
export async function accountsAfter(
  db: Sql,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; email: string }[]> {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'email'])
    .where('id', '>', after)
    .where('closed_at', 'is', null)
    .where('delete_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .forShare()
    .execute();
  return rows.map(withEmail);
}

/** What callers need of an account; never the hash of its password. */
const READABLE = [
  'id',
  'username',
  'email',
  'email_confirmed_at',
  'nickname',
  'discount_percent',
  'discount_ends_at',
  'expiry_alert',
  'disable_messages',
  'newsletter',
  'offline_at',
  'switched_off',
  'created_at',
] as const;

export async function findById(db: Sql, id: number) {
  const row = await db
    .selectFrom('account')
    .select(READABLE)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...withEmail(row), switched_off: row.switched_off as Switch[] };
}

/** What a new password must not hold. */
export async function namesOf(db: Sql, id: number) {
  const row = await db
    .selectFrom('account')
    .select(['id', 'email', 'username', 'nickname'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { email, username, nickname } = withEmail(row);
  return { email, username, nickname };
}

/** The open account; changes of one account run one after the other. */
export async function loadForUpdate(db: Sql, id: number) {
  const account = await db
    .selectFrom('account')
    .select(['id', 'email', 'email_confirmed_at', 'newsletter'])
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return account && withEmail(account);
}

/**
 * Whether the account is open; not deleted before the transaction ends. For work without a session
 * of the account.
 */
export async function lockOpenForShare(db: Sql, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** How many accounts were opened in each span. */
export async function openedIn(db: Sql, spans: Spans): Promise<number[]> {
  const { rows } = await sql<{ span: number; value: number }>`
    select ${spanOf('created_at', spans)} as span, count(*)::int as value
      from account where ${within('created_at', spans)} group by 1`.execute(db);
  return valuesOf(rows, spans);
}
