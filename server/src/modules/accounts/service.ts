import { usernameKey } from '@samtrot/shared/accounts/rules.ts';
import type { Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import { markConfirmed } from './confirmation/confirmation-store.ts';
import { requestLogin } from './recovery/request-store.ts';
import {
  pendingEmail as pendingRegistrationEmail,
  reservedFor,
} from './registration/registration-store.ts';
import * as store from './store.ts';

export { mayWriteTo } from '../access/service.ts';
export {
  confirmEmail,
  requireConfirmed,
  sendConfirmation,
} from './confirmation/confirmation.ts';
export {
  eraseAccount,
  lockForDeletion,
  nextDeletion,
  requestDeletion,
} from './deletion/deletion.ts';
export { setDiscount } from './discounts/discount.ts';
export {
  confirmNewsletter,
  countSubscribers,
  endNewsletterBy,
  type NewsletterSettings,
  newsletterCause,
  newsletterState,
  resendNewsletter,
  subscribers,
  unsubscribePath,
} from './newsletter/newsletter.ts';
export { ownTables } from './own-data.ts';
export { offlineSince, requireOnline, setOffline } from './pause-all.ts';
export { type ProfileSettings, pendingEmail, resendConfirmation } from './profile/email-change.ts';
export {
  assertNoOpenEmailChange,
  emailUndoUntil,
  undoEmailChange,
  undoOwnEmailChange,
} from './profile/email-undo.ts';
export {
  changeEmailByHouse,
  saveWantedEmail,
  wantedEmail,
  whyNoEmailChange,
} from './profile/house-email-change.ts';
export { setPreference, updateNotifications, updateProfile } from './profile/profile.ts';
export { mailResetLink, requestPasswordReset, resetPassword } from './recovery/password-reset.ts';
export { emailRefused } from './registration/disposable-email.ts';
export {
  completeRegistration,
  emailTaken,
  type RegistrationSettings,
  register,
} from './registration/registration.ts';
export { accountsAfter, lockOpenForShare, openedIn } from './store.ts';
export { hideSuggestions, suggestionsWanted } from './suggestions.ts';

/** The columns of addresses before there is an account, and of logins. */
export const pendingColumns = [pendingRegistrationEmail, reservedFor, requestLogin];

/** For an id that a session or an earlier query has returned. */
export const getAccount = (db: Sql, id: number) => store.findById(db, id);

/** For the operator's command line: the open account, not deleted before the transaction ends. */
export async function findAccountByEmail(db: Sql, email: string) {
  const account = await store.findByEmail(db, email.trim().toLowerCase());
  return account && (await store.lockOpenForShare(db, account.id)) ? account : undefined;
}

/**
 * Adds an account without mailing it; confirmed by default. Returns its id, or which name is taken.
 */
export async function addAccount(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  account: { username: string; email: string; passwordHash: string },
  { confirmed = true } = {},
): Promise<number | store.Taken> {
  const created = await store.insertAccount(db, {
    ...account,
    usernameKey: usernameKey(account.username),
    now,
  });
  if (confirmed && typeof created === 'number') await markConfirmed(db, created, now);
  return created;
}
