export { takeAttempt } from './attempts.ts';
export { findByLoginForShare, setPassword } from './credential-store.ts';
export { forgetBrowsers } from './known-browsers.ts';
export { consumeLink, deleteLinks, findLink, findPendingLink, saveLink } from './link-store.ts';
export { createLink, linkInvalid } from './links.ts';
export { login } from './login.ts';
export { reauthenticate, requireReauthentication } from './reauthentication.ts';
export { sessionExists } from './session-store.ts';
export { endAccess, endOtherSessions, endSession, startSession } from './sessions.ts';
