import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { TAKEN_OUT } from '@samtrot/shared/refunds/rules.ts';
import { useRef } from 'react';
import { useAccount } from '../../../lib/session/session.ts';
import { MissingCredits } from '../../../listing/missing-credits.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { CostList } from '../../../ui/cost-list.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import type { useSaveInserat } from '../editor/use-save-inserat.ts';
import { changeLabels, priceLines } from './change-labels.ts';
import '../../../ui/cost-list.css';
import '../../../ui/dialog.css';

export interface ChangeProps {
  saving: ReturnType<typeof useSaveInserat>;
  /** A paid push is taken out with it. */
  takenOut: boolean;
  /** The package that runs stays. */
  onKeep: () => void;
}

/** AD_PACKAGE: what another package does to the paid run. Keeping it is the primary choice. */
export function ChangeDialog({ saving, takenOut, onKeep }: ChangeProps) {
  const keepButton = useRef<HTMLButtonElement>(null);
  const { question, busy, change, changed, message, closeQuestion, place } = saving;
  const { owed: debt } = useAccount();
  if (!change) return null;
  const { lines: changes, keep, act, after, missing, owed } = changeLabels(change, debt);
  const lines = takenOut ? [...changes, { text: TAKEN_OUT }] : changes;
  return (
    <Dialog
      open={question === 'change'}
      type="AD_PACKAGE"
      onClose={busy ? () => {} : closeQuestion}
      title="Paket wechseln?"
      initialFocus={keepButton}
    >
      <ul className="stack-tight above-3 num" data-slot="change-lines">
        {lines.map(({ text, note }) => (
          <li key={text}>
            {text}
            {note && <small className="block sm muted">{note}</small>}
          </li>
        ))}
      </ul>
      <div className="above-4">
        <CostList items={priceLines(change)} />
        {missing > 0 ? (
          <MissingCredits
            missing={missing}
            owed={owed}
            balance={change.credits}
            className="above-4"
          />
        ) : (
          <div className="well between above-4">
            <span className="muted">Guthaben danach</span>
            <span className="strong num">{formatCredits(after)}</span>
          </div>
        )}
        {changed && (
          <Alert tone="warning" live className="above-4">
            <p>{message}</p>
          </Alert>
        )}
      </div>
      <DialogActions>
        <Button ref={keepButton} variant="primary" disabled={busy} onClick={onKeep}>
          {keep}
        </Button>
        <Button busy={busy} busyLabel="Wird gewechselt …" disabled={missing > 0} onClick={place}>
          {act}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
