import {
  fieldsOf,
  HOLD_TEXT_MAX,
  REASON_IDS,
  type ReasonId,
  reasonOf,
} from '@samtrot/shared/holds/rules.ts';
import { blockAccount, hold } from '@samtrot/shared/holds/staff-contract.ts';
import { HELD_THINGS, type HeldThing, HOLD_LABELS } from '@samtrot/shared/holds/status.ts';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useMe } from '../api.ts';
import { Choice } from '../reason-dialog.tsx';
import { THING_LABELS, thingName } from '../thing.ts';
import { useChange } from '../use-change.tsx';
import { HoldFields, HoldReason, HoldText, isShort } from './hold-fields.tsx';
import '../page.css';

/** Final needs a second person and has a call of its own. */
const KINDS = ['revise', 'blocked', 'waiting'] as const;
type Kind = (typeof KINDS)[number];

interface Props {
  /** What is held; without it the dialog asks. */
  of?: { type: HeldThing; id: number };
  onClose: () => void;
}

const wordsOf = (of: Props['of']) =>
  of?.type === 'account'
    ? {
        title: `${thingName(of)} sperren`,
        description:
          'Alles geht sofort von allen Webseiten, alle Anmeldungen enden. Die Besitzerin bekommt eine Mail.',
        act: 'Konto sperren',
      }
    : {
        title: of ? `${thingName(of)} vom Netz nehmen` : 'Vom Netz nehmen',
        description: 'Gilt sofort, auf allen Webseiten. Die Besitzerin bekommt eine Mail.',
        act: 'Vom Netz nehmen',
      };

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

  const act = async () => {
    setPressed(true);
    if (reason === '' || id === 0 || isShort(text)) return;
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
        {...wordsOf(of)}
        safe="Zurück"
        danger
        busy={busy}
        busyLabel="Einen Moment …"
        onClose={onClose}
        onAct={() => void act()}
      >
        <div className="house-form">
          {!of && (
            <>
              <Choice
                label="Was"
                value={type}
                ids={things}
                labels={THING_LABELS}
                onChange={setType}
              />
              <Field label="Nummer" error={pressed && id === 0 ? 'Gib die Nummer ein' : null}>
                <Input
                  value={number}
                  inputMode="numeric"
                  onChange={({ target }) => setNumber(target.value)}
                />
              </Field>
            </>
          )}
          <HoldReason
            value={reason}
            ids={REASON_IDS}
            missing={pressed}
            onChoose={(chosen, sentence) => {
              setReason(chosen);
              setText(sentence);
            }}
          />
          <Choice
            label="Entscheid"
            value={kind}
            ids={kinds}
            labels={HOLD_LABELS}
            onChange={setKind}
          />
          <HoldFields
            offered={offered.filter((field) => field !== 'bild')}
            chosen={fields}
            onChange={setFields}
          />
          {offered.includes('bild') && (
            <Field label="Bilder" optional help="Die Nummern, zum Beispiel 2, 3">
              <Input value={pictures} onChange={({ target }) => setPictures(target.value)} />
            </Field>
          )}
          <HoldText value={text} pressed={pressed} onChange={setText} />
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
