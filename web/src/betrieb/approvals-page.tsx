import { formatDayTime } from '@samtrot/shared/kernel/format.ts';
import { getApprovals } from '@samtrot/shared/staff/approval-contract.ts';
import { APPROVAL_LABELS } from '@samtrot/shared/staff/approval-rules.ts';
import { Badge } from '../ui/badge.tsx';
import { useHouseTitle, useList } from './api.ts';
import { Loaded } from './list-state.tsx';
import { type Approval, ApprovalFacts, OpenApprovals } from './open-approvals.tsx';
import './page.css';

const time = (iso: string) => formatDayTime(new Date(iso));

/** What waits for a second person, and what was decided last (BOF-19). */
export function ApprovalsPage() {
  useHouseTitle('Freigaben');
  const query = useList(getApprovals, {});
  return (
    <>
      <h1 className="h1">Freigaben</h1>
      <Loaded query={query}>
        {() => (
          <>
            <OpenApprovals approvals={query.data!.open} title="Offen" />
            <Decided approvals={query.data!.decided} />
          </>
        )}
      </Loaded>
    </>
  );
}

const Decided = ({ approvals }: { approvals: Approval[] }) =>
  approvals.length === 0 ? null : (
    <section className="house-panel" aria-labelledby="entschieden">
      <h2 id="entschieden">Zuletzt entschieden</h2>
      <ul className="house-list">
        {approvals.map((item) => (
          <li key={item.approval_id}>
            <ApprovalFacts item={item} />
            <p>
              <Badge tone={item.state === 'approved' ? 'success' : 'neutral'}>
                {APPROVAL_LABELS[item.state]}
                {item.solo && ', allein'}
              </Badge>{' '}
              <span className="muted">
                {item.decided_by ?? 'Automatik'}
                {item.decided_at && `, ${time(item.decided_at)}`}
                {item.note && `: ${item.note}`}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
