import { REASON_MAX } from '@samtrot/shared/customers/card-rules.ts';
import { startView } from '@samtrot/shared/customers/help-contract.ts';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { useChange } from './use-change.tsx';

/** Opens her pages in a tab, for reading only (BOF-78). */
export function ViewDialog({ accountId, onClose }: { accountId: number; onClose: () => void }) {
  const { run, busy, dialog } = useChange();
  const [reason, setReason] = useState('');
  const view = async () => {
    const input = { account_id: accountId, reason };
    // Where the browser keeps new tabs back, her pages open in this one.
    const open = ({ path }: { path: string }) => window.open(path) ?? location.assign(path);
    if (await run(startView, input, open)) onClose();
  };
  return (
    <>
      <ConfirmDialog
        open
        title="Ansicht der Kundin"
        description="Du siehst 15 Minuten lang, was sie sieht, und änderst nichts."
        safe="Zurück"
        act="Ansicht öffnen"
        busy={busy}
        busyLabel="Einen Moment …"
        actDisabled={reason.trim() === ''}
        onClose={onClose}
        onAct={() => void view()}
      >
        <Field label="Grund" help="Sie liest ihn im Kontoprotokoll.">
          <Input
            value={reason}
            maxLength={REASON_MAX}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
