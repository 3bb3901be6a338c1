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
export { takeAttempt } from './login/attempts.ts';
export { findByLoginForShare, setDeleteAt, setPassword } from './login/credential-store.ts';
export { forgetGuesses } from './login/guesses.ts';
export { login } from './login/login.ts';
export {
  confirmLoginCode,
  openLoginLink,
  requestLoginMail,
} from './login/login-mail.ts';
export { deleteNotices } from './login/login-notice-store.ts';
export { assertStrongPassword } from './login/password-strength.ts';
export { keepAccount } from './login/pending-deletion.ts';
export { maySendLoginMail } from './mail-limit.ts';
export { erasePasskeysSince } from './passkeys/passkey-store.ts';
export { reauthenticate, requireReauthentication } from './reauthentication.ts';
export { eraseFactors, newSecretColumn, secretColumn } from './second-factor/factor-store.ts';
export { logEvent } from './sessions/account-log.ts';
export { forgetBrowsers, rememberOnlyBrowser } from './sessions/known-browsers.ts';
export { sessionExists } from './sessions/session-store.ts';
export {
  endAccess,
  endOtherSessions,
  endSession,
  startSession,
  voidAccess,
} from './sessions/sessions.ts';
