import { PACKAGES } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { formatNumber } from '@samtrot/shared/kernel/money.ts';
import { Eye, Image as ImageIcon, Pencil } from 'lucide-react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { RuntimeBar } from '../../ui/runtime-bar.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { VeiledPicture } from '../../ui/veiled-picture.tsx';
import { runtimeOf } from './runtime.ts';

interface Props {
  inserat: Inserat;
  /** Names by canton id. */
  cantons: ReadonlyMap<string, string>;
  now: number;
}

export function AdCard({ inserat, cantons, now }: Props) {
  const { ID, titel, name, views, inserat_status, inserat_typ, imageSources } = inserat;
  const picture = imageSources.find(({ mainImage }) => mainImage) ?? imageSources[0];
  const run = runtimeOf(inserat, now);
  const regions = inserat.cantons.map((id) => cantons.get(id) ?? id).join(', ');
  const seen = inserat_status !== 'entwurf' && inserat_status !== 'geplant';
  const edit = (
    <ButtonLink
      to="/rabota/$id"
      params={{ id: String(ID) }}
      variant="secondary"
      icon={Pencil}
      aria-label={`Inserat ${ID} bearbeiten`}
    >
      Bearbeiten
    </ButtonLink>
  );
  return (
    <article className="card ad" data-slot="ad-card" data-status={inserat_status} aria-labelledby={`inserat-${ID}`}>
      <div className="ad-main">
        <VeiledPicture
          src={picture?.variants['320'] ?? picture?.url}
          alt={`Hauptbild von Inserat ${ID}`}
          className="thumb"
        >
          {!picture && <ImageIcon className="i veil-icon" aria-hidden />}
        </VeiledPicture>
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
      <div className="ad-foot-m">
        {seen && (
          <span className="row-tight xs muted num">
            <Eye className="i" aria-hidden />
            {formatNumber(views)} {views === 1 ? 'Aufruf' : 'Aufrufe'}
          </span>
        )}
        <span className="end">{edit}</span>
      </div>
    </article>
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
