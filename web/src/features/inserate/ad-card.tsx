import { PACKAGES } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { formatNumber } from '@samtrot/shared/kernel/money.ts';
import { Ellipsis, Eye, Pencil } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { RuntimeBar } from '../../ui/runtime-bar.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { factsOf } from './ad-facts.ts';
import { AdFoot, type AskProps } from './ad-foot.tsx';
import { AdPicture } from './ad-picture.tsx';
import { runtimeOf } from './runtime.ts';

interface Props extends AskProps {
  /** Names by canton id. */
  cantons: ReadonlyMap<string, string>;
  now: number;
  /** On a phone: shows everything that the ad can do. */
  onMore: (id: number) => void;
}

/** The element of a card, for the focus. */
export const cardOf = (id: number): HTMLElement | null => document.getElementById(`karte-${id}`);

export function AdCard({ inserat, cantons, now, onAsk, onMore }: Props) {
  const { ID, titel, name, views, inserat_status, inserat_typ } = inserat;
  const run = runtimeOf(inserat, now);
  const regions = inserat.cantons.map((id) => cantons.get(id) ?? id).join(', ');
  const seen = inserat_status !== 'entwurf' && inserat_status !== 'geplant';
  const edit = (
    <Button icon={Pencil} aria-label={`Inserat ${ID} bearbeiten`} onClick={() => onAsk('AD_EDIT', ID)}>
      Bearbeiten
    </Button>
  );
  return (
    <article
      className="card ad"
      id={`karte-${ID}`}
      data-slot="ad-card"
      data-status={inserat_status}
      aria-labelledby={`inserat-${ID}`}
      tabIndex={-1}
    >
      <div className="ad-main">
        <AdPicture inserat={inserat} className="thumb" />
        <div className="ad-info">
          <div className="ad-meta">
            <StatusBadge status={inserat_status} />
            <span className="xs muted num">Nr. {ID}</span>
            <span className="xs muted only-desktop">{PACKAGES[inserat_typ].title}</span>
          </div>
          <h2 className="ad-title" id={`inserat-${ID}`}>
            {titel || 'Noch ohne Titel'}
          </h2>
          <p className="sm muted truncate">{[name, regions].filter(Boolean).join(' · ') || 'Noch ohne Angaben'}</p>
          {run && <RuntimeBar {...run} />}
          <Facts inserat={inserat} />
        </div>
        <div className="ad-views only-desktop">
          {seen && (
            <>
              <span className="num">{formatNumber(views)}</span>
              <small>{views === 1 ? 'Aufruf' : 'Aufrufe'}</small>
            </>
          )}
        </div>
        <div className="only-desktop">{edit}</div>
      </div>
      <AdFoot inserat={inserat} onAsk={onAsk} />
      <div className="ad-foot-m">
        {seen && (
          <span className="row-tight xs muted num">
            <Eye className="i" aria-hidden />
            {formatNumber(views)} {views === 1 ? 'Aufruf' : 'Aufrufe'}
          </span>
        )}
        <span className="end">
          {edit}
          <Button
            icon={Ellipsis}
            aria-haspopup="dialog"
            aria-label={`Mehr zu Inserat ${ID}`}
            data-more={ID}
            onClick={() => onMore(ID)}
          >
            Mehr
          </Button>
        </span>
      </div>
    </article>
  );
}

function Facts({ inserat }: { inserat: Inserat }) {
  const facts = factsOf(inserat);
  if (facts.length === 0) return null;
  return (
    <ul className="ad-facts xs muted num">
      {facts.map(({ icon: Icon, text, phone }) => (
        <li key={text} className={phone && 'phone'}>
          <Icon className="i" aria-hidden />
          {text}
        </li>
      ))}
    </ul>
  );
}

/** The boxes of three cards while the list loads. */
export const AdCardSkeleton = () => (
  <div className="card ad">
    <div className="ad-main">
      <div className="ph thumb" />
      <div className="ad-info" style={{ gap: '0.625rem' }}>
        <div className="skel" style={{ width: '9rem' }} />
        <div className="skel" style={{ width: '60%', height: '1.25rem' }} />
        <div className="skel" style={{ width: '40%' }} />
      </div>
    </div>
  </div>
);
