import type { Ctx } from '../../platform/action.ts';
import { takeAttempt } from './login/attempts.ts';

const AN_HOUR = { attempts: 3, seconds: 3600 };
/** Of the mails that events in an account cause, for a mailbox that was never confirmed. */
const UNCONFIRMED_A_DAY = { attempts: 5, seconds: 24 * 3600 };
const A_DAY = { attempts: 5, seconds: 24 * 3600 };

/**
 * Whether another mail for a password reset or a log-in may go to this address, which is counted
 * (ACC-23). Both kinds count together: it is one mailbox.
 */
export async function maySendLoginMail(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  email: string,
): Promise<boolean> {
  // The hour first: what it refuses must not use up the day.
  const take = (name: string, limit: typeof AN_HOUR) =>
    takeAttempt(db, { ...limit, name, key: email, now });
  return (await take('login_mail_hour', AN_HOUR)) && take('login_mail_day', A_DAY);
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
