import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDayTime } from '@samtrot/shared/kernel/format.ts';
import {
  approve,
  declineApproval,
  type getApprovals,
  withdrawApproval,
} from '@samtrot/shared/staff/approval-contract.ts';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { NewOnes, useSteady } from './list-state.tsx';
import { useChange } from './use-change.tsx';
import './page.css';

export type Approval = Output<typeof getApprovals>['open'][number];

const time = (iso: string) => formatDayTime(new Date(iso));

/** What waits, with what this person may do about it. */
export function OpenApprovals({ approvals, title }: { approvals: Approval[]; title: string }) {
  const { shown, waiting, showAll, around } = useSteady(approvals, (item) => item.approval_id);
  const { run, busy, dialog } = useChange();
  const [declined, setDeclined] = useState<Approval | null>(null);
  const [reason, setReason] = useState('');
  return (
    <section className="house-panel" aria-labelledby="offen" {...around}>
      <h2 id="offen">{title}</h2>
      <NewOnes count={waiting} onShow={showAll} />
      {shown.length === 0 ? (
        <p className="house-state">Nichts freizugeben.</p>
      ) : (
        <ul className="house-list">
          {shown.map((item) => (
            <li key={item.approval_id} className="house-line">
              <ApprovalFacts item={item} />
              <div className="house-acts">
                {item.may.includes('decline') && (
                  <Button
                    size="sm"
                    disabled={busy}
                    onClick={() => {
                      setDeclined(item);
                      setReason('');
                    }}
                  >
                    Ablehnen
                  </Button>
                )}
                {item.may.includes('withdraw') && (
                  <>
                    <span className="muted">Wartet auf zweite Person</span>
                    <Button
                      size="sm"
                      disabled={busy}
                      onClick={() => run(withdrawApproval, { approval_id: item.approval_id })}
                    >
                      Zurückziehen
                    </Button>
                  </>
                )}
                {item.may.includes('approve') && (
                  <Button
                    size="sm"
                    variant="primary"
                    busy={busy}
                    onClick={() => run(approve, { approval_id: item.approval_id })}
                  >
                    Freigeben
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={declined !== null}
        title="Vorlage ablehnen?"
        description="Die Person, die sie vorgelegt hat, liest den Grund."
        safe="Zurück"
        act="Ablehnen"
        danger
        busy={busy}
        actDisabled={reason.trim() === ''}
        onClose={() => setDeclined(null)}
        onAct={async () => {
          const { approval_id } = declined!;
          if (await run(declineApproval, { approval_id, reason })) setDeclined(null);
        }}
      >
        <Field label="Grund">
          <Input
            value={reason}
            maxLength={500}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      </ConfirmDialog>
      {dialog}
    </section>
  );
}

/** What was asked, by whom and why. */
export const ApprovalFacts = ({ item }: { item: Approval }) => (
  <div>
    <p>
      <b>{item.label}</b>: {item.object_name}
    </p>
    <ul className="house-changes">
      {Object.entries(item.after).map(([name, value]) => (
        <li key={name}>
          {name}: {item.before[name] !== undefined && `${item.before[name]} → `}
          <b>{String(value)}</b>
        </li>
      ))}
    </ul>
    <p className="muted">
      {item.asked_by}, {time(item.asked_at)}: «{item.reason}»
      {item.state === 'open' && <> · gilt bis {time(item.expires_at)}</>}
    </p>
  </div>
);
