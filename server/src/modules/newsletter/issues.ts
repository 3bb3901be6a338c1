import { randomUUID } from 'node:crypto';
import { hashToken, randomToken } from '../../platform/crypto.ts';
import type { Sql } from '../../platform/db.ts';
import * as accounts from '../accounts/service.ts';
import { enqueueMail, mailCounts } from '../mail/service.ts';
import * as store from './store.ts';

/** Mails per batch, 120 a minute, so that mails about passwords or payments are not delayed. */
const BATCH_SIZE = 20;
const INTERVAL_MS = 10_000;

type Now = { db: Sql; now: Date };
type Secret = Pick<accounts.NewsletterSettings, 'sessionSecret'>;

export interface Report {
  id: number;
  subject: string;
  createdAt: Date;
  /** Whether further batches follow. */
  underWay: boolean;
  /** Number of accounts with an enqueued mail. */
  made: number;
  sent: number;
  /** Given up: the mailbox does not exist, or its server refused the mail for two days. */
  refused: number;
  waiting: number;
}

const hashOf = ({ subject, paragraphs }: store.Issue) =>
  hashToken(JSON.stringify([subject, ...paragraphs]));

/**
 * Starts an issue; the worker continues. An issue with the same content is not sent twice; its
 * report is returned.
 */
export async function sendIssue(
  { db, now }: Now,
  issue: store.Issue,
): Promise<{ begun: boolean; report: Report }> {
  const hash = hashOf(issue);
  const id = await store.insertIssue(db, { ...issue, hash, now });
  const row = await store.findByHash(db, hash);
  return { begun: id !== undefined, report: await reportOn(db, row!) };
}

/** The issue with this content, if it was sent before. */
export const findIssue = (db: Sql, issue: store.Issue) => store.findByHash(db, hashOf(issue));

/** Sends the issue to one address for review; its unsubscribe link has no effect. */
export async function sendTest(
  { db, now }: Now,
  issue: store.Issue,
  site: Secret & { to: string },
): Promise<void> {
  const unsubscribe = accounts.unsubscribePath(randomUUID(), site);
  const cause = `newsletter-test:${randomToken()}`;
  await enqueueMail({ db, now }, { ...issue, to: site.to, cause, unsubscribe }, null);
}

/** Number of recipients of an issue started now. */
export const audience = ({ db, now }: Now): Promise<number> => accounts.countSubscribers(db, now);

/** Enqueues the next due batch; returns the number of processed accounts. */
export async function sendBatch({ db, now }: Now, site: Secret): Promise<number> {
  const issue = await store.lockDueIssue(db, now);
  if (!issue) return 0;
  const { id, subject, reached, created_at: until } = issue;
  // Written by `insertIssue` only.
  const paragraphs = issue.body as string[];
  const next = await accounts.subscribers(db, { after: reached, until, limit: BATCH_SIZE });
  const last = next.at(-1);
  if (!last) {
    await store.advance(db, id, { reached, made: issue.made, nextAt: null });
    return 0;
  }
  const accountIds = next.map((account) => account.id);
  const recipients = await store.insertSendings(db, { issueId: id, accountIds, now });
  for (const { id: accountId, email, key } of next.filter((account) =>
    recipients.has(account.id),
  )) {
    const unsubscribe = accounts.unsubscribePath(key, site);
    const cause = accounts.newsletterCause(accountId, id);
    await enqueueMail(
      { db, now },
      { subject, paragraphs, to: email, cause, unsubscribe },
      accountId,
    );
  }
  const nextAt = new Date(now.getTime() + INTERVAL_MS);
  await store.advance(db, id, { reached: last.id, made: issue.made + recipients.size, nextAt });
  return next.length;
}

/** All issues with their progress, newest first. */
export async function reports(db: Sql): Promise<Report[]> {
  const list: Report[] = [];
  for (const issue of await store.listIssues(db)) list.push(await reportOn(db, issue));
  return list;
}

async function reportOn(
  db: Sql,
  issue: NonNullable<Awaited<ReturnType<typeof store.findByHash>>>,
): Promise<Report> {
  const { id, subject, created_at: createdAt, next_at, made } = issue;
  const sendings = await store.accountsOf(db, id);
  const causes = sendings.map(({ account_id }) => accounts.newsletterCause(account_id, id));
  return {
    id,
    subject,
    createdAt,
    underWay: next_at !== null,
    made,
    ...(await mailCounts(db, causes)),
  };
}

/** Deletes the account's recipient rows, for account deletion. */
export const deleteRecipient = (db: Sql, accountId: number): Promise<void> =>
  store.deleteSendings(db, accountId);
