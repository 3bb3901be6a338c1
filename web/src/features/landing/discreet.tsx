import './discreet.css';
import { Section } from './sections.tsx';

/** What a picture of a telephone says beside what it shows. */
const TRACES = ['Zürich, 47.37 N', 'Telefon', '12.11., 23:41'];

const FACTS = [
  {
    title: 'Gesicht verdecken',
    text: 'Auf deinem Gerät, bevor das Bild uns erreicht.',
    picture: (
      <div className="ph">
        <img className="photo" src="/portrait.svg" alt="" width={400} height={500} />
        <span className="covered" />
      </div>
    ),
  },
  {
    title: 'Keine Spuren im Bild',
    text: 'Ort, Gerät und Zeit entfernen wir aus jedem Bild.',
    picture: (
      <ul className="stack-tight traces">
        {TRACES.map((trace) => (
          <li key={trace} className="between gap-2">
            <s className="muted">{trace}</s>
            <span className="strong is-success">entfernt</span>
          </li>
        ))}
      </ul>
    ),
  },
  {
    title: 'Ein Schalter für alles',
    text: 'Nimmt sofort alles von allen Webseiten.',
    picture: (
      <p className="row strong one-switch">
        Überall offline
        <span />
      </p>
    ),
  },
  {
    title: 'Neutrale Nachrichten',
    text: 'Kein Betreff und kein Titel im Browser verrät, worum es geht.',
    picture: (
      <p className="neutral-mail">
        <b className="block strong">Samtrot</b>
        Eine Laufzeit endet morgen
      </p>
    ),
  },
];

/** Each is what the product does, and is tested where it does it. */
export const Discreet = () => (
  <Section id="diskret" alt title="So bleibst du diskret">
    <ul className="discreet-facts">
      {FACTS.map(({ title, text, picture }) => (
        <li key={title}>
          <div className="discreet-picture" aria-hidden>
            {picture}
          </div>
          <div>
            <h3 className="h3">{title}</h3>
            <p className="muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  </Section>
);
