import { APPEAL_MAX, APPEAL_MIN } from '@samtrot/shared/holds/owner-rules.ts';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/textarea.tsx';

interface Props {
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onSend: (message: string) => void;
}

/** Keeps what was typed while the page stays, closed or refused (BOF-36). */
export function AppealDialog({ open, busy, onClose, onSend }: Props) {
  const [text, setText] = useState('');
  const [pressed, setPressed] = useState(false);
  const length = text.trim().length;
  const short = length < APPEAL_MIN;
  return (
    <ConfirmDialog
      open={open}
      title="Einspruch erheben?"
      description="Eine andere Person prüft den Entscheid und antwortet dir."
      safe="Zurück"
      act="Einspruch erheben"
      busy={busy}
      busyLabel="Wird gesendet …"
      onClose={onClose}
      onAct={() => (short ? setPressed(true) : onSend(text))}
    >
      <Field
        label="Warum bist du nicht einverstanden?"
        counter={{ value: length, max: APPEAL_MAX }}
        error={pressed && short ? `Schreibe mindestens ${APPEAL_MIN} Zeichen.` : null}
      >
        <Textarea
          value={text}
          maxLength={APPEAL_MAX}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
