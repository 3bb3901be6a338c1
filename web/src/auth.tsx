import './styles/base.css';
import './lib/api/chunk-reload.ts';
import { KEEP_FACTOR_PATH } from '@samtrot/shared/access/factor-rules.ts';
import { LOGIN_LINK_PATH } from '@samtrot/shared/access/rules.ts';
import { NOT_ME_PATH } from '@samtrot/shared/access/security-rules.ts';
import { KEEP_ACCOUNT_PATH, UNDO_EMAIL_PATH } from '@samtrot/shared/accounts/change-rules.ts';
import {
  CONFIRM_NEWSLETTER_PATH,
  UNSUBSCRIBE_PATH,
} from '@samtrot/shared/accounts/newsletter-rules.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { type ComponentType, lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { CrashBoundary } from './app/crash-boundary.tsx';
import { call } from './lib/api/call.ts';
import { LATER_TRIES_MS, withinLimit } from './lib/session/load-tries.ts';
import { pageAfterLogin, takeReturnFor } from './lib/session/return-path.ts';
import {
  forgetChoices,
  hasStoredSession,
  onOtherSession,
  takeLoginReason,
} from './lib/session/stored-session.ts';

/** The pages without router and cache, small on purpose: each is a document of its own. */
const pages: Record<string, () => Promise<ComponentType>> = {
  '/auth/login': () => import('./pages/login.tsx').then(({ LoginPage }) => LoginPage),
  '/auth/register': () => import('./pages/register.tsx').then(({ RegisterPage }) => RegisterPage),
  '/auth/forgot': () => import('./pages/forgot.tsx').then(({ ForgotPage }) => ForgotPage),
  '/auth/reset-password': () => import('./pages/reset.tsx').then(({ ResetPage }) => ResetPage),
  [LOGIN_LINK_PATH]: () =>
    import('./pages/login-link.tsx').then(({ LoginLinkPage }) => LoginLinkPage),
  '/auth/confirm': () => import('./pages/confirm.tsx').then(({ ConfirmPage }) => ConfirmPage),
  [KEEP_FACTOR_PATH]: () =>
    import('./pages/keep-factor.tsx').then(({ KeepFactorPage }) => KeepFactorPage),
  [CONFIRM_NEWSLETTER_PATH]: () =>
    import('./pages/mailed-link.tsx').then((page) => page.ConfirmNewsletterPage),
  [UNSUBSCRIBE_PATH]: () =>
    import('./pages/mailed-link.tsx').then((page) => page.EndNewsletterPage),
  [NOT_ME_PATH]: () => import('./pages/not-me.tsx').then(({ NotMePage }) => NotMePage),
  [UNDO_EMAIL_PATH]: () => import('./pages/mailed-link.tsx').then((page) => page.UndoEmailPage),
  [KEEP_ACCOUNT_PATH]: () => import('./pages/mailed-link.tsx').then((page) => page.KeepAccountPage),
};
/** Open with a session too: mailed links lead here, and a password can be forgotten meanwhile. */
const OPEN_PAGES = [
  ...['/auth/forgot', '/auth/reset-password', '/auth/confirm', LOGIN_LINK_PATH, KEEP_FACTOR_PATH],
  ...[CONFIRM_NEWSLETTER_PATH, UNSUBSCRIBE_PATH, UNDO_EMAIL_PATH, KEEP_ACCOUNT_PATH, NOT_ME_PATH],
];

const path = location.pathname.replace(/(.)\/$/, '$1');
const load = pages[path] ?? pages['/auth/login']!;
// No boundary stands above it: React shows what was hidden behind one a third of a second late.
const Page = lazy(async () => {
  const Loaded = await load();
  return {
    default: () => (
      <Suspense>
        <Loaded />
      </Suspense>
    ),
  };
});

const stays = OPEN_PAGES.includes(path);
/**
 * Whether the session still holds; then the wanted page opens. While the server does not answer it
 * is asked again.
 */
async function goOn(): Promise<boolean> {
  try {
    const answer = await withinLimit((limit) => call(state, {}, limit));
    // Visitors get the websites at least; an answer without them is none (ERR-042).
    if (!Array.isArray(answer.state.webseiten)) throw new Error('no state');
    if (!('user_id' in answer.state)) return false;
    takeLoginReason();
    const keptFor = takeReturnFor();
    if (keptFor !== null && keptFor !== answer.state.user_id) forgetChoices();
    location.replace(pageAfterLogin(location.search, keptFor, answer.state.user_id));
    return true;
  } catch {
    setTimeout(goOn, LATER_TRIES_MS);
    return false;
  }
}
// Before the question, so that a log-in in another tab is either in its answer or announced.
if (load === pages['/auth/login'])
  onOtherSession(null, (userId) => {
    if (userId !== null) void goOn();
  });
const loggedIn = stays ? Promise.resolve(false) : goOn();
// Who was logged in here before probably still is; the form appears only when not.
if (!hasStoredSession() || !(await loggedIn)) {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <CrashBoundary>
        <Page />
      </CrashBoundary>
    </StrictMode>,
  );
}
