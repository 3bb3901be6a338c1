import { DELETION_WAITS_MS, KEEP_ACCOUNT_PATH } from '@samtrot/shared/accounts/change-rules.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Ctx } from '../../../platform/action.ts';
import type { Sql } from '../../../platform/db.ts';
import type { JobContext } from '../../../platform/due-work.ts';
import * as access from '../../access/service.ts';
import { enqueueMail, eraseMails } from '../../mail/service.ts';
import { deletionRequestedMail, goodbyeMail } from '../mail-templates.ts';
import * as store from './deletion-store.ts';

/** Registering and deleting a stranger's address again and again must not fill that mailbox. */
const GOODBYES_A_DAY = { attempts: 3, seconds: DAY_MS / 1000 };

/** First step: logins, payments and mailed links of the account wait for what follows. */
export const lockForDeletion = (db: Sql, accountId: number): Promise<unknown> =>
  store.loadForDeletion(db, accountId);

/** Ends all access until the account is kept or erased, and mails the link that keeps it. */
export async function requestDeletion(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { publicUrl, supportEmail }: { publicUrl: string; supportEmail: string },
  accountId: number,
): Promise<void> {
  const { db, now } = ctx;
  const account = await store.loadForDeletion(db, accountId);
  const until = new Date(now.getTime() + DELETION_WAITS_MS);
  await access.endAccess(ctx, accountId, { links: 'all' });
  await access.setDeleteAt(db, accountId, until);
  if (!(await access.mayWriteTo(ctx, account))) return;
  const { email } = account;
  const link = { accountId, purpose: 'keep', email, lifetimeMs: DELETION_WAITS_MS } as const;
  const { token, cause } = await access.createLink(ctx, link);
  const url = `${publicUrl}${KEEP_ACCOUNT_PATH}?token=${token}`;
  await enqueueMail(
    ctx,
    deletionRequestedMail({ cause, to: email, url, until, support: supportEmail }),
    accountId,
  );
}

/**
 * The next account whose deletion is final, under its exclusive locks; null if it was kept, or
 * erased by another worker, while this one waited. Its locks end with the transaction.
 */
export async function nextDeletion(ctx: JobContext): Promise<number | null | undefined> {
  const { db, now } = ctx;
  const accountId = await store.dueDeletion(ctx);
  if (accountId === undefined) return undefined;
  await store.lockExclusive(db, accountId);
  return (await store.isDueForUpdate(db, accountId, now)) ? accountId : null;
}

/**
 * Last step: ends all access and erases what identifies the owner in accounts and mails; the row
 * stays for the books. Address and username are free again. Mails a good-bye to the address.
 */
export async function eraseAccount(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { supportEmail }: { supportEmail: string },
  accountId: number,
): Promise<void> {
  const { db, now } = ctx;
  const account = await store.loadForDeletion(db, accountId);
  const { email } = account;
  await access.endAccess(ctx, accountId, { links: 'all' });
  await access.eraseFactors(db, accountId);
  await access.deleteNotices(db, accountId);
  await store.deleteConsentsAndRequests(db, account);
  await store.deleteEvents(db, accountId);
  await access.deleteLooks(db, accountId);
  await eraseMails(ctx, {
    email: account.email_confirmed_at && email,
    accountId,
    cause: `change:${accountId}:`,
  });
  await store.anonymise(db, accountId, now);
  const goodbyes = { ...GOODBYES_A_DAY, name: 'goodbye_mail', key: email };
  if (!(await access.takeAttempt(db, { ...goodbyes, now }))) return;
  await enqueueMail(
    ctx,
    goodbyeMail({ cause: `account_closed:${accountId}`, to: email, support: supportEmail }),
    null,
  );
}
