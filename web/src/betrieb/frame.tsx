import { countText } from '@samtrot/shared/moderation/review-rules.ts';
import { staffLogout } from '@samtrot/shared/staff/login-contract.ts';
import { getStaffOverview } from '@samtrot/shared/staff/overview-contract.ts';
import { ROLE_LABELS } from '@samtrot/shared/staff/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Keyboard, LogOut, Menu, Search, Siren } from 'lucide-react';
import { useState } from 'react';
import { ThemeSwitch } from '../app/theme-switch.tsx';
import { ApiError, call } from '../lib/api/call.ts';
import { Count } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DiscreetToggle } from '../ui/discreet-toggle.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Mark } from '../ui/mark.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { holdReasonsQuery, meQuery, queryClient, useList } from './api.ts';
import { HouseKeys, maySearch, SEARCH_PATH, useKeys } from './keys.tsx';
import { HouseLink } from './link.tsx';
import { LoginAgain } from './login-again.tsx';
import { type Entry, mayOpen, NAVIGATION, openedBy } from './navigation.ts';
import { HouseNotFound } from './not-found.tsx';
import { HealthLink } from './overview/health.tsx';
import { StillThere } from './still-there.tsx';
import { Unsent } from './unsent.tsx';
import './frame.css';

/** So many entries stand in the bar of a phone; all are in its menu. */
const TABS = 4;

/** The ink-coloured frame of the house; who is not logged in goes to the log-in. */
export function HouseFrame() {
  const me = useQuery(meQuery);
  const reasons = useQuery(holdReasonsQuery);
  if (me.data && reasons.data) return <Frame />;
  const error = me.error ?? reasons.error;
  if (error instanceof ApiError && error.status === 401) {
    location.replace('/betrieb/anmelden');
    return null;
  }
  return error ? (
    <main className="house-alone">
      <p>Das konnten wir nicht laden.</p>
      <Button onClick={() => Promise.all([me.refetch(), reasons.refetch()])}>
        Nochmals versuchen
      </Button>
    </main>
  ) : (
    <div className="house-alone">
      <Spinner />
    </div>
  );
}

async function logout() {
  await call(staffLogout, {}).catch(() => {});
  queryClient.clear();
  location.assign('/betrieb/anmelden');
}

function Frame() {
  const { name, sign, role, rights, solo } = useQuery(meQuery).data!;
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/(.)\/$/, '$1') });
  const [keysShown, showKeys] = useState(false);
  // On a phone: the path whose page the menu was opened on; another page closes it.
  const [menuOn, setMenuOn] = useState<string | null>(null);
  const menu = menuOn === path;
  useKeys(rights, () => showKeys(true));
  const here = path.replace(/^\/betrieb/, '') || '/';
  const groups = NAVIGATION.map(({ title, entries }) => ({
    title,
    entries: openedBy(entries, rights),
  })).filter(({ entries }) => entries.length > 0);
  return (
    <div className="house">
      <a className="house-skip" href="#inhalt">
        Zum Inhalt
      </a>
      <aside className={clsx('house-ink house-side', menu && 'is-open')} aria-label="Betrieb">
        <HouseBrand />
        <nav aria-label="Betrieb">
          {groups.map(({ title, entries }) => (
            <div key={title ?? ''}>
              {title && <p className="house-label">{title}</p>}
              {entries.map((entry) => (
                <EntryLink key={entry.path} entry={entry} here={here} className="house-entry" />
              ))}
            </div>
          ))}
        </nav>
        <div className="house-view">
          <DiscreetToggle />
          <ThemeSwitch />
        </div>
        <div className="house-me">
          <span className="house-sign" aria-hidden>
            {sign}
          </span>
          <span>
            <b>{name}</b>
            <br />
            {ROLE_LABELS[role]}
            {solo && ', allein'}
          </span>
          <IconButton icon={LogOut} label="Abmelden" tipSide="left" onClick={logout} />
        </div>
      </aside>
      <div className="house-body">
        <header className="house-top" data-keep-clear>
          <HouseBrand />
          {maySearch(rights) && here !== SEARCH_PATH && (
            <HouseLink to={SEARCH_PATH} className="house-find">
              <Search className="i" aria-hidden />
              <span>
                <span className="sr">Suchen: </span>E-Mail, Name, Telefon, Inserat, Zahlung
              </span>
              <kbd aria-hidden>Strg K</kbd>
            </HouseLink>
          )}
          <HealthLink />
          <DiscreetToggle />
          <IconButton
            icon={Keyboard}
            label="Tasten anzeigen (?)"
            tipSide="left"
            onClick={() => showKeys(true)}
          />
        </header>
        <Unsent />
        {mayOpen(here, rights) ? (
          <main id="inhalt" className="house-main" tabIndex={-1}>
            <Outlet />
          </main>
        ) : (
          <HouseNotFound />
        )}
      </div>
      <nav className="house-ink house-tabs" aria-label="Wichtigstes" data-keep-clear>
        {groups
          .flatMap(({ entries }) => entries)
          .slice(0, TABS)
          .map((entry) => (
            <EntryLink key={entry.path} entry={entry} here={here} className="house-tab" />
          ))}
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
      <StillThere onLogout={logout} />
      <LoginAgain staffId={queryClient.getQueryData(meQuery.queryKey)!.staff_id} />
      <HouseKeys open={keysShown} here={here} rights={rights} onClose={() => showKeys(false)} />
    </div>
  );
}

const HouseBrand = () => (
  <HouseLink to="/" className="house-brand">
    <Mark size={26} />
    <span>Samtrot</span>
    <em className="house-tag">Betrieb</em>
  </HouseLink>
);

/** One entry of the navigation, with how much waits there. */
function EntryLink({
  entry: { path: to, label, icon: Icon },
  here,
  className,
}: {
  entry: Entry;
  here: string;
  className: string;
}) {
  const waiting = useList(getStaffOverview, {}).data?.waiting;
  const { count, urgent } = waiting?.find((line) => line.path === to) ?? { count: 0, urgent: 0 };
  return (
    <HouseLink to={to} className={className} aria-current={to === here ? 'page' : undefined}>
      <Icon className="i" aria-hidden />
      {label}
      {urgent > 0 ? (
        <span className="count num house-urgent">
          <Siren className="i" aria-hidden />
          <span className="sr">dringend, </span>
          {countText(count)}
        </span>
      ) : (
        count > 0 && <Count>{countText(count)}</Count>
      )}
    </HouseLink>
  );
}
