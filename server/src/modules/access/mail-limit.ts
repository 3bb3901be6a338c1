import type { Ctx } from '../../platform/action.ts';
import { isUsedUp, takeAttempt } from './login/attempts.ts';

const AN_HOUR = { name: 'login_mail_hour', attempts: 3, seconds: 3600 };
const TODAY = { name: 'login_mail_day', attempts: 5, seconds: 24 * 3600 };
/** Of the mails that events in an account cause, for a mailbox that was never confirmed. */
const UNCONFIRMED_A_DAY = { attempts: 5, seconds: 24 * 3600 };

/**
 * Whether another mail for a password reset or a log-in may go to this address, which is counted
 * (ACC-23). Both kinds count together: it is one mailbox.
 */
export async function maySendLoginMail(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  email: string,
): Promise<boolean> {
  // The hour first: what it refuses must not use up the day.
  const take = (limit: typeof AN_HOUR) => takeAttempt(db, { ...limit, key: email, now });
  return (await take(AN_HOUR)) && take(TODAY);
}

/** Whether no such mail may follow for a while. */
export async function wasLastLoginMail(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  email: string,
): Promise<boolean> {
  const usedUp = (limit: typeof AN_HOUR) => isUsedUp(db, { ...limit, key: email, now });
  return (await usedUp(AN_HOUR)) || usedUp(TODAY);
}

/**
 * Whether the account's mailbox may get another mail, which is counted while it is unconfirmed:
 * anybody can register a stranger's address, and must not fill that mailbox.
 */
export async function mayWriteTo(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { email, email_confirmed_at }: { email: string; email_confirmed_at: Date | null },
): Promise<boolean> {
  if (email_confirmed_at) return true;
  return takeAttempt(db, {
    ...UNCONFIRMED_A_DAY,
    name: 'unconfirmed_mail',
    key: email,
    now,
  });
}
