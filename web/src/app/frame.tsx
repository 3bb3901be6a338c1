import type { Hold } from '@samtrot/shared/holds/contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { offerInstallation } from '../lib/page/neutral.ts';
import { startShellWorker } from '../lib/page/shell-worker.ts';
import { isLeavingAtOnce, listenForQuickExit } from '../lib/session/quick-exit.ts';
import { type Account, sessionEnded } from '../lib/session/session.ts';
import {
  hasStoredSession,
  onOtherSession,
  rememberSession,
} from '../lib/session/stored-session.ts';
import { viewed } from '../lib/session/viewed.ts';
import { holdOfAccount } from '../listing/hold.ts';
import { lazy } from '../ui/lazy.tsx';
import { WaitingStatus } from '../ui/skeleton.tsx';
import { useAccountLoad } from './account-load.ts';
import { MobileHeader, TabBar, Topbar } from './frame-bars.tsx';
import { ConnectionBar, KnownSince, ServerAway } from './frame-connection.tsx';
import { NoticeBars } from './frame-notices.tsx';
import { OfflineBar } from './frame-offline.tsx';
import { RestBar } from './frame-rest.tsx';
import { Greeting } from './greeting.tsx';
import { Navigation } from './navigation.tsx';
import { isOpenPath } from './open-to-held.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { ScrollToTop } from './scroll-to-top.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { useFreshBalance } from './use-fresh-balance.ts';
import './frame.css';
import './navigation.css';
import '../ui/button.css';

/**
 * Sidebar, headers and footer around every page behind the login, from before its account is there.
 */
export function Frame() {
  const { account, at, away, busy, retry } = useAccountLoad();
  const path = useRouterState({ select: (state) => state.location.pathname });
  // Inside a flow or a form its own button leads, and the one that starts a new ad steps back.
  const inFlow =
    /^\/(rabota|banner_neu|banner_edit|clubs_neu|profil|dashboard\/kontakt)(\/|$)/.test(path);
  useEffect(listenForQuickExit, []);

  return (
    <>
      <a className="skip btn btn-secondary" href="#inhalt">
        Zum Inhalt springen
      </a>
      <div className="app">
        <aside className="sidebar" data-slot="sidebar" aria-label="Hauptmenü">
          <Navigation />
          <div className="side-theme">
            <ThemeSwitch />
          </div>
        </aside>
        <div className="main">
          <Topbar inFlow={inFlow} />
          <MobileHeader />
          <ConnectionBar />
          <main className="content" id="inhalt" tabIndex={-1}>
            <WaitingStatus />
            <NoticeBars />
            {account && away && <KnownSince at={at} busy={busy} onRetry={retry} />}
            {account ? (
              <Inside account={account} path={path} />
            ) : away ? (
              <ServerAway busy={busy} onRetry={retry} />
            ) : (
              <PageSkeleton />
            )}
          </main>
          <footer className="app-foot">
            <Link to="/dashboard/kontakt">Support</Link>
            <Link to="/dashboard/datenschutz">Datenschutz</Link>
            <Link to="/dashboard/rechtliches">Rechtliches</Link>
            <Link to="/dashboard/impressum">Impressum</Link>
          </footer>
        </div>
      </div>
      <Greeting at="foot" />
      <TabBar />
      <ScrollToTop />
    </>
  );
}

/** Few accounts are. */
const HeldAccount = lazy<{ hold: Hold }>(
  () => import('./held-account.tsx').then((code) => code.HeldAccount),
  () => ({ wanted: true }),
);

/**
 * The frame as the document holds it: seen at once, while the script that builds the living one
 * loads, and of no use to keyboards and readers (EXP-03).
 */
export const FrameBefore = () => (
  <div className="frame-before" inert aria-hidden="true">
    <div className="app">
      <aside className="sidebar">
        <Navigation />
      </aside>
      <div className="main">
        <header className="row-tight topbar" />
        <MobileHeader />
        <main className="content">
          <PageSkeleton />
        </main>
      </div>
    </div>
    <TabBar />
  </div>
);

/** The page with the notes above it. */
function Inside({ account, path }: { account: Account; path: string }) {
  const client = useQueryClient();
  const { user_id } = account;
  const hold = holdOfAccount(account);
  useFreshBalance();
  useEffect(() => {
    if (viewed !== undefined || isLeavingAtOnce()) return;
    offerInstallation();
    return startShellWorker();
  }, []);
  useEffect(() => {
    // An account that arrives while somebody leaves must not be noted on the device again.
    if (viewed !== undefined || isLeavingAtOnce()) return;
    if (!hasStoredSession()) rememberSession({ userId: user_id, loggedIn: true, remember: false });
    return onOtherSession(user_id, () => sessionEnded(client, { meant: true }));
  }, [client, user_id]);
  return (
    <>
      <RestBar />
      {!hold && <OfflineBar />}
      {!hold && <Shortcuts />}
      {hold && !isOpenPath(path) ? <HeldAccount hold={hold} /> : <Outlet />}
    </>
  );
}
