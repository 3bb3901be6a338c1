import type { Ctx } from '../../../platform/action.ts';
import { enqueueMail, type MailTemplate } from '../../mail/service.ts';
import { mayWriteTo } from '../mail-limit.ts';
import type { AccountRow } from './factor-store.ts';

/** Mails the owner about factors and passkeys, within the limits of an unconfirmed mailbox. */
export async function mailOwner(
  ctx: Pick<Ctx, 'db' | 'now'>,
  account: AccountRow,
  mail: (to: string) => MailTemplate,
): Promise<void> {
  if (await mayWriteTo(ctx, account)) await enqueueMail(ctx, mail(account.email), account.id);
}
