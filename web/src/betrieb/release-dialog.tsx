import { release, type StaffHold, unblockAccount } from '@samtrot/shared/holds/staff-contract.ts';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { thingName } from './thing.ts';
import { useChange } from './use-change.tsx';

interface Props {
  hold: Pick<StaffHold, 'id' | 'object'>;
  onClose: () => void;
}

/** Asks why something may go online again. */
export function ReleaseDialog({ hold, onClose }: Props) {
  const { run, busy, dialog } = useChange();
  const [reason, setReason] = useState('');
  const [text, setText] = useState('');
  const account = hold.object.type === 'account';
  return (
    <>
      <ConfirmDialog
        open
        title={`${thingName(hold.object)} freigeben?`}
        description="Bezahlte Zeit läuft weiter. Die Besitzerin bekommt eine Mail."
        safe="Zurück"
        act="Freigeben"
        busy={busy}
        actDisabled={reason.trim() === ''}
        onClose={onClose}
        onAct={async () => {
          const params = { hold_id: hold.id, reason, ...(text.trim() && { text }) };
          const spec = account ? unblockAccount : release;
          if (await run(spec, params, 'Freigegeben.')) onClose();
        }}
      >
        <div className="house-form">
          <Field label="Grund" help="Steht im Protokoll.">
            <Input
              value={reason}
              maxLength={1000}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
          <Field label="Text an die Besitzerin" optional>
            <Textarea
              rows={3}
              value={text}
              maxLength={1000}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
        </div>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
