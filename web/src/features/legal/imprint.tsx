import type { Operator } from '../../lib/api/operator.ts';
import { Address } from './address.tsx';
import type { LegalDocument } from './legal-text.tsx';
import './legal-text.css';

/**
 * Who runs the portal (required by Article 3 paragraph 1 letter s of the Swiss act against unfair
 * competition).
 */
export const imprint = (operator: Operator): LegalDocument => ({
  title: 'Impressum',
  lead: 'Wer dieses Portal betreibt und wie du uns erreichst.',
  version: '24. November 2026',
  sections: [
    {
      id: 'betreiberin',
      title: 'Betreiberin',
      body: (
        <>
          <Address operator={operator} />
          <p>
            Telefon:{' '}
            <a className="link" href={`tel:${operator.phone}`}>
              {operator.phone}
            </a>
          </p>
        </>
      ),
    },
    {
      id: 'register',
      title: 'Register und Vertretung',
      body: (
        <dl className="legal-facts">
          <dt>Eingetragen im</dt>
          <dd>{operator.register}</dd>
          <dt>UID</dt>
          <dd>{operator.uid}</dd>
          <dt>Vertreten durch</dt>
          <dd>{operator.representative}</dd>
        </dl>
      ),
    },
    {
      id: 'jugendschutz',
      title: 'Jugendschutz',
      body: (
        <p>
          Dieses Portal richtet sich nur an Personen ab 18 Jahren. Die öffentlichen Seiten und die
          Seiten deines Kontos tragen das RTA-Kennzeichen (Restricted to Adults), damit
          Schutzprogramme sie erkennen.
        </p>
      ),
    },
    {
      id: 'meldung',
      title: 'Inhalte melden',
      body: (
        <p>
          Verletzt ein Inserat, ein Banner oder ein Club das Gesetz oder deine Rechte, melde es über
          die{' '}
          <a className="link" href="/kontakt">
            Kontaktseite
          </a>{' '}
          oder ein Inserat oder einen Club mit «Inserat melden» oder «Club melden» auf der Seite, wo
          du ihn siehst. Nenne auf der Kontaktseite die Nummer oder die Adresse der Seite. Wir
          prüfen jede Meldung und nehmen Rechtswidriges offline.
        </p>
      ),
    },
    {
      id: 'haftung',
      title: 'Haftung für Inhalte und Links',
      body: (
        <p>
          Für den Inhalt eines Inserats, eines Banners oder eines Clubs ist verantwortlich, wer es
          aufgegeben oder bestellt hat. Links führen auf Seiten, die andere betreiben. Für deren
          Inhalt sind wir nicht verantwortlich.
        </p>
      ),
    },
    {
      id: 'urheberrecht',
      title: 'Urheberrecht',
      body: (
        <p>
          Texte, Gestaltung und Programme des Portals gehören der Betreiberin oder ihren
          Lizenzgebern. Texte und Bilder eines Inserats, eines Banners oder eines Clubs gehören der
          Person, die es aufgegeben hat.
        </p>
      ),
    },
  ],
});
