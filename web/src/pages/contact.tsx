import '../styles/base.css';
import { ContactForm } from '../features/support/contact-form.tsx';
import { CONTACT_FORM_ID } from '../features/support/contact-form-id.ts';
import { Card, CardHead } from '../ui/card.tsx';
import { PublicFrame } from '../ui/public-frame.tsx';
import '../ui/contact-info.css';
import '../ui/questions.css';
import '../features/support/support.css';

/**
 * /kontakt (PUB-13). Rendered to HTML at build time; in the browser only the form comes to life.
 * Contact and questions are texts of the house, which the server fills in (BOF-127).
 */
export function ContactPage() {
  return (
    <PublicFrame current="kontakt">
      <main className="page-width contact-page" id="inhalt">
        <div className="page-head">
          <div>
            <h1 className="h1">Kontakt</h1>
            <p>Schreib uns. Du brauchst dafür kein Konto.</p>
          </div>
        </div>
        <div className="split split-aside align-start">
          <Card aria-labelledby="h-nachricht">
            <CardHead title="Nachricht schreiben" id="h-nachricht" level="page" />
            <noscript>
              <p className="muted below-4">
                Das Formular braucht JavaScript. Ohne geht es per E-Mail an{' '}
                <a className="link" href="mailto:%OPERATOR_EMAIL%">
                  %OPERATOR_EMAIL%
                </a>{' '}
                oder per Telefon. Ein Inserat meldest du auch ohne, mit «Inserat melden» auf seiner
                Seite.
              </p>
            </noscript>
            <div id={CONTACT_FORM_ID}>
              <ContactForm />
            </div>
          </Card>
          <Card aria-labelledby="h-kontakt">
            <CardHead title="So erreichst du uns" id="h-kontakt" level="page" />
            <div data-text="contact" data-slot="contact-info" />
          </Card>
        </div>
        <Card className="above-5" aria-labelledby="h-faq">
          <CardHead title="Häufige Fragen" id="h-faq" level="page" />
          <div data-text="faq" data-slot="faq" />
        </Card>
      </main>
    </PublicFrame>
  );
}
