import { sql } from 'kysely';
import type { Database, Sql } from '../../platform/db.ts';

export interface TermsVersion {
  id: number;
  number: number;
  valid_from: Date;
}

/** The terms that are valid then, if the account has accepted neither them nor later ones. */
export async function termsToAccept(
  db: Sql | Database,
  { accountId, now }: { accountId: number; now: Date },
): Promise<TermsVersion | undefined> {
  const { rows } = await sql<TermsVersion>`
    select v.id, v.number, v.valid_from from text_version v
     where v.id = text_valid('terms', ${now}) and v.number > 1
       and not exists (select from text_acceptance a join text_version t on t.id = a.text_version_id
                        where a.account_id = ${accountId} and t.text = 'terms'
                          and t.number >= v.number)`.execute(db);
  return rows[0];
}

/** The newest terms that the account has accepted. */
export async function acceptedTerms(
  db: Sql | Database,
  accountId: number,
): Promise<{ number: number; accepted_at: Date } | undefined> {
  return db
    .selectFrom('text_acceptance as a')
    .innerJoin('text_version as v', 'v.id', 'a.text_version_id')
    .select(['v.number', 'a.accepted_at'])
    .where('a.account_id', '=', accountId)
    .where('v.text', '=', 'terms')
    .orderBy('v.number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Once; the first time stays. */
export async function insertAcceptance(
  db: Sql,
  { accountId, versionId, now }: { accountId: number; versionId: number; now: Date },
): Promise<void> {
  await db
    .insertInto('text_acceptance')
    .values({ account_id: accountId, text_version_id: versionId, accepted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteAcceptances(db: Sql, accountId: number): Promise<void> {
  await db.deleteFrom('text_acceptance').where('account_id', '=', accountId).execute();
}

/** The next released terms that have not begun, and begin before `until`. */
export async function comingTerms(
  db: Sql,
  { now, until }: { now: Date; until: Date },
): Promise<TermsVersion | undefined> {
  const row = await db
    .selectFrom('text_version')
    .select(['id', 'number', 'valid_from'])
    .where('text', '=', 'terms')
    .where('state', '=', 'released')
    .where('number', '>', 1)
    .where('valid_from', '>', now)
    .where('valid_from', '<=', until)
    .orderBy('valid_from')
    .limit(1)
    .executeTakeFirst();
  return row as TermsVersion | undefined;
}

/**
 * Where the mails about a version have come to, locked for this worker; undefined if another has
 * it, or it is not due.
 */
export async function lockAnnouncement(
  db: Sql,
  { versionId, now }: { versionId: number; now: Date },
): Promise<number | undefined> {
  await db
    .insertInto('text_announcement')
    .values({ text_version_id: versionId, next_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('text_announcement')
    .select('reached')
    .where('text_version_id', '=', versionId)
    .where('next_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row && Number(row.reached);
}

export async function noteReached(
  db: Sql,
  versionId: number,
  { reached, nextAt }: { reached: number; nextAt: Date },
): Promise<void> {
  await db
    .updateTable('text_announcement')
    .set({ reached, next_at: nextAt })
    .where('text_version_id', '=', versionId)
    .execute();
}
