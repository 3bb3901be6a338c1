import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { afterText } from '@samtrot/shared/kernel/format.ts';
import { withoutPicturesText } from '@samtrot/shared/overview/placed.ts';
import type { PlacedOn } from '@samtrot/shared/overview/placed-contract.ts';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed, ExternalLink, RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { arrivedText } from './placing.ts';
import './placed.css';
import '../../ui/button.css';
import '../../ui/card.css';

interface Props {
  ad: Inserat;
  websites: readonly PlacedOn[];
  /** The first minute is over. */
  over: boolean;
  /** A minute has passed since it came online. */
  late: boolean;
  busy: boolean;
  onRefresh: () => void;
}

/** «Wo dein Inserat steht»: each website with what became of the ad there (EXP-22, EXP-24). */
export function PlacedSites({ ad, websites, over, late, busy, onRefresh }: Props) {
  const words = arrivedText(websites);
  const pictures = ad.imageSources;
  const without = websites.filter((site) => site.without_pictures).length;
  const withheld = withoutPicturesText(without, pictures);
  const waits = websites.some(({ arrived_after }) => arrived_after === null);
  return (
    <section className="card placed-sites" data-slot="placed-sites" aria-labelledby="h-where">
      <div className="between below-1">
        <h2 className="h3" id="h-where">
          Wo dein Inserat steht
        </h2>
        {websites.length > 0 && (
          <span className="sm muted num" aria-hidden>
            {words}
          </span>
        )}
        <span className="sr" role="status">
          {useCalm(websites.length > 0 ? words : '')}
        </span>
      </div>
      {websites.length === 0 ? (
        <p className="sm muted">Zurzeit ist keine Webseite eingeschaltet.</p>
      ) : (
        <ul className="lined placed-list">
          {websites.map((site) => (
            <SiteLine key={site.id} site={site} late={over || late} />
          ))}
        </ul>
      )}
      {websites.length > 0 && late && waits && (
        <p className="xs muted above-2">
          Jede Webseite holt neue Inserate selbst ab, manche erst, wenn dort jemand nachschaut.
        </p>
      )}
      {withheld && (
        <p className="xs muted above-2">
          {withheld}{' '}
          <Link className="link" to="/rabota/$id" params={{ id: String(ad.ID) }}>
            Einstufung ändern
          </Link>
        </p>
      )}
      {over && waits && (
        <Button
          size="sm"
          icon={RefreshCw}
          busy={busy}
          busyLabel="Wird geladen …"
          onClick={onRefresh}
        >
          Aktualisieren
        </Button>
      )}
    </section>
  );
}

function SiteLine({ site, late }: { site: PlacedOn; late: boolean }) {
  const { name, url, arrived_after: seconds } = site;
  if (seconds === null)
    return (
      <li data-arrived="false">
        <CircleDashed className="i muted" aria-hidden />
        <span className="medium truncate">{name}</span>
        <span className="muted">{late ? 'noch nicht abgeholt' : 'unterwegs'}</span>
      </li>
    );
  return (
    <li data-arrived="true">
      <CircleCheck className="i is-success" aria-hidden />
      <span className="medium truncate">{name}</span>
      <span className="is-success num">{afterText(seconds)}</span>
      <a
        className="btn btn-link btn-sm"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Ansehen auf ${name}`}
      >
        Ansehen
        <ExternalLink className="i" aria-hidden />
      </a>
    </li>
  );
}

/** How often a screen reader is told of a change. */
const CALM_MS = 5_000;

/** The text at most every five seconds. */
function useCalm(text: string): string {
  const [said, setSaid] = useState(text);
  const last = useRef(0);
  useEffect(() => {
    if (said === text) return;
    const say = () => {
      last.current = Date.now();
      setSaid(text);
    };
    const timer = setTimeout(say, Math.max(0, last.current + CALM_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [said, text]);
  return said;
}
