import { BANNER_MONTHS } from '@samtrot/shared/banners/rules.ts';
import { included, PACKAGE_IDS, PACKAGES, VISIBILITY } from '@samtrot/shared/cart/rules.ts';
import { PRICE_MARKERS } from '@samtrot/shared/catalogue/price-text.ts';
import { CLUB_MONTHS, MAX_CLUB_IMAGES } from '@samtrot/shared/clubs/rules.ts';
import { PROMOTED_HOURS } from '@samtrot/shared/inserate/promotion-rules.ts';
import { formatChf } from '@samtrot/shared/kernel/format.ts';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import './sections.css';

const STEPS = [
  { title: 'Registrieren', text: 'Benutzername, E-Mail und Passwort genügen.' },
  { title: 'Inserat erstellen', text: 'Du siehst es sofort so, wie es erscheint.' },
  { title: 'Guthaben aufladen', text: 'Nur wenn du Premium oder Extras willst.' },
  { title: 'Online gehen', text: 'Sofort oder zu deiner Wunschzeit.' },
];

/** The server fills in the prices that are valid as it gives the page. */
const { credits } = PRICE_MARKERS;

const EXTRAS = [
  {
    title: 'Push',
    text: 'Dein Inserat springt nach oben, bis neuere darüber stehen. Täglich für die ganze Laufzeit oder an einem bestimmten Tag.',
    times: VISIBILITY.push,
    price: credits.dailyPush,
  },
  {
    title: 'TopAd',
    text: `${PROMOTED_HOURS} Stunden über allen Inseraten ohne TopAd.`,
    times: VISIBILITY.topAd,
    price: credits.topAd,
  },
  {
    title: 'Story',
    text: `${PROMOTED_HOURS} Stunden mit Bild oder Video in der Leiste ganz oben.`,
    times: VISIBILITY.story,
    price: credits.story,
  },
  {
    title: 'Farbe',
    text: 'Ein farbiger Hintergrund hebt dein Inserat ab, bis es endet.',
    times: VISIBILITY.colour,
    price: credits.colour,
  },
];

const BONUS = `Bonus beim Aufladen: ${PRICE_MARKERS.bonus} Credits. Dazu Gutscheine, Rabatte und Aktionen.`;

const [FREE, PREMIUM] = [included('free'), included('1_day')];
const COMPARED: { label: string; free: number | boolean; premium: number | boolean | string }[] = [
  { label: 'Regionen', free: FREE.regions, premium: PREMIUM.regions },
  { label: 'Kategorien', free: FREE.categories, premium: PREMIUM.categories },
  { label: 'Bilder', free: FREE.images, premium: PREMIUM.images },
  { label: 'Videos', free: FREE.videos, premium: PREMIUM.videos },
  {
    label: 'Start planen',
    free: FREE.planning,
    premium: `für ${credits.planned}`,
  },
  {
    label: 'Automatisch reaktivieren',
    free: FREE.autoReactivation,
    premium: PREMIUM.autoReactivation,
  },
];

export function Section({
  id,
  alt,
  title,
  lead,
  children,
}: {
  id?: string;
  alt?: boolean;
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <section className={alt ? 'sect sect-alt' : 'sect'} id={id}>
      <div className="page-width">
        <div className="sect-head">
          <h2 className="h1 h2-lg">{title}</h2>
          {lead && <p className="lead above-3">{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}

export const Steps = () => (
  <Section title="In vier Schritten online">
    <ol className="steps4">
      {STEPS.map(({ title, text }, index) => (
        <li key={title}>
          <span className="display n" aria-hidden>
            {index + 1}
          </span>
          <h3 className="h3">{title}</h3>
          <p className="muted">{text}</p>
        </li>
      ))}
    </ol>
  </Section>
);

export const Prices = () => (
  <Section
    alt
    title="Gratis oder Premium"
    lead={`1 Credit kostet ${formatChf(100)}. Du zahlst nur, was du buchst. ${PRICE_MARKERS.least}`}
  >
    <div className="split align-start prices">
      <div className="card">
        <ul className="lined plist">
          {PACKAGE_IDS.map((id) => (
            <li key={id}>
              <span>{PACKAGES[id].title}</span>
              <b className="strong num">{credits[id]}</b>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <ul className="lined plist">
          {EXTRAS.map(({ title, text, times, price }) => (
            <li key={title}>
              <div>
                <h3 className="strong">{title}</h3>
                <p className="sm muted">{text}</p>
                <p className="sm">
                  <span aria-hidden>{times}x sichtbarer</span>
                  <span className="sr">{times}-mal sichtbarer</span>
                </p>
              </div>
              <b className="strong nowrap num">{price}</b>
            </li>
          ))}
        </ul>
        <p className="sm muted above-4">{BONUS}</p>
      </div>
      <table className="cmp">
        <thead>
          <tr>
            {['Inbegriffen', 'Gratis', 'Premium'].map((title) => (
              <th key={title} scope="col" className="h3">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {COMPARED.map(({ label, free, premium }) => (
            <tr key={label}>
              <th scope="row" className="muted">
                {label}
              </th>
              <td className="strong num">
                <Included value={free} />
              </td>
              <td className="strong num">
                <Included value={premium} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Section>
);

function Included({ value }: { value: number | boolean | string }) {
  if (typeof value !== 'boolean') return value;
  const Icon = value ? Check : Minus;
  return (
    <>
      <Icon className="i" aria-hidden />
      <span className="sr">{value ? 'ja' : 'nein'}</span>
    </>
  );
}

export const BannersAndClubs = () => (
  <Section title="Banner und Clubs" lead="Auch ohne Inserat auf den Partner-Webseiten.">
    <div className="two kinds">
      {[
        {
          title: 'Banner',
          text: `Vom TextLink bis zum Popup, auf den Webseiten, die du wählst. ${BANNER_MONTHS.min} bis ${BANNER_MONTHS.max} Monate.`,
          price: `ab ${credits.banner}`,
        },
        {
          title: 'Club',
          text: `Mit Adresse, Öffnungszeiten und bis zu ${MAX_CLUB_IMAGES} Bildern. ${CLUB_MONTHS.min} bis ${CLUB_MONTHS.max} Monate, jederzeit verlängerbar.`,
          price: credits.club,
        },
      ].map(({ title, text, price }) => (
        <div className="card" key={title}>
          <h3 className="h3">{title}</h3>
          <p className="muted">{text}</p>
          <Badge tone="brand">{price} pro Monat</Badge>
        </div>
      ))}
    </div>
  </Section>
);

export const Final = () => (
  <section className="sect">
    <div className="page-width split final">
      <div>
        <h2 className="h1 h2-lg">Dein erstes Inserat ist gratis.</h2>
        <p className="lead" style={{ marginTop: '.5rem' }}>
          {PACKAGES.free.days} Tage online, ohne Guthaben.
        </p>
      </div>
      <ButtonAnchor href="/auth/register" variant="primary" size="lg">
        Gratis registrieren
      </ButtonAnchor>
    </div>
  </section>
);
