import { CircleCheck, Images, Search } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { Velvet } from '../../ui/velvet.tsx';
import { partnerSentence, yearsOfExperience } from './rules.ts';
import './hero.css';
import './sections.css';

export function Hero({ now }: { now: Date }) {
  return (
    <div className="page-width hero">
      <div>
        <h1 className="display">
          Inserieren.
          <br />
          Einfach und diskret.
        </h1>
        <p className="lead">
          Erstelle dein Inserat am Handy. <span data-partner-figure>{partnerSentence(null)}</span>{' '}
          Du siehst auf die Sekunde, wo es steht.
        </p>
        <div className="row wrap hero-cta">
          <ButtonAnchor href="/auth/register" variant="primary" size="lg">
            Gratis registrieren
          </ButtonAnchor>
          <ButtonAnchor href="#diskret" size="lg">
            So bleibst du diskret
          </ButtonAnchor>
        </div>
        <dl className="facts">
          <div>
            <dt className="strong">Seit 1998</dt>
            <dd className="sm muted">
              <span data-years>{yearsOfExperience(now)}</span> Jahre Erfahrung
            </dd>
          </div>
          <div>
            <dt className="strong num">1 Credit = CHF 1.-</dt>
            <dd className="sm muted">Preise inkl. MwSt.</dd>
          </div>
          <div>
            <dt className="strong">Ab 18 Jahren</dt>
            <dd className="sm muted">Nur für Erwachsene</dd>
          </div>
        </dl>
      </div>
      <Stage />
    </div>
  );
}

const EXAMPLE = [
  { name: 'Lena', place: 'Zürich', title: 'Entspannte Stunden in Zürich', pictures: 5 },
  { name: 'Mira', place: 'Winterthur', title: 'Neu hier, ruhig und aufmerksam', pictures: 6 },
  { name: 'Noé', place: 'Zürich', title: 'Massage nach Feierabend', pictures: 4 },
  { name: 'Studio Linde', place: 'Winterthur', title: 'Täglich 10 bis 23 Uhr', pictures: 8 },
];
const WEBSITES = { Mondgarten: 1, Seerose: 3, Abendrot: 4 };

const STAGE_LABEL =
  'Beispiel: Inserat von Lena auf der Webseite Mondgarten, wo es nach wie vielen Sekunden steht, und 214 Aufrufe gestern';

/** An example ad on a website, where it stands, and what became of it. */
function Stage() {
  return (
    <Velvet
      as="div"
      className="stage"
      folds={{ seed: 8, n: 56, w: 560, h: 580, amp: 0.09, bunch: 0.9 }}
      role="img"
      aria-label={STAGE_LABEL}
    >
      <div className="phone" aria-hidden inert>
        <p className="row-tight h3 phone-h">
          <svg width={20} height={20} viewBox="0 0 26 26" aria-hidden>
            <path d="M15 2a11 11 0 1 0 9 15A9 9 0 0 1 15 2Z" fill="var(--brand)" />
            <circle cx="20" cy="7" r="1.6" fill="var(--brand-line)" />
          </svg>
          Mondgarten
          <Search className="i push muted" />
        </p>
        <p className="sm muted">128 Inserate in Zürich</p>
        <div className="phone-b">
          {EXAMPLE.map(({ name, place, title, pictures }) => (
            <div className="phone-ad" key={name}>
              <div className="ph">
                <img className="photo" src="/portrait.svg" alt="" width={400} height={500} />
                <span className="row-tight xs phone-n num">
                  <Images className="i" />
                  {pictures}
                </span>
              </div>
              <p className="strong">{name}</p>
              <p className="xs muted">{place}</p>
              <p className="xs">{title}</p>
            </div>
          ))}
        </div>
      </div>
      <div className="float" aria-hidden>
        <p className="strong sm">Wo dein Inserat steht</p>
        <ul>
          {Object.entries(WEBSITES).map(([name, seconds]) => (
            <li key={name} className="row-tight sm">
              <CircleCheck className="i is-success" />
              {name}
              <span className="push xs muted num">{seconds} s</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="float float-figures" aria-hidden>
        <p className="xs muted">Gestern</p>
        <p className="h3 num">214 Aufrufe</p>
        <p className="sm num">9 Anrufe, 6 WhatsApp</p>
      </div>
      <Badge className="stage-word">Beispiel</Badge>
    </Velvet>
  );
}
