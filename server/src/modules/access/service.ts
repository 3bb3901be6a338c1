export { logEvent } from './account-log.ts';
export { takeAttempt } from './attempts.ts';
export { findByLoginForShare, setDeleteAt, setPassword } from './credential-store.ts';
export { eraseFactors } from './factor-store.ts';
export { forgetGuesses } from './guesses.ts';
export { forgetBrowsers, rememberOnlyBrowser } from './known-browsers.ts';
export {
  consumeLink,
  deleteLinks,
  findLink,
  findPendingLink,
  isHeldEmail,
  saveLink,
} from './link-store.ts';
export { createLink, linkInvalid } from './links.ts';
export { login } from './login.ts';
export {
  confirmLoginCode,
  openLoginLink,
  requestLoginMail,
} from './login-mail.ts';
export { deleteNotices } from './login-notice-store.ts';
export { maySendLoginMail } from './mail-limit.ts';
export { erasePasskeysSince } from './passkey-store.ts';
export { assertStrongPassword } from './password-strength.ts';
export { keepAccount } from './pending-deletion.ts';
export { reauthenticate, requireReauthentication } from './reauthentication.ts';
export { sessionExists } from './session-store.ts';
export { endAccess, endOtherSessions, endSession, startSession, voidAccess } from './sessions.ts';
