import type { Sql } from '../../platform/db.ts';

/** The content of an issue. */
export type Issue = Record<'subject', string> & Record<'paragraphs', string[]>;

interface NewIssue extends Issue {
  hash: Buffer;
  now: Date;
}

/** Undefined if an issue with the same content exists. */
export async function insertIssue(
  db: Sql,
  { subject, paragraphs, hash, now }: NewIssue,
): Promise<number | undefined> {
  const row = await db
    .insertInto('newsletter_issue')
    .values({ subject, body: JSON.stringify(paragraphs), hash, created_at: now, next_at: now })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

const ISSUE = ['id', 'subject', 'body', 'created_at', 'next_at', 'reached', 'made'] as const;

/** The oldest issue with a due batch, locked for this worker. */
export const lockDueIssue = (db: Sql, now: Date) =>
  db
    .selectFrom('newsletter_issue')
    .select(ISSUE)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

export const findByHash = (db: Sql, hash: Buffer) =>
  db.selectFrom('newsletter_issue').select(ISSUE).where('hash', '=', hash).executeTakeFirst();

export const listIssues = (db: Sql) =>
  db.selectFrom('newsletter_issue').select(ISSUE).orderBy('id', 'desc').execute();

/** Marks accounts as recipients; returns those that were not yet. */
export async function insertSendings(
  db: Sql,
  { issueId, accountIds, now }: { issueId: number; accountIds: number[]; now: Date },
): Promise<Set<number>> {
  const rows = await db
    .insertInto('newsletter_sending')
    .values(accountIds.map((account_id) => ({ issue_id: issueId, account_id, made_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

export async function advance(
  db: Sql,
  id: number,
  step: { reached: number; made: number; nextAt: Date | null },
): Promise<void> {
  await db
    .updateTable('newsletter_issue')
    .set({ reached: step.reached, made: step.made, next_at: step.nextAt })
    .where('id', '=', id)
    .execute();
}

export const accountsOf = (db: Sql, issueId: number) =>
  db
    .selectFrom('newsletter_sending')
    .select('account_id')
    .where('issue_id', '=', issueId)
    .execute();

export async function deleteSendings(db: Sql, accountId: number): Promise<void> {
  await db.deleteFrom('newsletter_sending').where('account_id', '=', accountId).execute();
}
