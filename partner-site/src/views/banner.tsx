import { Icon } from '@samtrot/ad-view/icons.tsx';
import { Picture } from '@samtrot/ad-view/picture.tsx';
import { webFile } from '@samtrot/ad-view/text.ts';
import type { DeliveredBanner } from '@samtrot/partner';
import type { ReactNode } from 'react';

/** Paid content is labelled, as on the portal. */
const WORD = 'Anzeige';
/** Accessible name of each placement, unique on the page. */
const PLACES = {
  a1: WORD,
  a2: `${WORD} in der Liste`,
  a3: `${WORD} über der Seite`,
  a4: `${WORD} am Fuss der Seite`,
};
const SIZES = {
  a1: '(min-width: 1280px) 1248px, 100vw',
  a2: '(min-width: 760px) 715px, 100vw',
  a3: '600px',
  a4: '',
};

interface PictureProps {
  banner: DeliveredBanner;
  /** The width of the window that shows it; each banner is fetched and counted where it shows. */
  only?: 'wide' | 'narrow';
}

/**
 * A banner with a picture, labelled as advertising. Its box has the aspect ratio of its type, so
 * the layout does not shift.
 */
export function BannerPicture({ banner, only }: PictureProps) {
  return (
    <aside
      className={['ad', `ad-${banner.slot}`, only].filter(Boolean).join(' ')}
      aria-label={PLACES[banner.slot]}
    >
      <Framed banner={banner} />
    </aside>
  );
}

/** Over the page; the script of the site opens it, and nothing of it is loaded before. */
export function PopUp({ banner }: { banner: DeliveredBanner }) {
  return (
    <dialog className="popup" id="anzeige" aria-label={PLACES.a3}>
      <div className="popup-b">
        <button
          type="button"
          className="popup-x"
          aria-label="Anzeige schliessen"
          title="Schliessen"
        >
          <Icon name="x" />
        </button>
        <div className="ad ad-a3">
          <Framed banner={banner} />
        </div>
      </div>
    </dialog>
  );
}

/** A row of text links in the footer. */
export function TextLinks({ banners }: { banners: DeliveredBanner[] }) {
  if (banners.length === 0) return null;
  return (
    <aside className="links" aria-label={PLACES.a4}>
      <span className="badge badge-outline">{WORD}</span>
      {banners.map((banner) => (
        <span className="links-a" key={banner.id}>
          <Link banner={banner}>{banner.text}</Link>
          <Seen banner={banner} />
        </span>
      ))}
    </aside>
  );
}

function Framed({ banner }: { banner: DeliveredBanner }) {
  return (
    <>
      <Link banner={banner}>
        <Picture image={banner.image ?? undefined} alt={WORD} sizes={SIZES[banner.slot]} />
      </Link>
      <span className="ad-w" aria-hidden="true">
        {WORD}
      </span>
      <Seen banner={banner} />
    </>
  );
}

function Link({ banner, children }: { banner: DeliveredBanner; children: ReactNode }) {
  return (
    <a
      href={webFile(banner.click_url) || undefined}
      target="_blank"
      rel="noopener noreferrer nofollow sponsored"
    >
      {children}
    </a>
  );
}

/** Fetched by the browser when the banner comes near the window; that is what the portal counts. */
function Seen({ banner }: { banner: DeliveredBanner }) {
  const address = webFile(banner.impression_url);
  return address ? (
    <img className="seen" src={address} width={1} height={1} alt="" loading="lazy" />
  ) : null;
}
