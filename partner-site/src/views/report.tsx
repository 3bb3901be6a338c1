import type { Frame, Section } from '../pages.ts';
import { Icon } from './icons.tsx';

/** The reasons of the portal's contact form; urgent ones first. */
const REASONS = [
  { id: 'minderjaehrig', text: 'Person wirkt minderjährig', urgent: true },
  { id: 'zwang', text: 'Zwang oder Ausbeutung', urgent: true },
  { id: 'einverstaendnis', text: 'Bilder ohne Einverständnis', urgent: true },
  { id: 'betrug', text: 'Betrug oder falsche Angaben', urgent: false },
  { id: 'nummer', text: 'Falsche Telefonnummer', urgent: false },
  { id: 'anderes', text: 'Anderes', urgent: false },
];

interface Props {
  section: Section;
  id: string;
  name: string;
  frame: Frame;
}

/**
 * Opens the portal's contact form with the reported ad and the reason; a plain form, so it needs
 * no script.
 */
export function ReportPage({ section, id, name, frame }: Props) {
  const what = section === 'inserat' ? 'Inserat' : 'Club';
  return (
    <>
      <a className="back" href={`/${section}/${id}`}>
        <Icon name="back" />
        Zurück zu {name}
      </a>
      <div className="reporting">
        <h1 className="h1">{what} melden</h1>
        <p className="muted">
          Was stimmt mit «{name}» nicht? Du schreibst danach dem Team, das dieses {what} prüft.
          Dringendes wird zuerst gelesen.
        </p>
        <aside className="emergency" aria-labelledby="notfall">
          <h2 className="h2" id="notfall">
            Jemand ist in Gefahr?
          </h2>
          <p>
            Ruf sofort die Polizei an: <a href="tel:117">117</a>. Hilfe bei Zwang und Ausbeutung
            gibt die FIZ, Fachstelle Frauenhandel und Frauenmigration, in Zürich.
          </p>
        </aside>
        <form method="get" action={`${frame.portalPublicUrl}/kontakt`}>
          <input type="hidden" name={section} value={id} />
          <fieldset className="reasons">
            <legend className="sr">Grund</legend>
            {REASONS.map(({ id: reason, text, urgent }) => (
              <label className="reason" key={reason}>
                <input type="radio" name="grund" value={reason} required />
                <span>{text}</span>
                {urgent && <span className="badge badge-outline">Dringend</span>}
              </label>
            ))}
          </fieldset>
          <button type="submit" className="btn btn-primary btn-lg">
            Weiter zur Meldung
          </button>
        </form>
      </div>
    </>
  );
}
