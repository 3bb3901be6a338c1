import { AdCard } from '@samtrot/ad-view/ad-card.tsx';
import { AdPage } from '@samtrot/ad-view/ad-page.tsx';
import type { AdLinks } from '@samtrot/ad-view/links.ts';
import folds from '@samtrot/ad-view/styles/falten.svg?inline';
import sheet from '@samtrot/ad-view/styles/preview.css?inline';
import { TopAd } from '@samtrot/ad-view/top-ad.tsx';
import type { DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTheme } from '../../../lib/page/theme.ts';

/** Nothing of a preview leads anywhere. */
const NOWHERE: AdLinks = {
  page: '#',
  story: '#',
  report: '#',
  map: '#',
  phone: '#',
  sms: '#',
  whatsapp: '#',
  homepage: '#',
};

/** The folds lie in the sheet, so that showing the TopAd asks for nothing. */
const STYLES = sheet.replace(/url\([^)]*falten[^)]*\)/g, () => `url("${folds}")`);
const DOCUMENT = `<!doctype html><html lang="de-CH"><head><style>${STYLES}</style></head><body></body></html>`;

export interface PreviewContentProps {
  ad: DeliveredAd;
  view: 'card' | 'page';
  /** Empty cards beside the ad. */
  neighbours: number;
  veiled: boolean;
  /** The card fills its document. */
  alone?: boolean;
}

/** The ad as the website draws it, in the list between empty neighbours or on its page. */
export function PreviewContent({ ad, view, neighbours, veiled }: PreviewContentProps) {
  if (view === 'page')
    return <AdPage ad={ad} links={NOWHERE} now={new Date(ad.updated_at)} veiled={veiled} />;
  const empty = Array.from({ length: neighbours }, (_, index) => index);
  return (
    <>
      {ad.topad && <TopAd ad={ad} links={NOWHERE} first />}
      <section className="grid">
        {!ad.topad && <AdCard ad={ad} links={NOWHERE} first />}
        {empty.map((index) => (
          <Neighbour key={index} />
        ))}
      </section>
    </>
  );
}

const Neighbour = () => (
  <div className="li neighbour" aria-hidden>
    <div className="li-ph">
      <div className="ph" />
    </div>
    <div className="li-b">
      <div className="bone" />
      <div className="bone" />
    </div>
  </div>
);

/**
 * A document of its own, so that the styles of the website and of the portal never meet and its
 * width decides as that of a window does. As high as what it holds; who wears it scrolls.
 */
export function PreviewDocument(props: PreviewContentProps) {
  const [shown, setShown] = useState<Document | null>(null);
  const [height, setHeight] = useState<number>();
  const theme = useTheme();
  const { neighbours, veiled, alone = false } = props;
  useEffect(() => {
    if (!shown) return;
    const observer = new ResizeObserver(() => setHeight(shown.body.offsetHeight));
    observer.observe(shown.body);
    return () => observer.disconnect();
  }, [shown]);
  useEffect(() => {
    if (!shown) return;
    if (theme === 'system') delete shown.documentElement.dataset.theme;
    else shown.documentElement.dataset.theme = theme;
    shown.body.className = [
      'preview',
      alone && 'alone',
      neighbours === 0 && !alone && 'single',
      veiled && 'veiled',
    ]
      .filter(Boolean)
      .join(' ');
  }, [shown, theme, neighbours, veiled, alone]);
  return (
    <>
      <iframe
        className="preview-document"
        title="Vorschau des Inserats"
        inert
        tabIndex={-1}
        srcDoc={DOCUMENT}
        style={{ height }}
        onLoad={(event) => setShown(event.currentTarget.contentDocument)}
      />
      {shown && createPortal(<PreviewContent {...props} />, shown.body)}
    </>
  );
}
