import { REASON_IDS, type ReasonId } from '@samtrot/shared/holds/reason-rules.ts';
import {
  HOLD_TEXT_MAX,
  kindSentence,
  kindsFor,
  sentenceFor,
  usualKind,
} from '@samtrot/shared/holds/rules.ts';
import { blockAccount, hold } from '@samtrot/shared/holds/staff-contract.ts';
import { HELD_THINGS, type HeldThing, HOLD_LABELS } from '@samtrot/shared/holds/status.ts';
import { useState } from 'react';
import { useSettled } from '../../lib/page/use-settled.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useHoldReasons, useMe } from '../api.ts';
import { Choice } from '../reason-dialog.tsx';
import { THING_LABELS, thingName } from '../thing.ts';
import { useChange } from '../use-change.tsx';
import { HoldFields, HoldReason, HoldText, isShort, namedFields } from './hold-fields.tsx';
import '../page.css';

/** Final needs a second person and has a call of its own. */
const KINDS = ['revise', 'blocked', 'waiting'] as const;
type Kind = (typeof KINDS)[number];
/** What is about to be held is looked up when nobody has typed for so long. */
const PAUSE_MS = 250;

interface Props {
  /** What is held; without it the dialog asks. */
  of?: { type: HeldThing; id: number };
  /** What it was reported for. */
  reason?: ReasonId;
  onClose: () => void;
}

const wordsOf = (type: HeldThing, of: Props['of']) =>
  type === 'account'
    ? {
        title: `${of ? thingName(of) : 'Konto'} sperren`,
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
export function HoldDialog({ of, reason: reported, onClose }: Props) {
  const { rights } = useMe();
  const reasons = useHoldReasons();
  const { run, busy, dialog } = useChange();
  const [pressed, setPressed] = useState(false);
  const [type, setType] = useState<HeldThing>(of?.type ?? 'inserat');
  const [number, setNumber] = useState(of ? String(of.id) : '');
  const [reason, setReason] = useState<ReasonId | ''>(reported ?? '');
  const [chosenKind, setKind] = useState<Kind | null>(null);
  const [fields, setFields] = useState<string[]>([]);
  const [typed, setTyped] = useState<string | null>(null);
  const [note, setNote] = useState('');

  const things = HELD_THINGS.filter(
    (thing) => thing !== 'account' || rights.includes('customer.block'),
  );
  const kinds = KINDS.filter((kind) =>
    kindsFor(type, reasons[reason === '' ? 'anderes' : reason]).includes(kind),
  );
  const chosenReason = reason === '' ? undefined : reasons[reason];
  const kind: Kind =
    chosenKind !== null && kinds.includes(chosenKind) ? chosenKind : usualKind(type, chosenReason);
  const text = typed ?? (chosenReason ? sentenceFor(type, chosenReason, kind) : '');
  const id = /^\d{1,9}$/.test(number.trim()) ? Number(number.trim()) : 0;
  const settled = useSettled(id, PAUSE_MS);

  const act = async () => {
    setPressed(true);
    if (reason === '' || id === 0 || isShort(text)) return;
    const decision = {
      kind,
      reason,
      fields: namedFields({ type }, reasons[reason], fields),
      text,
      note,
    };
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
        {...wordsOf(type, of)}
        safe="Zurück"
        danger
        busy={busy}
        busyLabel="Einen Moment …"
        // Nothing is held while another thing is shown.
        actDisabled={id !== settled}
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
                onChange={(chosen) => {
                  setType(chosen);
                  setFields([]);
                  setTyped(null);
                }}
              />
              <Field label="Nummer" error={pressed && id === 0 ? 'Gib die Nummer ein' : null}>
                <Input
                  value={number}
                  inputMode="numeric"
                  onChange={({ target }) => {
                    setNumber(target.value);
                    // What was ticked was of another thing.
                    setFields([]);
                  }}
                />
              </Field>
            </>
          )}
          <HoldReason
            value={reason}
            ids={REASON_IDS}
            missing={pressed}
            onChoose={(chosen) => {
              setReason(chosen);
              setTyped(null);
            }}
          />
          <Choice
            label="Entscheid"
            help={kindSentence(type, kind)}
            value={kind}
            ids={kinds}
            labels={HOLD_LABELS}
            onChange={(chosen) => {
              setKind(chosen);
              // What judges does not fit what is only looked at, nor the other way round.
              setTyped(null);
            }}
          />
          <HoldFields
            of={{ type, id: settled }}
            reason={reason}
            chosen={fields}
            whole
            onChange={setFields}
          />
          <HoldText value={text} pressed={pressed} onChange={setTyped} />
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
