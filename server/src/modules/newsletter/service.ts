import { randomUUID } from 'node:crypto';
import { hashToken, randomToken } from '../../platform/crypto.ts';
import type { Sql } from '../../platform/db.ts';
import * as accounts from '../accounts/service.ts';
import { enqueueMail, fatesOf } from '../mail/service.ts';
import * as store from './store.ts';

/** So few at once that a mail about a password or a payment never waits long behind them: 120 a minute. */
const PORTION = 20;
const PAUSE_MS = 10_000;

type Now = { db: Sql; now: Date };
type Secret = Pick<accounts.NewsletterSettings, 'sessionSecret'>;

export type { Issue } from './store.ts';

export interface Report {
  id: number;
  subject: string;
  createdAt: Date;
  /** Whether further portions are to come. */
  underWay: boolean;
  /** For how many accounts a mail was made. */
  made: number;
  sent: number;
  /** Given up: the mailbox does not exist, or its server did not take the mail within two days. */
  refused: number;
  waiting: number;
}

const hashOf = ({ subject, paragraphs }: store.Issue) => hashToken(JSON.stringify([subject, ...paragraphs]));

/** Begins to send an issue; the worker goes on from here. The same words are never sent twice; the existing issue's progress is returned instead. */
export async function sendIssue({ db, now }: Now, issue: store.Issue): Promise<{ begun: boolean; report: Report }> {
  const hash = hashOf(issue);
  const id = await store.insertIssue(db, { ...issue, hash, now });
  const row = await store.findByHash(db, hash);
  return { begun: id !== undefined, report: await reportOn(db, row!) };
}

/** One letter to one address of the house, as the others would get it; its link ends nothing. */
export async function sendTest({ db, now }: Now, issue: store.Issue, site: Secret & { to: string }): Promise<void> {
  const unsubscribe = accounts.unsubscribePath(randomUUID(), site);
  const cause = `newsletter-test:${randomToken()}`;
  await enqueueMail({ db, now }, { ...issue, to: site.to, cause, unsubscribe });
}

/** How many would get an issue that begins now. */
export const audience = ({ db, now }: Now): Promise<number> => accounts.countSubscribers(db, now);

/** Enqueues the mails of the next due portion. Returns how many accounts it processed. */
export async function sendPortion({ db, now }: Now, site: Secret): Promise<number> {
  const issue = await store.lockDueIssue(db, now);
  if (!issue) return 0;
  const { id, subject, reached, created_at: until } = issue;
  // Nothing but `insertIssue` writes it.
  const paragraphs = issue.body as string[];
  const next = await accounts.subscribers(db, { after: reached, until, limit: PORTION });
  const last = next.at(-1);
  if (!last) {
    await store.advance(db, id, { reached, made: issue.made, nextAt: null });
    return 0;
  }
  const accountIds = next.map((account) => account.id);
  const fresh = await store.insertSendings(db, { issueId: id, accountIds, now });
  for (const { id: accountId, email, key } of next.filter((account) => fresh.has(account.id))) {
    const unsubscribe = accounts.unsubscribePath(key, site);
    const cause = accounts.newsletterCause(accountId, id);
    await enqueueMail({ db, now }, { subject, paragraphs, to: email, cause, unsubscribe });
  }
  const nextAt = new Date(now.getTime() + PAUSE_MS);
  await store.advance(db, id, { reached: last.id, made: issue.made + fresh.size, nextAt });
  return next.length;
}

/** Every issue with what became of it, the newest first. */
export async function reports(db: Sql): Promise<Report[]> {
  const list: Report[] = [];
  for (const issue of await store.listIssues(db)) list.push(await reportOn(db, issue));
  return list;
}

async function reportOn(db: Sql, issue: NonNullable<Awaited<ReturnType<typeof store.findByHash>>>): Promise<Report> {
  const { id, subject, created_at: createdAt, next_at, made } = issue;
  const sendings = await store.accountsOf(db, id);
  const causes = sendings.map(({ account_id }) => accounts.newsletterCause(account_id, id));
  return { id, subject, createdAt, underWay: next_at !== null, made, ...(await fatesOf(db, causes)) };
}

/** For an account that is being closed. */
export const forgetAccount = (db: Sql, accountId: number): Promise<void> => store.deleteSendings(db, accountId);
