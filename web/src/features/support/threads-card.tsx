import { whenText } from '@samtrot/shared/kernel/format.ts';
import { subjectLabel } from '@samtrot/shared/support/rules.ts';
import { getThreads } from '@samtrot/shared/support/thread-contract.ts';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../lib/api/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import './threads.css';

/** «Deine Nachrichten» above the form; nothing while there are none (EXP-90). */
export function ThreadsCard({ hidden }: { hidden: boolean }) {
  const { data } = useRead(getThreads, {}, { staleTime: 0 });
  if (hidden || !data || data.threads.length === 0) return null;
  const now = new Date();
  return (
    <Card className="below-5" aria-labelledby="h-nachrichten">
      <CardHead title="Deine Nachrichten" id="h-nachrichten" level="page" />
      <ul className="lined">
        {data.threads.map(({ ticket, subject, open, unread, last_at, excerpt }) => (
          <li key={ticket} className="row thread">
            <p className="thread-words">
              <Link
                className="link-target strong"
                to="/dashboard/kontakt/$ticket"
                params={{ ticket }}
              >
                {subjectLabel(subject)}
              </Link>
              <span className="sm truncate">{excerpt}</span>
              <span className="sm muted num">
                {ticket} · {whenText(new Date(last_at), now)}
              </span>
            </p>
            <span className="row-tight push">
              {unread && <Badge tone="brand">Neu</Badge>}
              <Badge tone={open ? 'info' : 'neutral'}>{open ? 'Offen' : 'Erledigt'}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The measured wait beside the promised one; nothing while too little is measured (BOF-90). */
export function MeasuredWait() {
  const { data } = useRead(getThreads, {}, { staleTime: 0 });
  return data?.wait ? <p className="sm muted">{data.wait}</p> : null;
}
