import { formatDayTime } from '@samtrot/shared/kernel/format.ts';
import { REPORT_REASONS } from '@samtrot/shared/reports/rules.ts';
import { type REPORT_LISTS, reports } from '@samtrot/shared/reports/staff-contract.ts';
import { useParams, useRouter } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useHouseTitle, useList, useMe } from '../api.ts';
import { useLetterKeys } from '../letter-keys.ts';
import { HouseLink } from '../link.tsx';
import { Loaded, NewOnes, useSteady } from '../list-state.tsx';
import { Panes } from '../panes.tsx';
import { thingName } from '../thing.ts';
import { ReportItem } from './report-item.tsx';
import { type Listed, Marks } from './report-marks.tsx';
import '../inbox/thread.css';

const time = (iso: string) => formatDayTime(new Date(iso));
type Which = (typeof REPORT_LISTS)[number];
const LISTS: readonly { value: Which; label: string }[] = [
  { value: 'open', label: 'Offen' },
  { value: 'decided', label: 'Entschieden' },
];

const idOf = ({ number }: Listed) => number;

/** Open reports, urgent ones first, or decided ones (BOF-57). */
export function ReportsPage() {
  const { number } = useParams({ strict: false }) as { number?: string };
  const [list, setList] = useState<Which>('open');
  const [page, setPage] = useState(1);
  const { rights } = useMe();
  const query = useList(reports, { list, page });
  const urgent = query.data?.urgent ?? 0;
  useHouseTitle('Meldungen');
  const router = useRouter();
  const steady = useSteady(query.data?.items, idOf, { which: `${list} ${page}` });
  const move = (step: 1 | -1) => {
    const items = steady.shown;
    const at = items.findIndex((item) => item.number === number);
    const next = number === undefined ? items[0] : items[at + step];
    if (next) void router.navigate({ to: `/meldungen/${next.number}` as never });
  };
  useLetterKeys({ j: () => move(1), k: () => move(-1) });
  return (
    <Panes
      label={list === 'open' ? 'Offen' : 'Entschieden'}
      head={
        <div className="panes-title">
          <h1 className="h1">Meldungen</h1>
          {urgent > 0 && <Badge tone="danger">{urgent} dringend</Badge>}
          {rights.includes('report.export') && (
            <HouseLink to="/meldungen/register" className="inbox-link">
              Register
            </HouseLink>
          )}
          <Segmented
            label="Welche Meldungen"
            value={list}
            items={LISTS}
            onChange={(next) => {
              setList(next);
              setPage(1);
            }}
          />
        </div>
      }
      list={
        <Loaded query={query}>
          {() => (
            <>
              <List which={list} steady={steady} chosen={number ?? null} />
              <Pagination page={query.data!.page} pages={query.data!.pages} onChange={setPage} />
            </>
          )}
        </Loaded>
      }
      item={
        number === undefined ? null : (
          <ReportItem
            key={number}
            number={number}
            onMove={move}
            onLeave={() => void router.navigate({ to: '/meldungen' as never })}
          />
        )
      }
    />
  );
}

interface ListProps {
  which: Which;
  steady: ReturnType<typeof useSteady<Listed>>;
  chosen: string | null;
}

function List({ which, steady: { shown, waiting, showAll, around }, chosen }: ListProps) {
  return (
    <div {...around}>
      <NewOnes count={waiting} onShow={showAll} />
      {shown.length === 0 ? (
        <p className="house-state">
          {which === 'open' ? 'Keine Meldungen offen.' : 'Noch keine entschieden.'}
        </p>
      ) : (
        <ul>
          {shown.map((item) => (
            <li
              key={item.number}
              className={clsx('panes-row', item.number === chosen && 'is-chosen')}
            >
              <HouseLink to={`/meldungen/${item.number}`} className="panes-link">
                {REPORT_REASONS[item.reason].label}
              </HouseLink>
              <p className="muted">
                {item.number} · {thingName(item.object)}
              </p>
              <p className="xs muted">
                {item.decided_at
                  ? `entschieden ${time(item.decided_at)}`
                  : `eingegangen ${time(item.received_at)}`}
              </p>
              <Marks of={item} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
