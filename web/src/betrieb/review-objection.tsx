import {
  fieldsOf,
  fieldWord,
  HOLD_TEXT_MAX,
  HOLD_TEXT_MIN,
  REASON_IDS,
  type ReasonId,
  reasonOf,
} from '@samtrot/shared/holds/rules.ts';
import type { HeldThing } from '@samtrot/shared/holds/status.ts';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field, FieldGroup } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { Textarea } from '../ui/textarea.tsx';

interface Objection {
  reason: ReasonId;
  fields: string[];
  text: string;
}

interface Props {
  thing: HeldThing;
  decision: 'revise' | 'hold';
  onSend: (objection: Objection) => Promise<void>;
  onClose: () => void;
}

const KINDS = { revise: 'revise', hold: 'blocked' } as const;
const TITLES = { revise: 'Überarbeiten lassen', hold: 'Vom Netz nehmen' } as const;

/** Reason, fields and the words to the owner; Ctrl Enter sends, Esc closes (BOF-45, BOF-49). */
export function ReviewObjection({ thing, decision, onSend, onClose }: Props) {
  const [reason, setReason] = useState<ReasonId | ''>('');
  const [fields, setFields] = useState<string[]>([]);
  const [text, setText] = useState('');
  const [pressed, setPressed] = useState(false);
  const [busy, setBusy] = useState(false);
  const short = text.trim().length < HOLD_TEXT_MIN;
  const offered = reason === '' ? [] : fieldsOf(thing, reason);
  const send = async () => {
    setPressed(true);
    if (busy || reason === '' || short) return;
    setBusy(true);
    await onSend({ reason, fields: fields.filter((field) => offered.includes(field)), text });
    setBusy(false);
  };
  return (
    <form
      className="house-form house-state"
      aria-label={TITLES[decision]}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void send();
        }
      }}
    >
      <p className="muted">
        Geht offline. Bezahlte Zeit steht still und läuft nach der Freigabe weiter.
      </p>
      <Field label="Grund" error={pressed && reason === '' ? 'Wähle einen Grund' : null}>
        <Select
          autoFocus
          value={reason}
          placeholder="Wähle einen Grund"
          options={REASON_IDS.filter((id) => reasonOf(id).kinds.includes(KINDS[decision])).map(
            (value) => ({ value, label: reasonOf(value).label }),
          )}
          onChange={({ target }) => {
            const chosen = target.value as ReasonId | '';
            setReason(chosen);
            setText(chosen === '' ? '' : reasonOf(chosen).sentence);
          }}
        />
      </Field>
      {offered.length > 0 && (
        <FieldGroup label="Felder" optional>
          <div className="house-acts">
            {offered.map((field) => (
              <Checkbox
                key={field}
                checked={fields.includes(field)}
                onChange={({ target: { checked } }) =>
                  setFields(checked ? [...fields, field] : fields.filter((one) => one !== field))
                }
              >
                {field === 'bild' ? 'Bilder' : fieldWord(field)}
              </Checkbox>
            ))}
          </div>
        </FieldGroup>
      )}
      <Field
        label="Text an die Besitzerin"
        counter={{ value: text.trim().length, max: HOLD_TEXT_MAX }}
        error={pressed && short ? `Schreibe mindestens ${HOLD_TEXT_MIN} Zeichen.` : null}
      >
        <Textarea
          rows={3}
          value={text}
          maxLength={HOLD_TEXT_MAX}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <div className="house-acts">
        <Button type="submit" variant="primary" busy={busy} busyLabel="Einen Moment …">
          {reason === '' ? 'Wähle einen Grund' : 'Senden, nächstes'}
        </Button>
        <Button onClick={onClose}>Zurück</Button>
      </div>
    </form>
  );
}
