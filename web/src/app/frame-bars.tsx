import { formatCredits, formatMoment, formatNumber } from '@samtrot/shared/kernel/format.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  CircleUserRound,
  DoorOpen,
  House,
  LayoutList,
  LifeBuoy,
  LogOut,
  Menu,
  PanelTop,
  Plus,
  RefreshCw,
  ShieldCheck,
  SquarePen,
  Wallet,
} from 'lucide-react';
import { useState } from 'react';
import { leaveAtOnce } from '../lib/session/quick-exit.ts';
import { type Account, logout, useKnownAccount } from '../lib/session/session.ts';
import { holdOfAccount } from '../listing/hold.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { DiscreetToggle } from '../ui/discreet-toggle.tsx';
import { IconButton, iconButtonClass } from '../ui/icon-button.tsx';
import { Wordmark } from '../ui/mark.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Greeting } from './greeting.tsx';
import { Navigation } from './navigation.tsx';
import { useRefreshAll } from './refresh.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import './frame.css';
import './navigation.css';
import '../ui/editor-page.css';
import '../ui/mark.css';

const isHeld = (account: Account | undefined) =>
  account !== undefined && holdOfAccount(account) !== undefined;

/**
 * Header from 900 px: refresh, last update, Diskret-Ansicht, top up, new ad, logout (FRM-17),
 * leave.
 */
export function Topbar({ inFlow }: { inFlow: boolean }) {
  const account = useKnownAccount();
  const held = isHeld(account);
  const client = useQueryClient();
  const refresh = useRefreshAll();
  return (
    <header className="row-tight topbar" data-slot="topbar" data-keep-clear>
      {!held && (
        <IconButton
          icon={RefreshCw}
          label="Alle Daten aktualisieren"
          tipSide="right"
          busy={refresh.isPending}
          onClick={() => refresh.mutate()}
        />
      )}
      <div className="grow topbar-corner">
        <span className="sm muted num">
          {account && `Zuletzt aktualisiert: ${formatMoment(new Date(account.loaded_at))}`}
        </span>
        <Greeting at="head" />
      </div>
      <DiscreetToggle />
      {!held && (
        <>
          <ButtonLink to="/guthaben" icon={Wallet}>
            Guthaben aufladen
          </ButtonLink>
          <ButtonLink to="/rabota" variant={inFlow ? 'secondary' : 'primary'} icon={Plus}>
            Inserat aufgeben
          </ButtonLink>
        </>
      )}
      <IconButton
        icon={LogOut}
        label="Abmelden"
        tipSide="left"
        onClick={() => void logout(client)}
      />
      <IconButton icon={DoorOpen} label="Schnell weg" tipSide="left" onClick={leaveAtOnce} />
    </header>
  );
}

/** Header under 900 px: top up, new ad, refresh, leave, menu (FRM-16). */
export function MobileHeader() {
  const account = useKnownAccount();
  const held = isHeld(account);
  const [open, setOpen] = useState(false);
  const refresh = useRefreshAll();
  return (
    <header className="mobile-bar" data-slot="mobile-header" data-keep-clear>
      <Link className="wordmark" to="/home" aria-label="Samtrot, Home">
        <Wordmark size={28} />
      </Link>
      <Link
        className="hit pill-balance num"
        to="/guthaben"
        aria-label={
          account
            ? `${formatCredits(account.credits)}, Guthaben${held ? '' : ' aufladen'}`
            : 'Guthaben'
        }
      >
        {account ? formatNumber(account.credits) : <Skeleton width="1.5rem" />}
        <span>
          <Plus className="i" aria-hidden />
        </span>
      </Link>
      {!held && (
        <>
          <Link className={iconButtonClass()} to="/rabota" aria-label="Neues Inserat">
            <SquarePen className="i" aria-hidden />
          </Link>
          <IconButton
            icon={RefreshCw}
            label="Alle Daten aktualisieren"
            tipSide="left"
            busy={refresh.isPending}
            onClick={() => refresh.mutate()}
          />
        </>
      )}
      <IconButton icon={DoorOpen} label="Schnell weg" tipSide="left" onClick={leaveAtOnce} />
      <IconButton
        icon={Menu}
        label="Menü öffnen"
        tipSide="left"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <Sheet open={open} onClose={() => setOpen(false)} title="Menü" side="left">
        <Navigation onLeave={() => setOpen(false)} />
        <div className="side-theme">
          <DiscreetToggle />
          <ThemeSwitch />
        </div>
      </Sheet>
    </header>
  );
}

const PLACES = [
  { to: '/home', label: 'Home', icon: House },
  { to: '/inserate', label: 'Inserate', icon: LayoutList },
  { to: '/banner', label: 'Banner', icon: PanelTop },
  { to: '/guthaben', label: 'Guthaben', icon: Wallet },
  { to: '/profil', label: 'Profil', icon: CircleUserRound },
] as const;

/** What a held account opens (EXP-95). */
const PLACES_OF_HELD = [
  PLACES[0],
  PLACES[3],
  { to: '/profil/sicherheit', label: 'Sicherheit', icon: ShieldCheck },
  { to: '/dashboard/kontakt', label: 'Support', icon: LifeBuoy },
] as const;

/** Places at the thumb; gives way to the bar of a flow. */
export function TabBar() {
  const held = isHeld(useKnownAccount());
  const places = held ? PLACES_OF_HELD : PLACES;
  return (
    <nav className="tabbar" data-slot="tab-bar" data-keep-clear aria-label="Bereiche">
      {places.map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} activeProps={{ 'aria-current': 'page' }}>
          <Icon className="i" aria-hidden />
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  );
}
