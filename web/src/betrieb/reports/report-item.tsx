import { formatAge } from '@samtrot/shared/health/rules.ts';
import { holdReceipts } from '@samtrot/shared/holds/staff-contract.ts';
import { HOLD_LABELS } from '@samtrot/shared/holds/status.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDayTime } from '@samtrot/shared/kernel/format.ts';
import { REPORT_REASONS, REPORT_STATE_LABELS } from '@samtrot/shared/reports/rules.ts';
import { claimReport, releaseReport, report } from '@samtrot/shared/reports/staff-contract.ts';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CirclePause, Timer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { AccountFacts } from '../account-facts.tsx';
import { queryClient, useList, useMe } from '../api.ts';
import { HoldDialog } from '../holds/hold-dialog.tsx';
import { HouseLink } from '../link.tsx';
import { Loaded } from '../list-state.tsx';
import { MoveButtons } from '../move-buttons.tsx';
import { THING_LABELS, thingName } from '../thing.ts';
import { useChange } from '../use-change.tsx';
import { ReportDecision } from './report-decision.tsx';
import { isOpen, Urgency } from './report-marks.tsx';
import { ReportObjection, SIDE_LABELS } from './report-objection.tsx';
import { ReportVersions } from './report-versions.tsx';
import '../panes.css';

type Read = Output<typeof report>;

const CLOCKS = { calm: 'info', amber: 'warning', late: 'danger' } as const;
const time = (iso: string) => formatDayTime(new Date(iso));

interface ItemProps {
  number: string;
  onMove: (step: 1 | -1) => void;
  onLeave: () => void;
}

/** One report: what it showed then and shows today, what else there is, and the decision. */
export function ReportItem({ number, onMove, onLeave }: ItemProps) {
  const query = useList(report, { number });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const it = query.data?.report;
  return (
    <>
      <HouseLink to="/meldungen" className="panes-back">
        Alle Meldungen
      </HouseLink>
      <div className="house-head">
        <div className="house-acts">
          <h2 className="h2" tabIndex={-1} ref={heading}>
            Meldung {number}
          </h2>
          {it && (
            <>
              <Urgency of={it} />
              <Badge tone="info">
                {REPORT_STATE_LABELS[it.state]}
                {it.claimed_by && `, ${it.claimed_by}`}
              </Badge>
            </>
          )}
        </div>
        <MoveButtons onMove={onMove} />
      </div>
      <Loaded query={query}>
        {() => (
          <Report of={query.data!} onLeave={onLeave} onDecided={() => heading.current?.focus()} />
        )}
      </Loaded>
    </>
  );
}

interface ReportProps extends Pick<ItemProps, 'onLeave'> {
  of: Read;
  onDecided: () => void;
}

function Report({ of, onLeave, onDecided }: ReportProps) {
  const { report: it } = of;
  const { name, rights } = useMe();
  const { run, busy, dialog } = useChange();
  const decides = rights.includes('report.decide') && isOpen(it) && it.may_decide;
  const foreign = it.claimed_by !== null && it.claimed_by !== name;
  const opened = useRef(false);
  const claim = useMutation({
    mutationFn: () => call(claimReport, { number: it.number }),
    // The reason of a refusal is in the data that is read again.
    onSettled: () => queryClient.invalidateQueries(),
  });
  useEffect(() => {
    // Opening it is the first look, which its clock waits for.
    if (opened.current || !decides || foreign) return;
    opened.current = true;
    claim.mutate();
  });
  return (
    <div className="panes-columns">
      <div>
        <Message of={of} />
        <ReportVersions of={of} />
        <AccountFacts of={of.account} />
      </div>
      <aside aria-label="Frist und Entscheid">
        {isOpen(it) && (
          <Alert tone={CLOCKS[it.clock.tone]} icon={Timer} className="report-clock">
            <b>{it.clock.due}</b>
            <p className="sm">{it.clock.text}</p>
            {it.first_look && <p className="sm">{it.first_look}</p>}
          </Alert>
        )}
        {it.decision && <Decided of={it} decision={it.decision} />}
        <Hold of={of} />
        {decides && foreign && (
          <Alert tone="warning">
            {it.claimed_by} bearbeitet das.{' '}
            <Button
              size="sm"
              busy={busy}
              onClick={() => void run(claimReport, { number: it.number, take_over: true })}
            >
              Übernehmen
            </Button>
          </Alert>
        )}
        {decides && it.claimed_by === null && claim.isError && (
          <Alert tone="danger" live>
            Andere sehen nicht, dass du diese Meldung bearbeitest.{' '}
            <Button
              size="sm"
              // The button goes; the heading takes its place.
              onClick={() => claim.mutate(undefined, { onSuccess: onDecided })}
            >
              Nochmals versuchen
            </Button>
          </Alert>
        )}
        {decides && it.claimed_by === name && (
          <p className="house-acts muted">
            <span role="status">Du bearbeitest diese Meldung.</span>
            <Button
              size="sm"
              busy={busy}
              onClick={() =>
                void run(releaseReport, { number: it.number }).then((done) => done && onLeave())
              }
            >
              Loslassen
            </Button>
          </p>
        )}
        {decides && !foreign && <ReportDecision of={of} onDecided={onDecided} />}
        {isOpen(it) && !it.may_decide && (
          <Alert tone="info">Darüber entscheidet eine andere Person.</Alert>
        )}
        {it.may_object && rights.includes('report.decide') && (
          <ReportObjection number={it.number} />
        )}
      </aside>
      {dialog}
    </div>
  );
}

/** What the reporter said, on which thing, and what else was reported. */
const Message = ({ of: { report: it, others, review_id: review } }: { of: Read }) => (
  <section className="house-panel" aria-labelledby="meldung">
    <h2 id="meldung" className="house-head">
      {REPORT_REASONS[it.reason].label}
      <span className="xs muted">{time(it.received_at)}</span>
    </h2>
    <div className="house-state house-text">
      {it.message && <blockquote>«{it.message}»</blockquote>}
      {it.objection && (
        <>
          <p>
            {SIDE_LABELS[it.objection.by]} ist nicht einverstanden mit «
            {REPORT_STATE_LABELS[it.objection.first]}» ({time(it.objection.at)}):
          </p>
          <blockquote>«{it.objection.message}»</blockquote>
        </>
      )}
      <p>
        {review === null ? (
          thingName(it.object)
        ) : (
          <HouseLink to={`/pruefen/${review}`}>{thingName(it.object)}</HouseLink>
        )}{' '}
        ·{' '}
        {it.has_email
          ? 'Wer meldet, möchte eine Antwort per Mail.'
          : 'Wer meldet, möchte keine Antwort.'}
        {it.website && ` Gemeldet auf ${it.website}.`}
      </p>
      {!it.counts && (
        <p className="muted">
          Von derselben Quelle waren zwei Meldungen unbegründet: Diese zählt nicht für die
          Automatik.
        </p>
      )}
      {others.length === 0 && <p className="muted">Keine weiteren Meldungen.</p>}
    </div>
    <h3 className="sr">Weitere Meldungen</h3>
    <ul className="house-list">
      {others.map((other) => (
        <li key={other.number}>
          <p>
            <HouseLink to={`/meldungen/${other.number}`}>{other.number}</HouseLink>{' '}
            {REPORT_REASONS[other.reason].label} · {REPORT_STATE_LABELS[other.state]} ·{' '}
            {time(other.received_at)}{' '}
            <Badge>
              {other.same_object
                ? `zum selben ${THING_LABELS[it.object.type]}`
                : 'anderer Eintrag dieses Kontos'}
            </Badge>
          </p>
        </li>
      ))}
    </ul>
  </section>
);

type Decision = NonNullable<Read['report']['decision']>;

/** Who decided and when, and what both sides were told; of what is open again the first one. */
function Decided({ of: it, decision }: { of: Read['report']; decision: Decision }) {
  const first = isOpen(it);
  const state = first ? it.objection!.first : it.state;
  return (
    <section className="house-panel" aria-labelledby="entschieden">
      <h2 id="entschieden" className="house-head">
        {first ? 'Erster Entscheid' : 'Entscheid'}
        <span className="xs muted">{time(decision.at)}</span>
      </h2>
      <div className="house-state house-text">
        <p>
          <b>{REPORT_STATE_LABELS[state]}</b>, entschieden von {decision.by}.
        </p>
        <h3 className="sm strong">An die Besitzerin</h3>
        <blockquote>«{decision.statement}»</blockquote>
        <h3 className="sm strong">An die meldende Person</h3>
        <blockquote>«{decision.answer}»</blockquote>
        {!it.has_email && (
          <p className="muted">Zu dieser Meldung ist keine E-Mail-Adresse gespeichert.</p>
        )}
      </div>
    </section>
  );
}

/** Off the websites, with who has confirmed it, or the way there. */
function Hold({ of: { report: it, hold, today } }: { of: Read }) {
  const { rights } = useMe();
  const [holding, setHolding] = useState(false);
  if (hold)
    return (
      <section className="house-panel" aria-labelledby="sperre">
        <h2 id="sperre" className="house-head">
          {HOLD_LABELS[hold.kind]}
          <span className="xs muted">
            {it.automatic && 'Automatik, '}seit {time(hold.held_at)}
          </span>
        </h2>
        <Receipts hold={hold.id} />
      </section>
    );
  if (!today || today.was === 'deleted' || !rights.includes('hold.set')) return null;
  return (
    <>
      <Button variant="danger" icon={CirclePause} block onClick={() => setHolding(true)}>
        Vom Netz nehmen
      </Button>
      {holding && (
        <HoldDialog of={it.object} reason={it.reason} onClose={() => setHolding(false)} />
      )}
    </>
  );
}

function Receipts({ hold }: { hold: number }) {
  const query = useList(holdReceipts, { hold_id: String(hold) });
  return (
    <Loaded query={query}>
      {() => (
        <>
          <p className="house-state muted sm">{query.data!.text}</p>
          <dl className="house-facts report-receipts">
            {query.data!.websites.map(({ name, told_at, confirmed_at }) => (
              <div key={name}>
                <dt>
                  {confirmed_at && <CircleCheck className="i" aria-hidden />} {name}
                </dt>
                <dd>
                  {confirmed_at
                    ? `nach ${formatAge(Date.parse(confirmed_at) - Date.parse(told_at))}`
                    : 'offen'}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Loaded>
  );
}
