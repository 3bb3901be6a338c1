import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import type { Actors, Ctx } from '../../../platform/action.ts';
import * as access from '../../access/service.ts';
import { enqueueMail, eraseMails } from '../../mail/service.ts';
import { goodbyeMail } from '../mail-templates.ts';
import * as store from './deletion-store.ts';

type User = Actors['user'] | Actors['operator'];

/** Registering and deleting a stranger's address again and again must not fill that mailbox. */
const GOODBYES_A_DAY = { attempts: 3, seconds: DAY_MS / 1000 };

/**
 * First step: logins, payments and mailed links of the account wait for the deletion, and then
 * fail.
 */
export const lockForDeletion = ({ db, actor }: Ctx<User>): Promise<unknown> =>
  store.loadForDeletion(db, actor.userId);

/**
 * Last step: ends all access and erases what identifies the owner in accounts and mails; the row
 * stays for the books. Address and username are free again. Mails a good-bye to the address.
 */
export async function eraseAccount(
  ctx: Ctx<User>,
  { supportEmail }: { supportEmail: string },
): Promise<void> {
  const { db, now } = ctx;
  const accountId = ctx.actor.userId;
  const account = await store.loadForDeletion(db, accountId);
  const { email } = account;
  await access.endAccess(ctx, accountId);
  await store.deleteConsentsAndRequests(db, account);
  await eraseMails(ctx, { email, accountId, cause: `change:${accountId}:` });
  await store.anonymise(db, accountId, now);
  const goodbyes = { ...GOODBYES_A_DAY, name: 'goodbye_mail', key: email };
  if (!(await access.takeAttempt(db, { ...goodbyes, now }))) return;
  await enqueueMail(
    ctx,
    goodbyeMail({ cause: `account_closed:${accountId}`, to: email, support: supportEmail }),
  );
}
