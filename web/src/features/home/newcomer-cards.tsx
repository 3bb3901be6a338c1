import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import type { LinkProps } from '@tanstack/react-router';
import { ChevronRight, MapPin, Power, ScanFace } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Account } from '../../lib/session/session.ts';
import type { Counts } from '../../listing/counts.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { countLines } from './rules.ts';
import './newcomer-cards.css';
import '../../ui/card.css';

const DISCREET = [
  {
    icon: ScanFace,
    title: 'Gesicht verdecken',
    text: 'Direkt auf deinem Gerät, bevor das Bild uns erreicht.',
  },
  {
    icon: MapPin,
    title: 'Kein Standort im Bild',
    text: 'Ort, Gerät und Zeit werden aus jedem Bild entfernt.',
  },
  {
    icon: Power,
    title: 'Jederzeit weg',
    text: 'Ein Schalter nimmt alles von allen Webseiten.',
  },
];

export const DiscreetCard = () => (
  <section className="card" aria-labelledby="h-discreet">
    <h2 className="h3" id="h-discreet">
      So bleibst du diskret
    </h2>
    <ul className="welcome-facts">
      {DISCREET.map(({ icon: Icon, title, text }) => (
        <li key={title}>
          <Icon className="i" aria-hidden />
          <b className="strong">{title}</b>
          <p className="sm muted">{text}</p>
        </li>
      ))}
    </ul>
  </section>
);

interface Props {
  account: Account;
  counts: Record<'inserate' | 'banner' | 'clubs', Counts>;
  sums: ReactNode;
}

/** The four overview cards, small: nothing of it is in large type yet (EXP-32). */
export function NewcomerCards({
  account,
  counts: { inserate: ads, banner: banners, clubs },
  sums,
}: Props) {
  const undecided = account.undecided_payment !== null;
  return (
    <div className="mini4">
      <MiniCard
        title="Guthaben"
        link="/guthaben"
        action={undecided ? 'Zahlung ansehen' : 'Aufladen'}
      >
        <p className="strong num">{formatCredits(account.credits)}</p>
        {sums}
      </MiniCard>
      <Kind title="Inserate" counts={ads} none="Noch keines" pages={['/inserate', '/rabota']} />
      <Kind title="Banner" counts={banners} none="Noch keiner" pages={['/banner', '/banner_neu']} />
      <Kind title="Clubs" counts={clubs} none="Noch keiner" pages={['/clubs', '/clubs_neu']} />
    </div>
  );
}

interface KindProps {
  title: 'Inserate' | 'Banner' | 'Clubs';
  counts: Counts;
  none: string;
  /** The list, and where a new one is made. */
  pages: readonly [LinkProps['to'], LinkProps['to']];
}

function Kind({ title, counts, none, pages: [list, create] }: KindProps) {
  const { aktiv } = counts;
  const lines = countLines(counts);
  const all = lines.reduce((sum, [, count]) => sum + count, 0);
  return (
    <MiniCard
      title={title}
      link={aktiv > 0 ? list : create}
      action={aktiv > 0 ? 'Verwalten' : 'Erstellen'}
    >
      <p className="strong num">{all === 0 ? none : `${all} angelegt`}</p>
      <p className="xs muted num">
        {lines.map(([label, count]) => `${count}\u00a0${label}`).join(', ')}
      </p>
    </MiniCard>
  );
}

interface MiniProps {
  title: string;
  link: LinkProps['to'];
  action: string;
  children: ReactNode;
}

function MiniCard({ title, link, action, children }: MiniProps) {
  const id = `h-${title.toLowerCase()}`;
  return (
    <section className="card" data-slot="overview-card" aria-labelledby={id}>
      <h2 className="plain-title sm muted" id={id}>
        {title}
      </h2>
      {children}
      <ButtonLink
        to={link}
        variant="link"
        size="sm"
        iconEnd={ChevronRight}
        aria-label={`${title}: ${action}`}
      >
        {action}
      </ButtonLink>
    </section>
  );
}
