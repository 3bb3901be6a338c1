import { threadIdOf } from '@samtrot/shared/support/thread-rules.ts';
import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { ThreadView } from '../features/support/thread-view.tsx';
import { useTitle } from '../lib/page/title.ts';
import { NotFound } from './not-found.tsx';
import '../features/support/support.css';
import './delivery-receipts.css';

/** /dashboard/kontakt/S-10042 (EXP-90). */
export function ThreadPage() {
  useTitle('Deine Nachricht');
  const { ticket } = useParams({ strict: false }) as { ticket: string };
  const id = threadIdOf(ticket);
  if (id === undefined) return <NotFound />;
  return (
    <>
      <Link className="link-target sm medium muted back-link" to="/dashboard/kontakt">
        <ArrowLeft className="i" aria-hidden />
        Deine Nachrichten
      </Link>
      <ThreadView key={id} id={id} />
    </>
  );
}
