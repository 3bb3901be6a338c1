import { getAuditLog } from '@samtrot/shared/audit/contract.ts';
import { formatAge, worstOf } from '@samtrot/shared/health/rules.ts';
import { formatDateTime, formatDayTime } from '@samtrot/shared/kernel/format.ts';
import { countText } from '@samtrot/shared/moderation/review-rules.ts';
import { getApprovals } from '@samtrot/shared/staff/approval-contract.ts';
import { SOLO_TEXT } from '@samtrot/shared/staff/approval-rules.ts';
import { getStaffOverview } from '@samtrot/shared/staff/overview-contract.ts';
import { grantOf } from '@samtrot/shared/staff/rights.ts';
import { Siren } from 'lucide-react';
import { useMemo } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { About } from '../about.tsx';
import { useHouseTitle, useList, useMe } from '../api.ts';
import { HouseLink } from '../link.tsx';
import { FailedPart, Loaded } from '../list-state.tsx';
import { ENTRIES } from '../navigation.ts';
import { OpenApprovals } from '../open-approvals.tsx';
import { Table } from '../table.tsx';
import { Digest } from './digest.tsx';
import { Figures } from './figures.tsx';
import { HealthLines, ToneIcon, useHealth } from './health.tsx';
import { oldestFirst, urgentPath, type WaitingLine } from './waiting.ts';
import './overview.css';
import '../page.css';

/** What waits today, of what the person may read, whether all runs, and how it goes (BOF-134). */
export function OverviewPage() {
  const query = useList(getStaffOverview, {});
  const { solo, rights } = useMe();
  const now = new Date(query.dataUpdatedAt);
  const urgent = query.data?.waiting.find((line) => line.urgent > 0);
  useHouseTitle('Übersicht');
  return (
    <>
      <div className="house-head">
        <h1 className="h1">Übersicht</h1>
        {query.data && (
          <>
            <p className="overview-time muted">{formatDateTime(now)}</p>
            <p className="muted">
              Pikett heute: <b>{query.data.duty}</b>
            </p>
          </>
        )}
      </div>
      {solo && <Alert tone="warning">{SOLO_TEXT}</Alert>}
      {urgent?.first && (
        <Alert tone="danger" icon={Siren}>
          <div className="house-head">
            <div>
              {urgent.urgent > 1 && (
                <p>
                  <b>{urgent.urgent} dringende Meldungen</b>
                </p>
              )}
              <p>
                <b>{urgent.first.number}, dringend:</b> {urgent.first.text}
                <br />
                <small>{urgent.first.clock}</small>
              </p>
            </div>
            <HouseLink
              to={urgentPath(urgent, urgent.first)}
              className={buttonClass({ variant: 'danger', size: 'sm' })}
            >
              {urgent.urgent > 1 ? 'Alle ansehen' : 'Ansehen'}
            </HouseLink>
          </div>
        </Alert>
      )}
      <div className="overview">
        <div>
          <section className="house-panel" aria-labelledby="wartet">
            <h2 id="wartet">Was wartet</h2>
            <Loaded query={query}>{() => <Waiting lines={query.data!.waiting} now={now} />}</Loaded>
          </section>
          <Approvals />
          {rights.includes('audit.read') && <LatestEntries />}
        </div>
        <Health />
      </div>
      <Figures />
      <Digest />
    </>
  );
}

function Waiting({ lines, now }: { lines: WaitingLine[]; now: Date }) {
  const some = useMemo(() => oldestFirst(lines), [lines]);
  if (some.length === 0) return <p className="house-state">Nichts wartet.</p>;
  return (
    <Table
      caption="Was wartet, Älteste zuerst"
      updates
      rows={some}
      keyOf={({ path }) => path}
      columns={[
        {
          label: 'Bereich',
          sortBy: ({ label }) => label,
          cell: ({ label, path }) => {
            const Icon = ENTRIES.find((entry) => entry.path === path)?.icon;
            return (
              <HouseLink to={path} className="overview-link">
                {Icon && <Icon className="i" aria-hidden />}
                {label}
              </HouseLink>
            );
          },
        },
        {
          label: 'Offen',
          number: true,
          sortBy: ({ count }) => count,
          cell: ({ count }) => countText(count),
        },
        {
          label: 'Davon',
          sortBy: ({ urgent, overdue }) => urgent + overdue || null,
          cell: ({ urgent, overdue, parts }) =>
            urgent + overdue + parts.length > 0 && (
              <span className="overview-parts">
                {urgent > 0 && <Badge tone="danger">{urgent} dringend</Badge>}
                {overdue > 0 && <Badge tone="warning">{overdue} überfällig</Badge>}
                {parts.join(', ')}
              </span>
            ),
        },
        {
          label: 'Wartet seit',
          number: true,
          sortBy: ({ since }) => since,
          cell: ({ since }) => since && formatAge(now.getTime() - new Date(since).getTime()),
        },
      ]}
    />
  );
}

function Health() {
  const query = useHealth();
  const tone = worstOf(query.data?.lines.map((line) => line.tone) ?? []);
  return (
    <section className="house-panel" aria-labelledby="zustand">
      <h2 id="zustand">
        <HouseLink to="/zustand" className="overview-link">
          {query.data && <ToneIcon tone={tone} />}
          Zustand
        </HouseLink>
      </h2>
      <Loaded query={query}>{() => <HealthLines lines={query.data!.lines} />}</Loaded>
    </section>
  );
}

/** What this person may decide or take back at once (BOF-19). */
function Approvals() {
  const query = useList(getApprovals, {}, 'overview');
  const open = query.data?.open;
  if (!open) return <FailedPart query={query} title="Freigaben" />;
  return open.length > 0 && <OpenApprovals approvals={open} title="Freigaben" />;
}

const LATEST = 5;

/** By the part of the log that the reader's role may read. */
const LATEST_TITLES: Record<string, string> = {
  own_lines: 'Deine letzten Zeilen im Protokoll',
  money_lines: 'Zuletzt beim Geld',
  partner_lines: 'Zuletzt bei den Webseiten',
};

/** The last lines of the audit log, as its own page shows them. */
function LatestEntries() {
  const query = useList(getAuditLog, { limit: LATEST }, 'overview');
  const { role } = useMe();
  const title = LATEST_TITLES[grantOf(role, 'audit.read')?.scope ?? 'all'] ?? 'Zuletzt im Haus';
  const lines = query.data?.lines;
  if (!lines) return <FailedPart query={query} title={title} />;
  // A new colleague reads only her own lines and has none yet.
  if (lines.length === 0) return null;
  return (
    <section className="house-panel" aria-labelledby="zuletzt">
      <h2 className="house-head">
        <span id="zuletzt">{title}</span>
        <HouseLink to="/protokoll" className="overview-link">
          Alle Zeilen
        </HouseLink>
      </h2>
      <ul className="house-list">
        {lines.map((line) => (
          <li key={line.id} className="overview-entry">
            <time className="muted" dateTime={line.at}>
              {formatDayTime(new Date(line.at))}
            </time>
            <span>
              <b>{line.who}</b> {line.label}
              {line.about !== line.who && (
                <>
                  {' · '}
                  <About of={line} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
