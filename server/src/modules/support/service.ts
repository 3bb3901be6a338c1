import type { Input } from '@samtrot/shared/kernel/action.ts';
import { phoneNumber } from '@samtrot/shared/kernel/phone.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import type * as contract from '@samtrot/shared/support/contract.ts';
import { ticketOf } from '@samtrot/shared/support/rules.ts';
import type { Actors, Ctx } from '../../platform/action.ts';
import * as accounts from '../accounts/service.ts';
import { enqueueMail } from '../mail/service.ts';
import { copyMail, inboxMail } from './mail-templates.ts';
import * as store from './store.ts';

export { ownTables } from './own-data.ts';
export { encryptedColumns as messageColumns } from './store.ts';

/** Identical messages of one sender within this time are one. */
const SAME_WITHIN_MS = 10 * MINUTE_MS;

type UserCtx = Ctx<Actors['user']>;

/**
 * Stores a message of the public form and mails it to the support; returns the ticket. No copy to
 * the unconfirmed address, or the form could mail strangers.
 */
export async function receiveContact(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { name, email, phone, subject, message: body }: Input<typeof contract.contact>,
  supportEmail: string,
): Promise<string> {
  const message = {
    kind: 'contact' as const,
    accountId: null,
    name,
    email,
    subject,
    body,
    phone: phone ? phoneNumber(phone) : null,
  };
  const { id, isNew } = await put(ctx, message);
  if (isNew) await enqueueMail(ctx, inboxMail({ id, message, supportEmail, now: ctx.now }));
  return ticketOf(id);
}

/**
 * Stores a message of the support page, mails it to the support and a copy to the account if it may
 * be mailed and wants mails; returns the ticket.
 */
export async function receiveSupport(
  ctx: UserCtx,
  { subject, message: body }: Input<typeof contract.support>,
  supportEmail: string,
): Promise<string> {
  const { userId } = ctx.actor;
  const account = await accounts.getAccount(ctx.db, userId);
  const { username, email, email_confirmed_at } = account;
  const message = {
    kind: 'support' as const,
    accountId: userId,
    name: username,
    email,
    phone: null,
    subject,
    body,
  };
  const { id, isNew } = await put(ctx, message);
  if (!isNew) return ticketOf(id);
  await enqueueMail(ctx, inboxMail({ id, message, supportEmail, now: ctx.now }));
  // The copy concerns neither security nor payment.
  if (account.disable_messages || !(await accounts.mayWriteTo(ctx, account))) return ticketOf(id);
  await enqueueMail(
    ctx,
    copyMail({ id, message, supportEmail, proven: email_confirmed_at !== null }),
  );
  return ticketOf(id);
}

/**
 * Deletes all messages of the account and of its address, for account deletion; called before the
 * address is erased.
 */
export async function deleteMessages({ db }: Pick<Ctx, 'db'>, accountId: number): Promise<void> {
  const { email } = await accounts.getAccount(db, accountId);
  await store.deleteMessages(db, { accountId, email });
}

const put = ({ db, now }: Pick<Ctx, 'db' | 'now'>, message: store.NewMessage) =>
  store.insertMessage(db, message, {
    fingerprint: fingerprintOf(message),
    since: new Date(now.getTime() - SAME_WITHIN_MS),
    now,
  });

function fingerprintOf({
  kind,
  accountId,
  name,
  email,
  phone,
  subject,
  body,
}: store.NewMessage): Buffer {
  const sender = kind === 'support' ? [accountId] : [name, email, phone];
  return store.fingerprintOf(JSON.stringify([kind, sender, subject, body]));
}
