import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatChf, formatDate } from '@samtrot/shared/kernel/format.ts';
import { francsToRappen } from '@samtrot/shared/kernel/money.ts';
import { actsAtOnce } from '@samtrot/shared/money-desk/case-rules.ts';
import { cases, settleCase } from '@samtrot/shared/money-desk/contract.ts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { CircleHelp, Coins, type LucideIcon, Undo2 } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useList, useMe } from '../api.ts';
import { useLetterKeys } from '../letter-keys.ts';
import { HouseLink } from '../link.tsx';
import { Loaded, NewOnes, useSteady } from '../list-state.tsx';
import { useChange } from '../use-change.tsx';
import { MoneyCase } from './money-case.tsx';
import { MoneyFrame } from './money-frame.tsx';
import { MoneyImport } from './money-import.tsx';
import '../customers/customer.css';
import './money.css';

type Listed = Output<typeof cases>;
export type CaseItem = Listed['cases'][number];

const ICONS: Partial<Record<CaseItem['kind'], LucideIcon>> = {
  chargeback: Undo2,
  refund_differs: Undo2,
  refund_by_hand: Undo2,
  bank_unmatched: CircleHelp,
  unknown: CircleHelp,
  missing: CircleHelp,
};

/** Where and when a case came up, and whose it is. */
export const caseAbout = ({ case_id, method, opened_at, account }: CaseItem): string =>
  [`Fall ${case_id}`, `${method}, ${formatDate(new Date(opened_at))}`, account?.name]
    .filter(Boolean)
    .join(' · ');

/** «Geld»: what does not agree about payments, each with one right button (BOF-93). */
export function MoneyPage() {
  const navigate = useNavigate();
  const { rights } = useMe();
  const { case: chosen } = useParams({ strict: false }) as { case?: string };
  const query = useList(cases, {});
  useLetterKeys({ z: () => void navigate({ to: '/geld/zahlungen' as never }) });
  return (
    <MoneyFrame
      tab="faelle"
      counts={
        query.data ? { faelle: query.data.cases.length, rueckzahlungen: query.data.refunds } : {}
      }
    >
      <div className={clsx('customer-columns', chosen !== undefined && 'money-open')}>
        <section className="house-panel" aria-labelledby="faelle">
          <h2 id="faelle">Offene Fälle</h2>
          <Loaded query={query}>{() => <List of={query.data!} chosen={chosen} />}</Loaded>
        </section>
        <div>
          {chosen !== undefined && <MoneyCase key={chosen} id={chosen} />}
          {query.data?.bank && rights.includes('money.import') && <MoneyImport />}
        </div>
      </div>
    </MoneyFrame>
  );
}

function List({ of, chosen }: { of: Listed; chosen: string | undefined }) {
  const { shown, waiting, showAll, around } = useSteady(of.cases, ({ case_id }) => case_id);
  return (
    <div {...around}>
      {of.undecided > 0 && (
        <p className="house-state muted">
          Bezahlt, aber noch nicht erledigt: {formatChf(francsToRappen(of.undecided))}
        </p>
      )}
      <NewOnes count={waiting} onShow={showAll} />
      {shown.length === 0 ? (
        <div className="house-state house-text">
          <p>Keine Fälle offen.</p>
          <p className="muted">
            Hier erscheint, was sich nicht von selbst zuordnen lässt: zu viel oder zu wenig bezahlt,
            ohne Referenz, zweimal bezahlt, von der Bank zurückgebucht.
          </p>
          <HouseLink to="/geld/zahlungen">Zahlung suchen</HouseLink>
        </div>
      ) : (
        <ul className="house-list">
          {shown.map((item) => (
            <Row key={item.case_id} of={item} chosen={String(item.case_id) === chosen} />
          ))}
        </ul>
      )}
      {of.more && <p className="house-state muted">Es gibt noch mehr Fälle.</p>}
    </div>
  );
}

function Row({ of, chosen }: { of: CaseItem; chosen: boolean }) {
  const Icon = ICONS[of.kind] ?? Coins;
  return (
    <li className={clsx('money-case', chosen && 'is-chosen')}>
      <Icon className="i" aria-hidden />
      <div>
        <HouseLink to={`/geld/faelle/${of.case_id}`} className="panes-link">
          {of.sentence}
        </HouseLink>
        <p className="muted">
          {caseAbout(of)} {of.wish && <Badge tone="warning">Möchte es zurück</Badge>}
          {of.awaits && <Badge tone="info">Wartet auf zweite Person</Badge>}
        </p>
      </div>
      <RightButton of={of} />
    </li>
  );
}

/** Acts at once where nothing more is to be said; else it opens the case. */
function RightButton({ of }: { of: CaseItem }) {
  const { run, busy, dialog } = useChange();
  const { rights } = useMe();
  const [main] = of.ways;
  if (of.kind === 'chargeback' || of.kind === 'carding')
    return of.account ? (
      <div className="house-acts">
        <HouseLink to={`/kundinnen/${of.account.account_id}/zahlungen`}>Konto ansehen</HouseLink>
      </div>
    ) : null;
  if (!main || !rights.includes('money.case')) return null;
  const { case_id, seen_version, match } = of;
  return (
    <div className="house-acts">
      {actsAtOnce(main.way, of) ? (
        <Button
          size="sm"
          busy={busy}
          aria-label={`${main.label}: Fall ${case_id}`}
          onClick={() =>
            void run(settleCase, {
              case_id,
              seen_version,
              way: main.way,
              ...(main.way === 'match' && match !== null && { payment_id: match }),
            })
          }
        >
          {main.label}
        </Button>
      ) : (
        <HouseLink to={`/geld/faelle/${case_id}`} aria-label={`${main.label}: Fall ${case_id}`}>
          {main.label}
        </HouseLink>
      )}
      {dialog}
    </div>
  );
}
