import { formatCredits, formatNumber } from '@samtrot/shared/kernel/money.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import {
  CircleUserRound,
  House,
  LayoutList,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  PanelTop,
  Plus,
  ShieldCheck,
  Store,
  Wallet,
} from 'lucide-react';
import { logout, useAccount } from '../lib/session/session.ts';
import { holdOfAccount, withoutHeld } from '../listing/hold.ts';
import { Count } from '../ui/badge.tsx';
import { Wordmark } from '../ui/mark.tsx';
import { MiniCart } from './mini-cart.tsx';
import './frame.css';
import './navigation.css';

interface Entry {
  to: LinkProps['to'];
  label: string;
  icon: LucideIcon;
  count?: number;
  sub?: boolean;
}

/** What a held account still opens (EXP-95). */
const OPEN_TO_HELD: readonly string[] = [
  ...['/home', '/guthaben', '/profil/sicherheit', '/dashboard/kontakt'],
];

/** What stands in the sidebar and, on phones, in the menu (FRM-03 to FRM-14). */
export function Navigation({ onLeave }: { onLeave?: () => void }) {
  const account = useAccount();
  const client = useQueryClient();
  const name = account.user_meta.nickname || account.user_login;
  const shown = withoutHeld(account);
  const activeAds = shown.Inserats.filter((ad) => ad.inserat_status === 'aktiv').length;
  const activeBanners = shown.Banners.filter((banner) => banner.status === 'aktiv').length;
  const held = holdOfAccount(account) !== undefined;
  const all: { label?: string; entries: Entry[] }[] = [
    {
      entries: [
        { to: '/home', label: 'Home', icon: House },
        { to: '/guthaben', label: 'Guthaben', icon: Wallet, count: account.credits },
      ],
    },
    {
      label: 'Veröffentlichen',
      entries: [
        { to: '/inserate', label: 'Inserate', icon: LayoutList, count: activeAds },
        { to: '/rabota', label: 'Inserat aufgeben', icon: Plus, sub: true },
        { to: '/banner', label: 'Banner', icon: PanelTop, count: activeBanners },
        { to: '/banner_neu', label: 'Banner aufgeben', icon: Plus, sub: true },
        { to: '/clubs', label: 'Clubs', icon: Store, count: shown.Clubs.length },
        { to: '/clubs_neu', label: 'Club eintragen', icon: Plus, sub: true },
      ],
    },
    {
      label: 'Konto',
      entries: [
        { to: '/profil', label: 'Profil', icon: CircleUserRound },
        { to: '/profil/sicherheit', label: 'Sicherheit', icon: ShieldCheck, sub: true },
        {
          to: '/dashboard/kontakt',
          label: 'Support',
          icon: LifeBuoy,
          ...(account.unread_threads.length > 0 && { count: account.unread_threads.length }),
        },
      ],
    },
  ];
  const groups = all
    .map((group) => ({
      ...group,
      entries: held ? group.entries.filter(({ to }) => OPEN_TO_HELD.includes(to!)) : group.entries,
    }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <>
      <Link className="wordmark" to="/home" aria-label="Samtrot, Home" onClick={onLeave}>
        <Wordmark />
      </Link>
      <div className="side-account">
        <span className="avatar" aria-hidden>
          {[...name][0]?.toUpperCase()}
        </span>
        <div className="grow">
          <div className="strong truncate" title={account.user_login}>
            {account.user_login}
          </div>
          <div className="id num">
            ID {account.user_id} · {formatCredits(account.credits)}
          </div>
        </div>
      </div>
      <nav aria-label="Bereiche">
        {groups.map(({ label, entries }) => (
          <div key={entries[0]!.label}>
            {label && <div className="nav-label">{label}</div>}
            <div className="nav">
              {entries.map(({ to, label: text, icon: Icon, count, sub }) => (
                <Link
                  key={text}
                  to={to}
                  className={sub ? 'sub' : undefined}
                  activeOptions={{ exact: to !== '/rabota' }}
                  activeProps={{ 'aria-current': 'page' }}
                  onClick={onLeave}
                >
                  <Icon className="i" aria-hidden />
                  <span>{text}</span>
                  {count !== undefined && <Count>{formatNumber(count)}</Count>}
                </Link>
              ))}
              {label === 'Konto' && (
                <button type="button" onClick={() => void logout(client)}>
                  <LogOut className="i" aria-hidden />
                  <span>Abmelden</span>
                </button>
              )}
            </div>
          </div>
        ))}
      </nav>
      {!held && <MiniCart onLeave={onLeave} />}
    </>
  );
}
