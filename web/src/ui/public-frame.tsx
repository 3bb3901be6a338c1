/**
 * `<PublicFrame current="login"><main>…</main></PublicFrame>`: header and footer of the pages
 * without login (PUB-09, PUB-10).
 */
import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from './badge.tsx';
import { buttonClass } from './button.tsx';
import { Wordmark } from './mark.tsx';
import './alert.css';
import './button.css';
import './icon-button.css';
import './public-frame.css';

export type Place = 'landing' | 'login' | 'register' | 'kontakt';

interface Entry {
  place: Place;
  label: string;
  href: string;
}

const MENU = [
  { place: 'landing', label: 'Startseite', href: '/' },
  { place: 'login', label: 'Anmelden', href: '/auth/login' },
  { place: 'register', label: 'Registrieren', href: '/auth/register' },
  { place: 'kontakt', label: 'Kontakt', href: '/kontakt' },
] as const satisfies readonly Entry[];

/** In the header the words come first and the two buttons stand at its end. */
const HEADER = [MENU[0], MENU[3], MENU[1], MENU[2]];

const FOOTER = [
  { label: 'Startseite', href: '/' },
  { label: 'Kontakt', href: '/kontakt' },
  { label: 'Datenschutz', href: '/datenschutz' },
  { label: 'Rechtliches', href: '/rechtliches' },
  { label: 'Impressum', href: '/impressum' },
];

interface Props {
  current?: Place;
  /** Somebody is logged in on this device: in place of logging in the way to the account. */
  member?: boolean;
  children: ReactNode;
}

export function PublicFrame({ current, member = false, children }: Props) {
  return (
    <div className="pub">
      <a className="skip btn btn-secondary" href="#inhalt">
        Zum Inhalt springen
      </a>
      <div className="pub-notes" data-slot="notices" />
      <header className="pub-head" data-slot="public-header">
        <div className="page-width row pub-in">
          <a className="wordmark" href="/" aria-label="Samtrot, Startseite">
            <Wordmark />
          </a>
          <nav className="row grow gap-1 pub-nav" aria-label="Hauptmenü">
            {(member ? HEADER.flatMap(ofMember) : HEADER).map(({ place, label, href }) => (
              <a
                key={place}
                href={href}
                data-place={place}
                aria-current={place === current ? 'page' : undefined}
                className={navClass(place, current)}
              >
                {label}
              </a>
            ))}
          </nav>
          <details className="only-mobile pub-menu">
            <summary className="icon-btn" aria-label="Menü">
              <Menu className="i" aria-hidden />
            </summary>
            <nav className="menu" aria-label="Menü">
              {(member ? MENU.flatMap(ofMember) : MENU).map(({ place, label, href }) => (
                <a
                  key={place}
                  href={href}
                  className="menu-item"
                  aria-current={place === current ? 'page' : undefined}
                >
                  {label}
                </a>
              ))}
            </nav>
          </details>
        </div>
      </header>
      {children}
      <footer className="pub-foot" data-slot="public-footer">
        <div className="page-width between wrap pub-in">
          <span className="row-tight">
            <Badge tone="outline">18+</Badge>
            <span className="sm muted">Nur für Erwachsene</span>
          </span>
          <nav className="row wrap" aria-label="Fusszeile">
            {FOOTER.map(({ label, href }) => (
              <a key={href} href={href} className="link-target sm muted">
                {label}
              </a>
            ))}
          </nav>
        </div>
      </footer>
    </div>
  );
}

/** As on the landing page (`landing.ts`). */
const ofMember = (entry: Entry): Entry | [] => {
  if (entry.place === 'register') return [];
  return entry.place === 'login' ? { ...entry, label: 'Zu deinem Konto', href: '/home' } : entry;
};

/** Two entries are words, two are buttons; on the landing page the one that registers leads. */
function navClass(place: Place, current: Place | undefined): string | undefined {
  if (place === 'login') return buttonClass({ variant: 'ghost' });
  if (place === 'register')
    return buttonClass({ variant: current === 'landing' ? 'primary' : 'secondary' });
  return undefined;
}
