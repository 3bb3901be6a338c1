import { staffLogout } from '@samtrot/shared/staff/login-contract.ts';
import { getStaffOverview } from '@samtrot/shared/staff/overview-contract.ts';
import { ROLE_LABELS } from '@samtrot/shared/staff/rights.ts';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Keyboard, LogOut } from 'lucide-react';
import { useState } from 'react';
import { ThemeSwitch } from '../app/theme-switch.tsx';
import { ApiError, call } from '../lib/api/call.ts';
import { Count } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Mark } from '../ui/mark.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { meQuery, queryClient, useList } from './api.ts';
import { HouseKeys, useKeys } from './keys.tsx';
import { HouseLink } from './link.tsx';
import { LoginAgain } from './login-again.tsx';
import { mayOpen, NAVIGATION } from './navigation.ts';
import { HouseNotFound } from './not-found.tsx';
import { StillThere } from './still-there.tsx';
import './frame.css';

/** The ink-coloured frame of the house; who is not logged in goes to the log-in. */
export function HouseFrame() {
  const me = useQuery(meQuery);
  if (me.data) return <Frame />;
  if (me.error instanceof ApiError && me.error.status === 401) {
    location.replace('/betrieb/anmelden');
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
  await call(staffLogout, {}).catch(() => {});
  queryClient.clear();
  location.assign('/betrieb/anmelden');
}

function Frame() {
  const { name, sign, role, rights, solo } = useQuery(meQuery).data!;
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/(.)\/$/, '$1') });
  const waiting = useList(getStaffOverview, {}).data?.waiting;
  const countAt = (to: string) => waiting?.find((line) => line.path === to)?.count ?? 0;
  const [keysShown, showKeys] = useState(false);
  useKeys(rights, () => showKeys(true));
  const here = path.replace(/^\/betrieb/, '') || '/';
  return (
    <div className="house">
      <a className="house-skip" href="#inhalt">
        Zum Inhalt
      </a>
      <aside className="house-ink house-side" aria-label="Betrieb">
        <HouseLink to="/" className="house-brand">
          <Mark size={26} />
          <span>Samtrot</span>
          <em className="house-tag">Betrieb</em>
        </HouseLink>
        <nav aria-label="Betrieb">
          {NAVIGATION.map(({ title, entries }) => {
            const open = entries.filter(({ right }) => rights.includes(right));
            return open.length === 0 ? null : (
              <div key={title ?? ''} className="house-group">
                {title && <p className="house-label">{title}</p>}
                {open.map(({ path: to, label, icon: Icon, counted }) => (
                  <HouseLink
                    key={to}
                    to={to}
                    className="house-entry"
                    aria-current={to === here ? 'page' : undefined}
                  >
                    <Icon className="i" aria-hidden />
                    {label}
                    {counted && countAt(to) > 0 && <Count>{countAt(to)}</Count>}
                  </HouseLink>
                ))}
              </div>
            );
          })}
        </nav>
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
        <header className="house-top">
          <ThemeSwitch />
          <IconButton
            icon={Keyboard}
            label="Tasten anzeigen (?)"
            tipSide="left"
            onClick={() => showKeys(true)}
          />
        </header>
        {mayOpen(here, rights) ? (
          <main id="inhalt" className="house-main" tabIndex={-1}>
            <Outlet />
          </main>
        ) : (
          <HouseNotFound />
        )}
      </div>
      <StillThere onLogout={logout} />
      <LoginAgain staffId={queryClient.getQueryData(meQuery.queryKey)!.staff_id} />
      <HouseKeys
        open={keysShown}
        inQueue={here.startsWith('/pruefen')}
        rights={rights}
        onClose={() => showKeys(false)}
      />
    </div>
  );
}
