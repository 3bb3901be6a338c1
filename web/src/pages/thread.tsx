import { threadIdOf } from '@samtrot/shared/support/thread-rules.ts';
import { useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { ThreadView } from '../features/support/thread-view.tsx';
import { useTitle } from '../lib/page/title.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { NotFound } from './not-found.tsx';
import '../features/support/support.css';

/** /dashboard/kontakt/S-10042 (EXP-90). */
export function ThreadPage() {
  useTitle('Deine Nachricht');
  const { ticket } = useParams({ strict: false }) as { ticket: string };
  const id = threadIdOf(ticket);
  if (id === undefined) return <NotFound />;
  return (
    <>
      <ButtonLink to="/dashboard/kontakt" variant="ghost" size="sm" icon={ArrowLeft}>
        Deine Nachrichten
      </ButtonLink>
      <ThreadView key={id} id={id} />
    </>
  );
}
