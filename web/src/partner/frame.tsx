import * as contract from '@samtrot/shared/partners/console-contract.ts';
import { consoleLogout } from '@samtrot/shared/partners/entry-contract.ts';
import { PARTNER_ROLE_LABELS } from '@samtrot/shared/partners/people-rules.ts';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { clsx } from 'clsx';
import {
  Cable,
  Code,
  Flag,
  Gauge,
  LayoutGrid,
  ListFilter,
  LogOut,
  type LucideIcon,
  Menu,
  Users,
} from 'lucide-react';
import { useState } from 'react';
import { ThemeSwitch } from '../app/theme-switch.tsx';
import { queryClient, useList } from '../betrieb/api.ts';
import { HouseLink } from '../betrieb/link.tsx';
import { Loaded } from '../betrieb/list-state.tsx';
import { useLoginEnded } from '../betrieb/login-state.ts';
import { DeskProvider } from '../betrieb/partners/partner-desk.tsx';
import { ApiError, call } from '../lib/api/call.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Mark } from '../ui/mark.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { LoginAgain } from './login-again.tsx';
import { meQuery, useMe } from './me.ts';
import '../betrieb/frame.css';

interface Entry {
  path: string;
  label: string;
  icon: LucideIcon;
}

const ENTRIES: readonly Entry[] = [
  { path: '/', label: 'Übersicht', icon: Gauge },
  { path: '/anschluss', label: 'Anschluss', icon: Cable },
  { path: '/regeln', label: 'Regeln', icon: ListFilter },
  { path: '/banner', label: 'Banner', icon: Code },
  { path: '/liste', label: 'Liste', icon: LayoutGrid },
  { path: '/gemeldet', label: 'Gemeldet', icon: Flag },
  { path: '/leute', label: 'Leute', icon: Users },
];
/** So many entries stand in the bar of a phone; all are in its menu. */
const TABS = 4;

/** The frame of the console; who is not logged in goes to the log-in. */
export function ConsoleFrame() {
  const me = useQuery(meQuery);
  const ended = useLoginEnded();
  if (me.data) return <Frame ended={ended} />;
  if (me.error instanceof ApiError && me.error.status === 401) {
    location.replace('/partner/anmelden');
    return null;
  }
  return me.error ? (
    <main className="house-alone">
      <p>Das konnten wir nicht laden.</p>
      <Button onClick={() => me.refetch()}>Nochmals versuchen</Button>
    </main>
  ) : (
    <div className="house-alone">
      <Spinner />
    </div>
  );
}

async function logout() {
  await call(consoleLogout, {}).catch(() => {});
  queryClient.clear();
  location.assign('/partner/anmelden');
}

function Frame({ ended }: { ended: boolean }) {
  const me = useMe();
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/(.)\/$/, '$1') });
  // On a phone: the path whose page the menu was opened on; another page closes it.
  const [menuOn, setMenuOn] = useState<string | null>(null);
  const menu = menuOn === path;
  const here = path.replace(/^\/partner/, '') || '/';
  const link = ({ path: to, label, icon: Icon }: Entry, className: string) => (
    <HouseLink
      key={to}
      to={to}
      className={className}
      aria-current={to === here ? 'page' : undefined}
    >
      <Icon className="i" aria-hidden />
      {label}
    </HouseLink>
  );
  return (
    <div className="house">
      <a className="house-skip" href="#inhalt">
        Zum Inhalt
      </a>
      <aside className={clsx('house-ink house-side', menu && 'is-open')} aria-label="Partner">
        <ConsoleBrand />
        <nav aria-label="Partner">
          <p className="house-label">{me.website}</p>
          {ENTRIES.map((entry) => link(entry, 'house-entry'))}
        </nav>
        <div className="house-view">
          <ThemeSwitch />
        </div>
        <div className="house-me">
          <span>
            <b>{me.name}</b>
            <br />
            {PARTNER_ROLE_LABELS[me.role]}
          </span>
          <IconButton icon={LogOut} label="Abmelden" tipSide="left" onClick={logout} />
        </div>
      </aside>
      <div className="house-body">
        <header className="house-top" data-keep-clear>
          <ConsoleBrand />
          <span>{me.website}</span>
        </header>
        <main id="inhalt" className="house-main" tabIndex={-1}>
          <Site>
            <Outlet />
          </Site>
        </main>
      </div>
      <nav className="house-ink house-tabs" aria-label="Wichtigstes" data-keep-clear>
        {ENTRIES.slice(0, TABS).map((entry) => link(entry, 'house-tab'))}
        <button
          type="button"
          className="house-tab"
          aria-expanded={menu}
          onClick={() => setMenuOn(menu ? null : path)}
        >
          <Menu className="i" aria-hidden />
          Mehr
        </button>
      </nav>
      <LoginAgain open={ended} personId={me.person_id} />
    </div>
  );
}

/** The website of who is logged in, for the panels that the house has, too. */
function Site({ children }: { children: React.ReactNode }) {
  const { website_id, role } = useMe();
  const query = useList(contract.getPartner, { website_id });
  const may = role === 'manage';
  return (
    <Loaded query={query}>
      {() => (
        <DeskProvider value={{ calls: contract, of: query.data!, mayManage: may, mayKeys: may }}>
          {children}
        </DeskProvider>
      )}
    </Loaded>
  );
}

const ConsoleBrand = () => (
  <HouseLink to="/" className="house-brand">
    <Mark size={26} />
    <span>Samtrot</span>
    <em className="house-tag">Partner</em>
  </HouseLink>
);
