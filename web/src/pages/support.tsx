import { ContactInfo } from '../features/support/contact-info.tsx';
import { FaqList } from '../features/support/faq-list.tsx';
import { SupportForm } from '../features/support/support-form.tsx';
import { MeasuredWait, ThreadsCard } from '../features/support/threads-card.tsx';
import { operator } from '../lib/api/operator.ts';
import { useTitle } from '../lib/page/title.ts';
import { Card, CardHead } from '../ui/card.tsx';
import '../features/support/support.css';

/** /dashboard/kontakt (SUP-01). */
export function SupportPage() {
  useTitle('Support');
  return (
    <>
      <div className="page-head">
        <div>
          <h1 className="h1">Support</h1>
          <p>Schreib uns. Wir helfen dir gerne.</p>
        </div>
      </div>
      <ThreadsCard />
      <div className="support-grid">
        <Card aria-labelledby="h-nachricht">
          <CardHead title="Nachricht schreiben" id="h-nachricht" level="page" />
          <SupportForm />
        </Card>
        <Card aria-labelledby="h-kontakt">
          <CardHead title="So erreichst du uns" id="h-kontakt" level="page" />
          <ContactInfo operator={operator()} />
          <MeasuredWait />
        </Card>
      </div>
      <Card className="support-faq" aria-labelledby="h-faq">
        <CardHead title="Häufige Fragen" id="h-faq" level="page" />
        <FaqList />
      </Card>
    </>
  );
}
