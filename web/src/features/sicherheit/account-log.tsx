import { getAccountLog } from '@samtrot/shared/access/security-contract.ts';
import type { LogFilter } from '@samtrot/shared/access/security-rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../lib/api/api.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { detailsOf, logTime } from './log-text.ts';
import './account-log.css';

type Entry = Output<typeof getAccountLog>['entries'][number];

const FIRST = 6;
const FILTERS: readonly { value: LogFilter; label: string }[] = [
  { value: 'all', label: 'Alles' },
  { value: 'logins', label: 'Anmeldungen' },
  { value: 'changes', label: 'Änderungen' },
  { value: 'house', label: 'Zugriffe auf deine Daten' },
];

/** «Kontoprotokoll»: the newest entries, then all of them with filter and pages (EXP-87). */
export function AccountLogCard() {
  const [all, setAll] = useState(false);
  const [filter, setFilter] = useState<LogFilter>('all');
  const [page, setPage] = useState(1);
  const { data, error } = useRead(getAccountLog, { filter, page }, { staleTime: 0 });
  const entries = all ? data?.entries : data?.entries.slice(0, FIRST);
  return (
    <Card aria-labelledby="h-protokoll">
      <CardHead title="Kontoprotokoll" id="h-protokoll">
        {!all && (data?.total ?? 0) > FIRST && (
          <Button variant="link" size="sm" iconEnd={ChevronRight} onClick={() => setAll(true)}>
            Alles ansehen
          </Button>
        )}
      </CardHead>
      <p className="sm muted below-2">
        Auch wenn Samtrot etwas von dir ansieht oder ändert, steht es hier.
      </p>
      {all && (
        <Segmented
          label="Was im Protokoll steht"
          value={filter}
          items={FILTERS}
          onChange={(next) => {
            setFilter(next);
            setPage(1);
          }}
        />
      )}
      {error && <Alert tone="danger">{error.message}</Alert>}
      {!data && !error && <SkeletonLines lines={8} height="3rem" />}
      {entries?.length === 0 && <p className="sm muted">Hier steht noch nichts.</p>}
      <ul className="lined account-log">
        {entries?.map((entry) => (
          <Line key={`${entry.at} ${entry.kind} ${JSON.stringify(entry.details)}`} entry={entry} />
        ))}
      </ul>
      {all && data && <Pagination page={page} pages={data.pages} onChange={setPage} />}
    </Card>
  );
}

function Line({ entry }: { entry: Entry }) {
  const details = detailsOf(entry);
  return (
    <li>
      <time className="muted num" dateTime={entry.at}>
        {logTime(new Date(entry.at), new Date())}
      </time>
      <span>
        <b className={entry.house ? 'is-info' : 'strong'}>{entry.label}</b>{' '}
        {entry.house && <Badge tone="info">Samtrot</Badge>}
        {details && <small className="note num">{details}</small>}
      </span>
    </li>
  );
}
