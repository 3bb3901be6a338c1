import { formatChf, formatNumber } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { LinkProps } from '@tanstack/react-router';
import { ChevronRight, Plus, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { runtime } from '../../lib/format/runtime.ts';
import type { Account } from '../../lib/session/session.ts';
import { type Counts, countsOf } from '../../listing/counts.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CardHead } from '../../ui/card.tsx';
import { RuntimeBar } from '../../ui/runtime-bar.tsx';
import { STATUS_LOOKS } from '../../ui/status-badge.tsx';
import { Velvet } from '../../ui/velvet.tsx';
import { cardAction, runningAds } from './rules.ts';
import './overview-cards.css';
import '../../ui/card.css';
import '../../ui/velvet.css';

const LABELS = {
  aktiv: 'Aktiv',
  geplant: 'Geplant',
  entwurf: 'Entwürfe',
  abgelaufen: 'Abgelaufen',
} as const;

/** The balance with what came as bonus and by coupons (HOM-15). */
interface BalanceProps {
  credits: Credits;
  sums: ReactNode;
  /** A payment waits for a decision: until then nobody shall pay once more. */
  undecided: boolean;
}

export function BalanceCard({ credits, sums, undecided }: BalanceProps) {
  return (
    <Velvet
      className="balance c4 m-first"
      folds={{ seed: 3, n: 44, w: 420, h: 300, amp: 0.07, bunch: 0.86 }}
      aria-labelledby="h-bal"
    >
      <div className="between">
        <h2 className="v-muted v-title" id="h-bal">
          Guthaben
        </h2>
        <span className="sm v-muted num">= {formatChf(credits * 100)}</span>
      </div>
      <div className="row-tight" style={{ alignItems: 'baseline', marginTop: '.5rem' }}>
        <span className="balance-num num">{formatNumber(credits)}</span>
        <span className="v-muted">Credits</span>
      </div>
      {sums}
      <div style={{ marginTop: '1.125rem' }}>
        <ButtonLink to="/guthaben" variant="velvet" icon={undecided ? Wallet : Plus}>
          {undecided ? 'Zahlung ansehen' : 'Aufladen'}
        </ButtonLink>
      </div>
    </Velvet>
  );
}

/** Counts of ads and, below, the four that end first. */
export function InserateCard({ account, now }: { account: Account; now: Date }) {
  const counts = countsOf(account, now).inserate;
  const running = runningAds(account.Inserats).slice(0, 4);
  return (
    <section className="card c8" data-slot="overview-card" aria-labelledby="h-ins">
      <OverviewHead
        id="h-ins"
        title="Inserate"
        active={counts.aktiv}
        list="/inserate"
        create="/rabota"
      />
      <CountList counts={counts} shown={['aktiv', 'geplant', 'entwurf', 'abgelaufen']} />
      {running.length === 0 ? (
        <p className="sm muted" style={{ marginTop: 'var(--space-5)' }}>
          Läuft ein Inserat, siehst du hier, wie lange noch.
        </p>
      ) : (
        <div className="ending">
          {running.map((ad) => (
            <div key={ad.ID}>
              <div className="t truncate">{ad.titel || `Inserat ${ad.ID}`}</div>
              <RuntimeBar
                {...runtime(new Date(ad.start_at ?? ad.end_at!), new Date(ad.end_at!), now)}
              />
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

interface OverviewProps {
  title: 'Banner' | 'Clubs';
  counts: Counts;
  list: LinkProps['to'];
  create: LinkProps['to'];
}

export function OverviewCard({ title, counts, list, create }: OverviewProps) {
  const id = `h-${title.toLowerCase()}`;
  return (
    <section className="card c4 three" data-slot="overview-card" aria-labelledby={id}>
      <OverviewHead id={id} title={title} active={counts.aktiv} list={list} create={create} />
      <CountList counts={counts} shown={['geplant', 'entwurf', 'abgelaufen']} />
    </section>
  );
}

interface HeadProps {
  id: string;
  title: string;
  active: number;
  list: LinkProps['to'];
  create: LinkProps['to'];
}

function OverviewHead({ id, title, active, list, create }: HeadProps) {
  const action = cardAction(active);
  return (
    <CardHead title={title} id={id}>
      <ButtonLink
        to={action === 'Verwalten' ? list : create}
        variant="link"
        size="sm"
        iconEnd={ChevronRight}
        aria-label={`${title}: ${action}`}
      >
        {action}
      </ButtonLink>
    </CardHead>
  );
}

function CountList({ counts, shown }: { counts: Counts; shown: (keyof typeof LABELS)[] }) {
  return (
    <dl className="counts">
      {shown.map((status) => {
        const Icon = STATUS_LOOKS[status].icon;
        return (
          <div key={status}>
            <dt>
              <Icon className={`i st-${status}`} aria-hidden />
              {LABELS[status]}
            </dt>
            <dd className="num">{counts[status]}</dd>
          </div>
        );
      })}
    </dl>
  );
}
