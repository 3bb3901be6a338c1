import { sql } from 'kysely';
import type { Sql } from '../../../platform/db.ts';
import type { Ciphertext } from '../../../platform/encryption.ts';
import { withEmail } from '../../access/service.ts';

export async function setNewsletter(
  db: Sql,
  accountId: number,
  newsletter: boolean,
): Promise<void> {
  await db.updateTable('account').set({ newsletter }).where('id', '=', accountId).execute();
}

export const switchOf = (db: Sql, accountId: number) =>
  db
    .selectFrom('account')
    .select('newsletter')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();

export type Source = 'registration' | 'profile';

export async function insertConsent(
  db: Sql,
  consent: { accountId: number; wording: string; source: Source; now: Date; confirmed: boolean },
): Promise<void> {
  const { accountId, wording, source, now, confirmed } = consent;
  await db
    .insertInto('newsletter_consent')
    .values({
      account_id: accountId,
      wording,
      source,
      requested_at: now,
      confirmed_at: confirmed ? now : null,
    })
    .execute();
}

/** The consent that has not ended, confirmed or not. */
export const openConsent = (db: Sql, accountId: number) =>
  db
    .selectFrom('newsletter_consent')
    .select(['id', 'confirmed_at'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

/** Requested again before it was confirmed: the row keeps the newest wording, source and time. */
export async function renewRequest(
  db: Sql,
  id: number,
  { wording, source, now }: { wording: string; source: Source; now: Date },
): Promise<void> {
  await db
    .updateTable('newsletter_consent')
    .set({ wording, source, requested_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute();
}

/** Whether the owner ever confirmed by a mailed link; a later consent counts as confirmed then. */
export async function hasConfirmedBefore(db: Sql, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('newsletter_consent')
    .select('id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function confirmConsent(
  db: Sql,
  id: number,
  { wording, now }: { wording: string; now: Date },
): Promise<void> {
  await db
    .updateTable('newsletter_consent')
    .set({ wording, confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute();
}

/** Deletes what was never confirmed: it proves nothing. */
export async function endConsents(db: Sql, accountId: number, now: Date): Promise<void> {
  await db
    .deleteFrom('newsletter_consent')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .execute();
  await db
    .updateTable('newsletter_consent')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
}

export const ownerOfKey = (db: Sql, key: string) =>
  db
    .selectFrom('newsletter_consent')
    .select('account_id')
    .where('key', '=', key)
    .executeTakeFirst();

export interface Subscriber {
  id: number;
  email: string;
  /** Of the consent; signed, it is the token of the link that unsubscribes. */
  key: string;
}

/** Open accounts that confirmed by `until` and have mails switched on. */
const reachable = (until: Date) => sql`
  from account a join newsletter_consent c on c.account_id = a.id and c.ended_at is null
 where c.confirmed_at <= ${until} and a.newsletter and not a.disable_messages
   and a.closed_at is null and a.delete_at is null and a.held_at is null
   and a.email_confirmed_at is not null`;

/**
 * Locks the next subscribers by account id. Unsubscribing and deletion lock the account first: the
 * lock waits for them, and PostgreSQL evaluates the conditions again afterwards.
 */
export async function lockSubscribers(
  db: Sql,
  { after, until, limit }: { after: number; until: Date; limit: number },
): Promise<Subscriber[]> {
  const { rows } = await sql<Omit<Subscriber, 'email'> & { email: Ciphertext }>`
    select a.id, a.email, c.key ${reachable(until)} and a.id > ${after}
     order by a.id limit ${limit} for share of a`.execute(db);
  return rows.map(withEmail);
}

export async function countSubscribers(db: Sql, until: Date): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::integer as n ${reachable(until)}`.execute(db);
  return rows[0]!.n;
}
