import { Copy, ExternalLink, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { shownAddress } from './placing.ts';
import './placed.css';

interface Props {
  /** Where the ad arrived first. */
  site: { name: string; url: string } | undefined;
  /** A minute has passed without an arrival. */
  late: boolean;
}

const SAID_MS = 3_000;

/** The way to the ad on the website where it arrived first (EXP-23, EXP-26). */
export function PlacedLink({ site, late }: Props) {
  const [copied, setCopied] = useState<'yes' | 'refused' | null>(null);
  useEffect(() => {
    if (copied !== 'yes') return;
    const timer = setTimeout(() => setCopied(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (url: string) =>
    // Without a safe origin there is no clipboard at all.
    Promise.resolve(navigator.clipboard?.writeText(url) ?? Promise.reject()).then(
      () => setCopied('yes'),
      () => setCopied('refused'),
    );
  if (!site && late)
    return (
      <div className="row wrap above-5" role="status">
        <p>Noch auf keiner Webseite. Wir versuchen es weiter.</p>
        <ButtonLink to="/dashboard/kontakt" variant="velvet-line">
          Support
        </ButtonLink>
      </div>
    );
  return (
    <>
      <div className="row wrap above-5 placed-actions">
        {site ? (
          <ButtonAnchor
            href={site.url}
            target="_blank"
            rel="noopener noreferrer"
            variant="velvet"
            size="lg"
            icon={ExternalLink}
            className="placed-see"
          >
            Ansehen auf {site.name}
          </ButtonAnchor>
        ) : (
          <Button variant="velvet" size="lg" disabled className="placed-see">
            Gleich zu sehen …
          </Button>
        )}
        <Button
          variant="velvet-line"
          size="lg"
          icon={Copy}
          disabled={!site}
          onClick={() => site && void copy(site.url)}
        >
          {copied === 'yes' ? 'Link kopiert' : 'Link kopieren'}
        </Button>
        {typeof navigator.share === 'function' && (
          <Button
            variant="velvet-line"
            size="lg"
            icon={Share2}
            disabled={!site}
            // Who closes the sheet of the system has decided so.
            onClick={() => site && void navigator.share({ url: site.url }).catch(() => {})}
          >
            Teilen
          </Button>
        )}
      </div>
      <span className="sr" role="status">
        {copied === 'yes' && 'Link kopiert'}
      </span>
      {copied === 'refused' && site && <Address url={site.url} />}
    </>
  );
}

/** Selected, so that it can be copied by hand. */
function Address({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <input
      ref={field}
      className="placed-address num"
      aria-label={`Adresse zum Kopieren: ${shownAddress(url)}`}
      readOnly
      value={url}
    />
  );
}
