import { plainText } from '@samtrot/shared/inserate/html.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDayTime } from '@samtrot/shared/kernel/format.ts';
import { REPORT_REASONS, URGENCIES } from '@samtrot/shared/reports/rules.ts';
import { claimReport, report, reports } from '@samtrot/shared/reports/staff-contract.ts';
import { useParams, useRouter } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { useHouseTitle, useList, useMe } from './api.ts';
import { HoldDialog } from './hold-dialog.tsx';
import { useLetterKeys } from './letter-keys.ts';
import { HouseLink } from './link.tsx';
import { Loaded, NewOnes, useSteady } from './list-state.tsx';
import { Panes } from './panes.tsx';
import { ReportDecision } from './report-decision.tsx';
import { ReportObjection, SIDE_LABELS } from './report-objection.tsx';
import { Table } from './table.tsx';
import { thingName } from './thing.ts';
import { useChange } from './use-change.tsx';
import { useVeilAgain } from './use-veil-again.ts';

type Listed = Output<typeof reports>['items'][number];
type Read = Output<typeof report>;

const TONES = { calm: 'neutral', amber: 'warning', late: 'danger' } as const;
const STATES = {
  new: 'Neu',
  in_review: 'In Prüfung',
  justified: 'Begründet',
  unjustified: 'Unbegründet',
} as const;
const WAS = {
  online: 'online',
  offline: 'nicht online',
  held: 'gesperrt',
  deleted: 'gelöscht',
} as const;
const time = (iso: string) => formatDayTime(new Date(iso));
const isOpen = ({ state }: Pick<Listed, 'state'>) => state === 'new' || state === 'in_review';

/** Open reports, urgent ones first; the title of the tab counts them (BOF-57). */
export function ReportsPage() {
  const { number } = useParams({ strict: false }) as { number?: string };
  const [page, setPage] = useState(1);
  const query = useList(reports, { page });
  const urgent = query.data?.urgent ?? 0;
  useHouseTitle(urgent > 0 ? `(${urgent}) Dringend` : 'Meldungen');
  const router = useRouter();
  const move = (step: 1 | -1) => {
    const items = query.data?.items ?? [];
    const at = items.findIndex((item) => item.number === number);
    const next = number === undefined ? items[0] : items[at + step];
    if (next) void router.navigate({ to: `/meldungen/${next.number}` as never });
  };
  useLetterKeys({ j: () => move(1), k: () => move(-1) });
  return (
    <Panes
      label="Offen"
      head={
        <div className="panes-title">
          <h1 className="h1">Meldungen</h1>
          {urgent > 0 && <Badge tone="danger">{urgent} dringend</Badge>}
        </div>
      }
      list={
        <Loaded query={query}>
          {() => (
            <>
              <List key={page} items={query.data!.items} chosen={number ?? null} />
              <Pagination page={query.data!.page} pages={query.data!.pages} onChange={setPage} />
            </>
          )}
        </Loaded>
      }
      item={number === undefined ? null : <ReportItem key={number} number={number} />}
    />
  );
}

function List({ items, chosen }: { items: Listed[]; chosen: string | null }) {
  const { shown, waiting, showAll, around } = useSteady(items, ({ number }) =>
    Number(number.slice('M-'.length)),
  );
  return (
    <div {...around}>
      <NewOnes count={waiting} onShow={showAll} />
      {shown.length === 0 ? (
        <p className="house-state">Keine Meldungen offen.</p>
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
              <p className="xs muted">eingegangen {time(item.received_at)}</p>
              <Marks of={item} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** How urgent it is, its clock, and who is on it. */
const Marks = ({ of }: { of: Listed }) => (
  <p className="panes-tags">
    <Badge tone={of.urgency === 'urgent' ? 'danger' : 'neutral'}>
      {URGENCIES[of.urgency].label}
    </Badge>
    {isOpen(of) && <Badge tone={TONES[of.clock.tone]}>{of.clock.text}</Badge>}
    {of.claimed_by && <Badge tone="info">{of.claimed_by} bearbeitet das</Badge>}
  </p>
);

/** One report: what it showed then and shows today, what else there is, and the decision. */
function ReportItem({ number }: { number: string }) {
  const query = useList(report, { number });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <HouseLink to="/meldungen" className="panes-back">
        Alle Meldungen
      </HouseLink>
      <h2 className="h2" tabIndex={-1} ref={heading}>
        Meldung {number}
      </h2>
      <Loaded query={query}>
        {() => <Report of={query.data!} onDecided={() => heading.current?.focus()} />}
      </Loaded>
    </>
  );
}

function Report({ of, onDecided }: { of: Read; onDecided: () => void }) {
  const { report: it, others } = of;
  const { name, rights } = useMe();
  const { run, busy, dialog } = useChange();
  const decides = rights.includes('report.decide') && isOpen(it) && it.may_decide;
  const foreign = it.claimed_by !== null && it.claimed_by !== name;
  const [holding, setHolding] = useState(false);
  const opened = useRef(false);
  useEffect(() => {
    // Opening it is the first look, which its clock waits for.
    if (opened.current || !decides || foreign) return;
    opened.current = true;
    void run(claimReport, { number: it.number });
  });
  return (
    <>
      <section className="house-panel" aria-label="Meldung">
        <div className="house-state house-text">
          <div>
            <h3 className="strong">{REPORT_REASONS[it.reason].label}</h3>
            <p className="muted">
              {thingName(it.object)} · {STATES[it.state]} · eingegangen {time(it.received_at)}
            </p>
            <Marks of={it} />
          </div>
          {it.automatic && <p>Automatik hat es nach mehreren Meldungen vom Netz genommen.</p>}
          {it.message ? <blockquote>«{it.message}»</blockquote> : <p>Ohne Text.</p>}
          {it.objection && (
            <>
              <p>
                {SIDE_LABELS[it.objection.by]} ist nicht einverstanden mit «
                {STATES[it.objection.first]}» ({time(it.objection.at)}):
              </p>
              <blockquote>«{it.objection.message}»</blockquote>
            </>
          )}
          <p className="muted">
            {it.has_email ? 'Möchte eine Antwort per Mail.' : 'Möchte keine Antwort.'}
          </p>
          {of.hold === null && of.today && rights.includes('hold.set') && (
            <Button variant="danger" size="sm" onClick={() => setHolding(true)}>
              Vom Netz nehmen
            </Button>
          )}
        </div>
      </section>
      <section className="house-panel" aria-labelledby="vergleich">
        <h2 id="vergleich">Damals und heute</h2>
        <Versions of={of} />
      </section>
      <section className="house-panel" aria-labelledby="weitere">
        <h2 id="weitere">Weitere Meldungen</h2>
        {others.length === 0 ? (
          <p className="house-state">Keine.</p>
        ) : (
          <ul className="house-list">
            {others.map((other) => (
              <li key={other.number}>
                <p>
                  <HouseLink to={`/meldungen/${other.number}`}>{other.number}</HouseLink>{' '}
                  {REPORT_REASONS[other.reason].label}, {STATES[other.state]},{' '}
                  {time(other.received_at)}
                  {!other.same_object && ' (anderes Inserat dieses Kontos)'}
                </p>
              </li>
            ))}
          </ul>
        )}
      </section>
      {decides && foreign && (
        <Alert tone="warning">
          {it.claimed_by} bearbeitet das.{' '}
          <Button
            size="sm"
            busy={busy}
            busyLabel="Einen Moment …"
            onClick={() => void run(claimReport, { number: it.number, take_over: true })}
          >
            Übernehmen
          </Button>
        </Alert>
      )}
      {decides && !foreign && <ReportDecision of={of} onDecided={onDecided} />}
      {isOpen(it) && !it.may_decide && <p>Darüber entscheidet eine andere Person.</p>}
      {it.may_object && rights.includes('report.decide') && <ReportObjection number={it.number} />}
      {holding && <HoldDialog of={it.object} onClose={() => setHolding(false)} />}
      {dialog}
    </>
  );
}

/** Each field as it was reported and as it is; what differs is marked by a word. */
function Versions({ of: { report: it, snapshot, today } }: { of: Read }) {
  const words = (text: string) => (it.object.type === 'inserat' ? plainText(text) : text);
  const contacts = [
    ...new Set([...Object.keys(snapshot.contact), ...Object.keys(today?.contact ?? {})]),
  ];
  const rows: [label: string, then: string, now: string | undefined][] = [
    ['Zustand', WAS[snapshot.was], today ? WAS[today.was] : WAS.deleted],
    ['Titel', snapshot.title, today?.title],
    ['Name', snapshot.name, today?.name],
    ['Text', words(snapshot.text), today ? words(today.text) : undefined],
    ...contacts.map((field): [string, string, string | undefined] => [
      field,
      snapshot.contact[field] ?? '',
      today ? (today.contact[field] ?? '') : undefined,
    ]),
  ];
  return (
    <>
      <Table
        caption="Damals und heute"
        rows={rows.filter(([, then, now]) => then !== '' || now)}
        keyOf={([label]) => label}
        columns={[
          { label: 'Feld', names: true, cell: ([label]) => label },
          { label: `Am ${time(snapshot.taken_at)}`, cell: ([, then]) => then },
          {
            label: 'Heute',
            cell: ([, then, now]) => (
              <>
                {now ?? 'gelöscht'}
                {now !== undefined && now !== then && <Badge tone="info">Geändert</Badge>}
              </>
            ),
          },
        ]}
      />
      <p className="house-state muted">
        {snapshot.images.length === 1 ? '1 Bild' : `${snapshot.images.length} Bilder`} aufbewahrt.
        Stand auf: {snapshot.websites.join(', ') || 'keiner Webseite'}.
      </p>
      <Pictures number={it.number} count={snapshot.images.length} />
    </>
  );
}

/** The kept pictures; none is loaded before «Aufdecken». */
function Pictures({ number, count }: { number: string; count: number }) {
  const [shown, setShown] = useState(false);
  useVeilAgain(() => setShown(false));
  if (count === 0) return null;
  return (
    <div className="house-state house-text">
      <Button onClick={() => setShown(!shown)} aria-expanded={shown}>
        {shown ? 'Verdecken' : 'Aufdecken'}
      </Button>
      {shown && (
        <ul className="house-pictures">
          {Array.from({ length: count }, (_, index) => index + 1).map((place) => (
            <li key={place}>
              <img
                src={`/betrieb/bilder/${number}/${place}`}
                alt={`Bild ${place} der Meldung`}
                loading="lazy"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
