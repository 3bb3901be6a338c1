import { kindsOf, REASON_IDS, type ReasonId } from '@samtrot/shared/holds/reason-rules.ts';
import { KIND_SENTENCES, sentenceFor } from '@samtrot/shared/holds/rules.ts';
import type { HeldThing } from '@samtrot/shared/holds/status.ts';
import { REVIEW_NOTE_MAX } from '@samtrot/shared/moderation/review-rules.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useHoldReasons } from '../api.ts';
import { useCtrlEnter } from '../ctrl-enter.ts';
import { HoldFields, HoldReason, HoldText, isShort, namedFields } from '../holds/hold-fields.tsx';

interface Objection {
  reason: ReasonId;
  fields: string[];
  text: string;
  /** Internal; without one the note of the item stays. */
  note?: string;
}

interface Props {
  of: { type: HeldThing; id: number };
  decision: 'revise' | 'hold';
  onSend: (objection: Objection) => Promise<void>;
  onClose: () => void;
}

const KINDS = { revise: 'revise', hold: 'blocked' } as const;
const TITLES = { revise: 'Überarbeiten lassen', hold: 'Vom Netz nehmen' } as const;

/** Reason, fields and the words to the owner; Ctrl Enter sends, Esc closes (BOF-45, BOF-49). */
export function ReviewObjection({ of, decision, onSend, onClose }: Props) {
  const reasons = useHoldReasons();
  const [reason, setReason] = useState<ReasonId | ''>('');
  const [fields, setFields] = useState<string[]>([]);
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [pressed, setPressed] = useState(false);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setPressed(true);
    if (busy || reason === '' || isShort(text)) return;
    setBusy(true);
    const named = namedFields(of, reasons[reason], fields);
    await onSend({ reason, fields: named, text, ...(note.trim() && { note }) });
    setBusy(false);
  };
  const form = useCtrlEnter<HTMLFormElement>(() => void send());
  return (
    <form
      ref={form}
      className="house-form house-state"
      aria-label={TITLES[decision]}
      data-asking
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <p className="muted">{KIND_SENTENCES[KINDS[decision]]} Bezahlte Zeit steht so lange still.</p>
      <HoldReason
        autoFocus
        value={reason}
        ids={REASON_IDS.filter((id) => kindsOf(reasons[id]).includes(KINDS[decision]))}
        missing={pressed}
        onChoose={(chosen) => {
          setReason(chosen);
          setText(chosen === '' ? '' : sentenceFor(of.type, reasons[chosen], KINDS[decision]));
        }}
      />
      <HoldFields of={of} reason={reason} chosen={fields} onChange={setFields} />
      <HoldText value={text} pressed={pressed} onChange={setText} />
      <Field label="Interne Notiz" optional>
        <Input
          value={note}
          maxLength={REVIEW_NOTE_MAX}
          onChange={({ target }) => setNote(target.value)}
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
