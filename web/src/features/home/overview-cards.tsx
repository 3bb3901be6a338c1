import { formatChf, formatNumber } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { LinkProps } from '@tanstack/react-router';
import { ChevronRight, Plus, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { runtime } from '../../lib/format/runtime.ts';
import type { Account } from '../../lib/session/session.ts';
import type { Counts } from '../../listing/counts.ts';
import { withoutHeld } from '../../listing/hold.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CardHead } from '../../ui/card.tsx';
import { RuntimeBar } from '../../ui/runtime-bar.tsx';
import { Velvet } from '../../ui/velvet.tsx';
import { cardAction, countLines, runningAds } from './rules.ts';
import './overview-cards.css';
import '../../ui/card.css';
import '../../ui/velvet.css';

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
      className="balance"
      folds={{ seed: 3, n: 44, w: 420, h: 300, amp: 0.07, bunch: 0.86 }}
      aria-labelledby="h-bal"
    >
      <div className="between">
        <h2 className="v-title" id="h-bal">
          Guthaben
        </h2>
        <span className="sm v-muted num">= {formatChf(credits * 100)}</span>
      </div>
      <div className="row-tight align-baseline above-2">
        <span className="balance-num num">{formatNumber(credits)}</span>
        <span className="v-muted">Credits</span>
      </div>
      {sums}
      <div className="row wrap above-5">
        <ButtonLink to="/guthaben" variant="velvet" icon={undecided ? Wallet : Plus}>
          {undecided ? 'Zahlung ansehen' : 'Aufladen'}
        </ButtonLink>
        <ButtonLink to="/guthaben" hash="guthaben-history" variant="velvet-line">
          Verlauf
        </ButtonLink>
      </div>
    </Velvet>
  );
}

interface InserateProps {
  account: Account;
  counts: Counts;
  now: Date;
}

/** Counts of ads and, below, the four that end first. */
export function InserateCard({ account, counts, now }: InserateProps) {
  const { Inserats, ad_pages } = withoutHeld(account);
  const running = runningAds(Inserats).slice(0, 4);
  return (
    <section className="card" data-slot="overview-card" aria-labelledby="h-inserate">
      <OverviewHead title="Inserate" active={counts.aktiv} list="/inserate" create="/rabota" />
      <CountList counts={counts} />
      {running.length === 0 ? (
        <p className="sm muted">Läuft ein Inserat, siehst du hier, wie lange noch.</p>
      ) : (
        <div className="two above-4">
          {running.map((ad) => {
            const title = ad.titel || `Inserat ${ad.ID}`;
            const page = ad_pages.find(({ inserat_id }) => inserat_id === ad.ID);
            return (
              <div key={ad.ID}>
                <div className="between sm strong below-2">
                  <span className="truncate">{title}</span>
                  {page && (
                    <a
                      className="link link-target"
                      href={page.url}
                      target="_blank"
                      rel="noopener noreferrer"
                      aria-label={`Ansehen: ${title} auf ${page.website}, öffnet in neuem Tab`}
                    >
                      Ansehen
                    </a>
                  )}
                </div>
                <RuntimeBar
                  {...runtime(new Date(ad.start_at ?? ad.end_at!), new Date(ad.end_at!), now)}
                />
              </div>
            );
          })}
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
  return (
    <section
      className="card"
      data-slot="overview-card"
      aria-labelledby={`h-${title.toLowerCase()}`}
    >
      <OverviewHead title={title} active={counts.aktiv} list={list} create={create} />
      <CountList counts={counts} />
    </section>
  );
}

interface HeadProps {
  title: string;
  active: number;
  list: LinkProps['to'];
  create: LinkProps['to'];
}

function OverviewHead({ title, active, list, create }: HeadProps) {
  const action = cardAction(active);
  return (
    <CardHead title={title} id={`h-${title.toLowerCase()}`}>
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

/** `5 aktiv`, `1 Entwurf`: the figure stands before its word. */
function CountList({ counts }: { counts: Counts }) {
  return (
    <dl className="pairs row wrap counts">
      {countLines(counts).map(([label, count]) => (
        <div key={label}>
          <dt className="sm">{label}</dt>
          <dd className="num">{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
