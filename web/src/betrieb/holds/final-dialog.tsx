import { REASON_IDS, type ReasonId } from '@samtrot/shared/holds/reason-rules.ts';
import { sentenceFor } from '@samtrot/shared/holds/rules.ts';
import { finalPreview, makeFinal, type StaffHold } from '@samtrot/shared/holds/staff-contract.ts';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { useHoldReasons, useList } from '../api.ts';
import { thingName } from '../thing.ts';
import { useChange } from '../use-change.tsx';
import { HoldReason, HoldText } from './hold-fields.tsx';
import '../page.css';

/** «Endgültig sperren»: names the refund and asks a second person (BOF-33). */
export function FinalDialog({ hold, onClose }: { hold: StaffHold; onClose: () => void }) {
  const { run, busy, dialog } = useChange();
  const reasons = useHoldReasons();
  const ids = REASON_IDS.filter((id) => reasons[id].final);
  const fits = ids.includes(hold.reason);
  const [reason, setReason] = useState<ReasonId | ''>(fits ? hold.reason : '');
  const [text, setText] = useState(fits ? hold.text : '');
  const [note, setNote] = useState('');
  return (
    <>
      <ConfirmDialog
        open
        title={`${thingName(hold.object)} endgültig sperren?`}
        description="Eine zweite Person muss zustimmen. Danach hebt es nur noch ein Einspruch auf."
        safe="Zurück"
        act="Zur Freigabe vorlegen"
        danger
        busy={busy}
        busyLabel="Einen Moment …"
        actDisabled={reason === '' || note.trim() === ''}
        onClose={onClose}
        onAct={async () => {
          if (reason === '') return;
          const seen_version = hold.version;
          if (await run(makeFinal, { hold_id: hold.id, seen_version, reason, text, note }))
            onClose();
        }}
      >
        <div className="house-form">
          <HoldReason
            value={reason}
            ids={ids}
            onChoose={(chosen) => {
              setReason(chosen);
              setText(chosen === '' ? '' : sentenceFor(hold.object.type, reasons[chosen], 'final'));
            }}
          />
          {reason !== '' && <Refund holdId={hold.id} reason={reason} />}
          <HoldText value={text} onChange={setText} />
          <Field label="Begründung" help="Die zweite Person liest sie; die Besitzerin nicht.">
            <Textarea
              rows={2}
              value={note}
              maxLength={500}
              onChange={({ target }) => setNote(target.value)}
            />
          </Field>
        </div>
      </ConfirmDialog>
      {dialog}
    </>
  );
}

function Refund({ holdId, reason }: { holdId: number; reason: ReasonId }) {
  const query = useList(finalPreview, { hold_id: String(holdId), reason });
  return (
    <p role="status">
      <b>{query.data?.text ?? query.error?.message ?? 'Der Betrag wird berechnet …'}</b>
    </p>
  );
}
