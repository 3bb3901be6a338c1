import { Icon } from '@samtrot/ad-view/icons.tsx';
import type { ReactNode } from 'react';
import type { Frame } from '../pages.ts';
import { canonicalPath } from '../search-engines.ts';
import { Wordmark } from './wordmark.tsx';

interface Props {
  frame: Frame;
  title: string;
  /** For programs, as JSON. */
  data: string | null;
  script?: boolean;
  children: ReactNode;
}

const ABOUT = 'Inserate und Clubs in der Schweiz. Nur für Erwachsene.';

export function Document({ frame, title, data, script, children }: Props) {
  return (
    <html lang="de-CH">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <meta name="rating" content={frame.rating} />
        <meta name="rating" content="adult" />
        <meta name="robots" content={frame.robots} />
        <meta name="description" content={ABOUT} />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="/zeichen.svg" type="image/svg+xml" />
        {/* So that no line is set twice. */}
        {frame.fonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />
        ))}
        <link rel="stylesheet" href={frame.stylesheet} />
        {/* Search engines take a whole address only. */}
        {data !== null && frame.publicUrl !== '' && (
          <link rel="canonical" href={frame.publicUrl + canonicalPath(frame.path)} />
        )}
        {/* What others see where somebody shares the address: neither a person nor a picture. */}
        <meta property="og:site_name" content="Mondgarten" />
        <meta property="og:title" content="Mondgarten" />
        <meta property="og:description" content={ABOUT} />
        <meta property="og:type" content="website" />
        <meta property="og:locale" content="de_CH" />
        {script && <script type="module" src={frame.script} />}
        {data !== null && <script type="application/ld+json">{data}</script>}
      </head>
      <body className={frame.veiled ? 'veiled' : undefined}>
        {frame.warning && (
          <p className="warning" role="note">
            {frame.warning}
          </p>
        )}
        {children}
      </body>
    </html>
  );
}

/** Header with the quick exit, and footer, of every page behind the age gate. */
export function Shell({ frame, children }: { frame: Frame; children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#inhalt">
        Zum Inhalt springen
      </a>
      <header className="p-head">
        <div className="p-in">
          <Wordmark />
          <nav className="p-nav wide" aria-label="Hauptmenü">
            <MenuLinks frame={frame} />
          </nav>
          <a
            className="icon-btn p-saved"
            href="/merkliste"
            aria-label="Merkliste"
            title="Merkliste"
            aria-current={isAbout(frame.path, /^\/merkliste/)}
          >
            <Icon name="bookmark" />
            <b hidden />
          </a>
          <div className="wide">
            <VeilSwitch frame={frame} />
          </div>
          <a className="btn btn-secondary leave" href="/verlassen" rel="nofollow noreferrer">
            <Icon name="x" />
            <span className="wide">Seite verlassen</span>
            <span className="narrow">Verlassen</span>
          </a>
          <details className="drop p-menu narrow" data-closes>
            <summary className="icon-btn" aria-label="Menü" title="Menü">
              <Icon name="menu" />
            </summary>
            <nav className="drop-b" aria-label="Hauptmenü">
              <MenuLinks frame={frame} />
              <VeilSwitch frame={frame} />
            </nav>
          </details>
        </div>
      </header>
      <main className="p-in" id="inhalt">
        {children}
      </main>
      <footer className="p-foot">
        <div className="p-in">
          <span className="row-tight">
            <span className="badge badge-outline">18+</span>
            <span>Anzeigen von Privaten und Studios</span>
          </span>
          <nav aria-label="Fusszeile">
            <a href="/">Inserate</a>
            <a href="/clubs">Clubs</a>
            <a href={frame.portalPublicUrl} rel="noopener">
              Inserieren
            </a>
            <a href="/nutzungsbedingungen">Nutzungsbedingungen</a>
            <a href="/verlassen" rel="nofollow noreferrer">
              Seite verlassen
            </a>
          </nav>
        </div>
      </footer>
    </>
  );
}

const MenuLinks = ({ frame: { path, portalPublicUrl } }: { frame: Frame }) => (
  <>
    <a href="/" aria-current={isAbout(path, /^\/($|\?|inserat\/)/)}>
      Inserate
    </a>
    <a href="/clubs" aria-current={isAbout(path, /^\/clubs?\b/)}>
      Clubs
    </a>
    <a href={portalPublicUrl} rel="noopener">
      Inserieren
    </a>
  </>
);

/** Covers all pictures, without a script: a form that returns to the same page. */
function VeilSwitch({ frame }: { frame: Frame }) {
  return (
    <form className="veil" method="post" action="/ansicht">
      <input type="hidden" name="ziel" value={frame.path} />
      <button
        className="discreet"
        type="submit"
        name="verdeckt"
        value={frame.veiled ? '0' : '1'}
        role="switch"
        aria-checked={frame.veiled}
        aria-label="Bilder verdecken"
        title="Bilder verdecken"
      >
        <Icon name="blinds" />
        Bilder verdecken
        <span className={frame.veiled ? 'switch on' : 'switch'} aria-hidden="true" />
      </button>
    </form>
  );
}

/** A list and its details are one section. */
const isAbout = (path: string, section: RegExp) => (section.test(path) ? 'true' : undefined);
