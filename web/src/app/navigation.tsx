import { formatCredits, formatNumber } from '@samtrot/shared/kernel/format.ts';
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
import { type Account, logout, useKnownAccount } from '../lib/session/session.ts';
import { clubText, countsOf } from '../listing/counts.ts';
import { holdOfAccount } from '../listing/hold.ts';
import { Count } from '../ui/badge.tsx';
import { Wordmark } from '../ui/mark.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { MiniCart } from './mini-cart.tsx';
import './frame.css';
import './navigation.css';

interface Entry {
  to: LinkProps['to'];
  label: string;
  icon: LucideIcon;
  count?: number | undefined;
  /** Tooltip and name where the bare number does not say what it counts. */
  words?: string | undefined;
  sub?: boolean;
}

/** What a held account still opens (EXP-95). */
const OPEN_TO_HELD: readonly string[] = [
  ...['/home', '/guthaben', '/profil/sicherheit', '/dashboard/kontakt'],
];

/**
 * What stands in the sidebar and, on phones, in the menu (FRM-03 to FRM-14). Without figures until
 * the account is there.
 */
export function Navigation({ onLeave }: { onLeave?: () => void }) {
  const account = useKnownAccount();
  const client = useQueryClient();
  const held = account !== undefined && holdOfAccount(account) !== undefined;
  const counts = account && countsOf(account, new Date());
  const unread = account?.unread_threads.length || undefined;
  const all: { label?: string; entries: Entry[] }[] = [
    {
      entries: [
        { to: '/home', label: 'Home', icon: House },
        { to: '/guthaben', label: 'Guthaben', icon: Wallet, count: account?.credits },
      ],
    },
    {
      label: 'Veröffentlichen',
      entries: [
        { to: '/inserate', label: 'Inserate', icon: LayoutList, count: counts?.inserate.aktiv },
        { to: '/rabota', label: 'Inserat aufgeben', icon: Plus, sub: true },
        { to: '/banner', label: 'Banner', icon: PanelTop, count: counts?.banner.aktiv },
        { to: '/banner_neu', label: 'Banner aufgeben', icon: Plus, sub: true },
        {
          to: '/clubs',
          label: 'Clubs',
          icon: Store,
          count: counts?.clubs.all,
          words: counts && clubText(counts.clubs),
        },
        { to: '/clubs_neu', label: 'Club eintragen', icon: Plus, sub: true },
      ],
    },
    {
      label: 'Konto',
      entries: [
        { to: '/profil', label: 'Profil', icon: CircleUserRound },
        { to: '/profil/sicherheit', label: 'Sicherheit', icon: ShieldCheck, sub: true },
        { to: '/dashboard/kontakt', label: 'Support', icon: LifeBuoy, count: unread },
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
      <Owner account={account} />
      <nav aria-label="Bereiche">
        {groups.map(({ label, entries }) => (
          <div key={entries[0]!.label}>
            {label && <div className="nav-label">{label}</div>}
            <div className="nav">
              {entries.map(({ to, label: text, icon: Icon, count, words, sub }) => (
                <Link
                  key={text}
                  to={to}
                  className={sub ? 'hit sub' : 'hit'}
                  activeOptions={{ exact: to !== '/rabota', includeSearch: false }}
                  activeProps={{ 'aria-current': 'page' }}
                  title={words}
                  onClick={onLeave}
                >
                  <Icon className="i" aria-hidden />
                  <span aria-hidden={words !== undefined || undefined}>{text}</span>
                  {count !== undefined && (
                    <Count hidden={words !== undefined}>{formatNumber(count)}</Count>
                  )}
                  {words && <span className="sr">{words}</span>}
                </Link>
              ))}
              {label === 'Konto' && (
                <button type="button" className="hit" onClick={() => void logout(client)}>
                  <LogOut className="i" aria-hidden />
                  <span>Abmelden</span>
                </button>
              )}
            </div>
          </div>
        ))}
      </nav>
      {account && !held && <MiniCart onLeave={onLeave} />}
    </>
  );
}

function Owner({ account }: { account: Account | undefined }) {
  if (!account) {
    return (
      <div className="row side-account" aria-busy="true">
        <span className="tile avatar" />
        <div className="grow stack-tight">
          <Skeleton width="60%" />
          <Skeleton width="80%" />
        </div>
      </div>
    );
  }
  const name = account.user_meta.nickname || account.user_login;
  return (
    <div className="row side-account">
      <span className="tile avatar" aria-hidden>
        {[...name][0]?.toUpperCase()}
      </span>
      <div className="grow">
        <div className="strong truncate" title={account.user_login}>
          {account.user_login}
        </div>
        <div className="xs subtle num">
          ID {account.user_id} · {formatCredits(account.credits)}
        </div>
      </div>
    </div>
  );
}
