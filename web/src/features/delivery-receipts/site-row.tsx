import type { WebsiteDelivery } from '@samtrot/shared/delivery-receipts/contract.ts';
import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';
import { clsx } from 'clsx';
import {
  ArrowUpRight,
  Ban,
  CalendarX,
  Check,
  ChevronDown,
  Circle,
  LoaderCircle,
} from 'lucide-react';
import {
  missedText,
  noWayText,
  STEP_LABELS,
  type Station,
  stationsOf,
  viewsText,
} from './labels.ts';
import './delivery-panel.css';
import '../../ui/card.css';

interface Props {
  site: WebsiteDelivery;
  kind: PlacedKind;
  online: boolean;
  now: Date;
}

/** One website: how far it has come there, when, and what is missing. */
export function SiteRow({ site, kind, online, now }: Props) {
  const { name, url, step } = site;
  const stations = stationsOf(site, now);
  const missed = missedText(site, now);
  const shown = online && (step === 'geliefert' || step === 'gesehen');
  return (
    <li className="card receipt-site" data-slot="receipt-site" data-step={step}>
      <div className="anywhere receipt-name">
        <h3 className="strong">{name}</h3>
        <SiteLink name={name} url={url} there={shown} />
      </div>
      {stations.length === 0 ? (
        <p className="icon-line sm muted">
          <Ban className="i" aria-hidden />
          {noWayText(site, kind)}
        </p>
      ) : (
        <ol className="receipt-way" aria-label={`${name}: ${STEP_LABELS[step]}`}>
          {stations.map((station) => (
            <StationItem key={station.label} {...station} />
          ))}
        </ol>
      )}
      <p className="sm muted num receipt-views">{viewsText(site, now)}</p>
      {missed && (
        <details className="receipt-missed sm">
          <summary>
            <CalendarX className="i" aria-hidden />
            {missed.title}
            <ChevronDown className="i end" aria-hidden />
          </summary>
          <p className="muted num">{missed.days}</p>
        </details>
      )}
    </li>
  );
}

/** To the thing itself while it stands there, otherwise to the website. */
function SiteLink({ name, url, there }: { name: string; url: string; there: boolean }) {
  if (!/^https?:\/\//i.test(url)) return null;
  return (
    <a className="link link-target hit sm" href={url} target="_blank" rel="noopener noreferrer">
      {there ? 'Ansehen' : 'Zur Webseite'}
      <span className="sr"> auf {name}, öffnet in neuem Tab</span>
      <ArrowUpRight className="i" aria-hidden />
    </a>
  );
}

const ICONS = { done: Check, now: LoaderCircle, open: Circle };
const STATE_LABELS = { done: 'erledigt', now: 'steht an', open: 'offen' };

function StationItem({ label, state, note }: Station) {
  const Icon = ICONS[state];
  return (
    <li
      className={clsx('station', `station-${state}`)}
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <span className="station-mark" aria-hidden>
        <Icon className="i" />
      </span>
      <span className="station-words">
        <span className="strong">{label}</span>
        <span className="sr">, {STATE_LABELS[state]}</span>
        <span className="xs muted num">{note}</span>
      </span>
    </li>
  );
}
