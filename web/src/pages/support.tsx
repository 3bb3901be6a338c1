import { getThreads } from '@samtrot/shared/support/thread-contract.ts';
import { getText } from '@samtrot/shared/texts/contract.ts';
import { HouseText } from '../features/legal/house-text.tsx';
import { SupportForm } from '../features/support/support-form.tsx';
import { MeasuredWait, ThreadsCard } from '../features/support/threads-card.tsx';
import { useRead } from '../lib/api/api.ts';
import { useTitle } from '../lib/page/title.ts';
import { Card, CardHead } from '../ui/card.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import '../ui/contact-info.css';
import '../ui/questions.css';
import '../features/support/support.css';

/** /dashboard/kontakt (SUP-01). */
export function SupportPage() {
  useTitle('Support');
  // Shown together, or what comes later would push down what is below it.
  const threads = useRead(getThreads, {}, { staleTime: 0 });
  const contact = useRead(getText, { text: 'contact' });
  const isPending = threads.isPending || contact.isPending;
  return (
    <>
      <div className="page-head">
        <div>
          <h1 className="h1">Support</h1>
          <p>Schreib uns. Wir helfen dir gerne.</p>
        </div>
      </div>
      {isPending && <SkeletonLines lines={3} height="12rem" />}
      <ThreadsCard hidden={isPending} />
      <div className="split split-aside align-start" hidden={isPending}>
        <Card aria-labelledby="h-nachricht">
          <CardHead title="Nachricht schreiben" id="h-nachricht" level="page" />
          <SupportForm />
        </Card>
        <Card aria-labelledby="h-kontakt">
          <CardHead title="So erreichst du uns" id="h-kontakt" level="page" />
          <HouseText text="contact" />
          <MeasuredWait />
        </Card>
      </div>
      <Card className="above-5" hidden={isPending} aria-labelledby="h-faq">
        <CardHead title="Häufige Fragen" id="h-faq" level="page" />
        <HouseText text="faq" />
      </Card>
    </>
  );
}
