import '../styles/base.css';
import { PRICE_MARKERS } from '@samtrot/shared/catalogue/price-words.ts';
import { ContactForm } from '../features/support/contact-form.tsx';
import { CONTACT_FORM_ID } from '../features/support/contact-form-id.ts';
import { ContactInfo } from '../features/support/contact-info.tsx';
import { FaqList } from '../features/support/faq-list.tsx';
import { operator } from '../lib/api/operator.ts';
import { Card, CardHead } from '../ui/card.tsx';
import { PublicFrame } from '../ui/public-frame.tsx';
import '../features/support/support.css';

/**
 * /kontakt (PUB-13). Rendered to HTML at build time; in the browser only the form comes to life.
 */
export function ContactPage() {
  return (
    <PublicFrame current="kontakt">
      <main className="contact-page" id="inhalt">
        <div className="page-head">
          <div>
            <h1 className="h1">Kontakt</h1>
            <p>Schreib uns. Du brauchst dafür kein Konto.</p>
          </div>
        </div>
        <div className="support-grid">
          <Card aria-labelledby="h-nachricht">
            <CardHead title="Nachricht schreiben" id="h-nachricht" level="page" />
            <noscript>
              <p className="muted no-script">
                Das Formular braucht JavaScript. Ohne geht es per E-Mail an{' '}
                <a className="link" href={`mailto:${operator().email}`}>
                  {operator().email}
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
            <ContactInfo operator={operator()} />
          </Card>
        </div>
        <Card className="support-faq" aria-labelledby="h-faq">
          <CardHead title="Häufige Fragen" id="h-faq" level="page" />
          <FaqList words={PRICE_MARKERS} />
        </Card>
      </main>
    </PublicFrame>
  );
}
