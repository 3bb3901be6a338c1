import { release, type StaffHold, unblockAccount } from '@samtrot/shared/holds/staff-contract.ts';
import { useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { thingName } from '../thing.ts';

interface Props {
  hold: Pick<StaffHold, 'id' | 'object'>;
  onClose: () => void;
}

/** Asks why something may go online again. */
export function ReleaseDialog({ hold, onClose }: Props) {
  const [text, setText] = useState('');
  const spec = hold.object.type === 'account' ? unblockAccount : release;
  return (
    <ReasonDialog
      title={`${thingName(hold.object)} freigeben?`}
      description="Bezahlte Zeit läuft weiter. Die Besitzerin bekommt eine Mail."
      act="Freigeben"
      help="Steht im Protokoll."
      max={1000}
      onClose={onClose}
      onAct={(run, reason) => {
        const params = { hold_id: hold.id, reason, ...(text.trim() && { text }) };
        return run(spec, params, 'Freigegeben.');
      }}
      further={
        <Field label="Text an die Besitzerin" optional>
          <Textarea
            rows={3}
            value={text}
            maxLength={1000}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
      }
    />
  );
}
