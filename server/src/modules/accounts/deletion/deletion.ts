import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Actors, Ctx } from '../../../platform/action.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import * as access from '../../access/service.ts';
import { enqueueMail, forgetMails } from '../../mail/service.ts';
import { goodbyeMail } from '../mail-templates.ts';
import * as store from './deletion-store.ts';

type User = Actors['user'] | Actors['operator'];

/** Whoever opens and closes accounts in turn under a stranger's address must not fill that mailbox. */
const GOODBYES_A_DAY = { attempts: 3, seconds: DAY_MS / 1000 };

/** The first step of closing: logins, payments and mailed links of the account wait from here on, and then find it closed. */
export const lockForClosing = ({ db, actor }: Ctx<User>): Promise<unknown> => store.lockAlone(db, actor.userId);

/** Whether the account is open; it stays so until the end of the transaction. For work that no session of the account does. */
export const holdIfOpen = (db: Sql, accountId: number): Promise<boolean> => store.holdIfOpen(db, accountId);

/**
 * The last step: nobody logs in any more, and nothing that names the owner is left in the tables of accounts and mails. The row stays
 * for the books. Says good-bye to the address, which may be registered again at once, as may the name.
 */
export async function closeAccount(ctx: Ctx<User>, { supportEmail }: { supportEmail: string }): Promise<void> {
  const { db, now } = ctx;
  const accountId = ctx.actor.userId;
  const account = await store.lockAlone(db, accountId);
  const { email } = account;
  await access.endAccess(ctx, accountId);
  await store.deleteConsentsAndWishes(db, account);
  await forgetMails(ctx, { email, accountId, cause: `change:${accountId}:` });
  await store.anonymise(db, accountId, now);
  const bucket = `goodbye_mail:${sha256Hex(email).slice(0, 32)}`;
  if (!(await access.takeAttempt(db, { ...GOODBYES_A_DAY, bucket, now }))) return;
  await enqueueMail(ctx, goodbyeMail({ cause: `account_closed:${accountId}`, to: email, support: supportEmail }));
}
