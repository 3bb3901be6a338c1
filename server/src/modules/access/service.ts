export { accountEmail, withEmail } from './account-email.ts';
export {
  consumeLink,
  deleteLinks,
  findLink,
  findPendingLink,
  isHeldEmail,
  linkEmail,
  saveLink,
} from './link-store.ts';
export { createLink, linkInvalid } from './links.ts';
export { returnAttempt, takeAttempt } from './login/attempts.ts';
export { findByLoginForShare, setDeleteAt, setPassword } from './login/credential-store.ts';
export { deleteGuesses, deleteWaits } from './login/guesses.ts';
export { login } from './login/login.ts';
export {
  confirmLoginCode,
  openLoginLink,
  requestLoginMail,
} from './login/login-mail.ts';
export { deleteNotices, shortenNotices } from './login/login-notice-store.ts';
export { assertStrongPassword } from './login/password-strength.ts';
export { keepAccount } from './login/pending-deletion.ts';
export { maySendLoginMail, mayWriteTo } from './mail-limit.ts';
export { eraseDoubtfulPasskeys } from './passkeys/passkeys.ts';
export { reauthenticate, requireReauthentication } from './reauthentication.ts';
export { hasFactor, removeFactorByHouse } from './second-factor/factor-removal.ts';
export { eraseFactors, newSecretColumn, secretColumn } from './second-factor/factor-store.ts';
export { stopRemoval } from './second-factor/second-factor.ts';
export { logEvent } from './sessions/account-log.ts';
export {
  delayLooks,
  deleteLooks,
  looksDelayedUntil,
  recordLook,
} from './sessions/data-access-log.ts';
export { rememberOnlyBrowser } from './sessions/known-browsers.ts';
export { ownTables } from './sessions/own-data.ts';
export { sessionExists } from './sessions/session-store.ts';
export {
  clearSession,
  endAccess,
  endSession,
  startSession,
  voidAccess,
} from './sessions/sessions.ts';
