import {
  fieldsOf,
  fieldWord,
  HOLD_TEXT_MAX,
  HOLD_TEXT_MIN,
  REASON_IDS,
  type ReasonId,
  reasonOf,
} from '@samtrot/shared/holds/rules.ts';
import { blockAccount, hold } from '@samtrot/shared/holds/staff-contract.ts';
import { HELD_THINGS, type HeldThing, HOLD_LABELS } from '@samtrot/shared/holds/status.ts';
import { useState } from 'react';
import { Checkbox } from '../ui/checkbox.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Field, FieldGroup } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { useMe } from './api.ts';
import { THING_LABELS } from './thing.ts';
import { useChange } from './use-change.tsx';
import './page.css';

/** Final needs a second person and has a call of its own. */
const KINDS = ['revise', 'blocked', 'waiting'] as const;
type Kind = (typeof KINDS)[number];

const REASONS = REASON_IDS.map((value) => ({ value, label: reasonOf(value).label }));

interface Props {
  /** What is held; without it the dialog asks. */
  of?: { type: HeldThing; id: number };
  onClose: () => void;
}

/** «Vom Netz nehmen»: what, why, and what its owner reads (BOF-25). */
export function HoldDialog({ of, onClose }: Props) {
  const { rights } = useMe();
  const { run, busy, dialog } = useChange();
  const [pressed, setPressed] = useState(false);
  const [type, setType] = useState<HeldThing>(of?.type ?? 'inserat');
  const [number, setNumber] = useState(of ? String(of.id) : '');
  const [reason, setReason] = useState<ReasonId | ''>('');
  const [chosenKind, setKind] = useState<Kind>('revise');
  const [fields, setFields] = useState<string[]>([]);
  const [pictures, setPictures] = useState('');
  const [text, setText] = useState('');
  const [note, setNote] = useState('');

  const things = HELD_THINGS.filter(
    (thing) => thing !== 'account' || rights.includes('customer.block'),
  );
  const kinds = KINDS.filter((kind) => reason === '' || reasonOf(reason).kinds.includes(kind));
  const kind = kinds.includes(chosenKind) ? chosenKind : kinds[0]!;
  const offered = reason === '' ? [] : fieldsOf(type, reason);
  const id = /^\d{1,9}$/.test(number.trim()) ? Number(number.trim()) : 0;
  const short = text.trim().length < HOLD_TEXT_MIN;

  const act = async () => {
    setPressed(true);
    if (reason === '' || id === 0 || short) return;
    const places = offered.includes('bild') ? (pictures.match(/[1-9]\d?/g) ?? []) : [];
    const named = [
      ...fields.filter((field) => offered.includes(field)),
      ...places.map((place) => `bild:${place}`),
    ];
    const decision = { kind, reason, fields: named, text, note };
    const done =
      type === 'account'
        ? await run(blockAccount, { account_id: id, ...decision }, 'Das Konto ist gesperrt.')
        : await run(hold, { object: { type, id }, ...decision }, 'Vom Netz genommen.');
    if (done) onClose();
  };
  return (
    <>
      <ConfirmDialog
        open
        title="Vom Netz nehmen"
        description="Gilt sofort, auf allen Webseiten. Die Besitzerin bekommt eine Mail."
        safe="Zurück"
        act="Vom Netz nehmen"
        danger
        busy={busy}
        busyLabel="Einen Moment …"
        onClose={onClose}
        onAct={() => void act()}
      >
        <div className="house-form">
          <Field label="Was">
            <Select
              value={type}
              options={things.map((value) => ({ value, label: THING_LABELS[value] }))}
              onChange={({ target }) => setType(target.value as HeldThing)}
            />
          </Field>
          <Field label="Nummer" error={pressed && id === 0 ? 'Gib die Nummer ein' : null}>
            <Input
              value={number}
              inputMode="numeric"
              onChange={({ target }) => setNumber(target.value)}
            />
          </Field>
          <Field label="Grund" error={pressed && reason === '' ? 'Wähle einen Grund' : null}>
            <Select
              value={reason}
              placeholder="Wähle einen Grund"
              options={REASONS}
              onChange={({ target }) => {
                const chosen = target.value as ReasonId | '';
                setReason(chosen);
                setText(chosen === '' ? '' : reasonOf(chosen).sentence);
              }}
            />
          </Field>
          <Field label="Entscheid">
            <Select
              value={kind}
              options={kinds.map((value) => ({ value, label: HOLD_LABELS[value] }))}
              onChange={({ target }) => setKind(target.value as Kind)}
            />
          </Field>
          {offered.some((field) => field !== 'bild') && (
            <FieldGroup label="Felder" optional>
              {offered
                .filter((field) => field !== 'bild')
                .map((field) => (
                  <Checkbox
                    key={field}
                    checked={fields.includes(field)}
                    onChange={({ target: { checked } }) =>
                      setFields(
                        checked ? [...fields, field] : fields.filter((other) => other !== field),
                      )
                    }
                  >
                    {fieldWord(field)}
                  </Checkbox>
                ))}
            </FieldGroup>
          )}
          {offered.includes('bild') && (
            <Field label="Bilder" optional help="Die Nummern, zum Beispiel 2, 3">
              <Input value={pictures} onChange={({ target }) => setPictures(target.value)} />
            </Field>
          )}
          <Field
            label="Text an die Besitzerin"
            counter={{ value: text.trim().length, max: HOLD_TEXT_MAX }}
            error={pressed && short ? `Schreibe mindestens ${HOLD_TEXT_MIN} Zeichen.` : null}
          >
            <Textarea
              rows={4}
              value={text}
              maxLength={HOLD_TEXT_MAX}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
          <Field label="Interne Notiz" optional>
            <Input
              value={note}
              maxLength={HOLD_TEXT_MAX}
              onChange={({ target }) => setNote(target.value)}
            />
          </Field>
        </div>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
