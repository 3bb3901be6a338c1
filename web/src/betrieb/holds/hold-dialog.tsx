import { REASON_IDS, type ReasonId } from '@samtrot/shared/holds/reason-rules.ts';
import {
  HOLD_TEXT_MAX,
  kindSentence,
  kindsFor,
  sentenceFor,
  usualKind,
} from '@samtrot/shared/holds/rules.ts';
import { blockAccount, hold, type StaffHold } from '@samtrot/shared/holds/staff-contract.ts';
import { HELD_THINGS, type HeldThing, HOLD_LABELS } from '@samtrot/shared/holds/status.ts';
import { useState } from 'react';
import type { ApiError } from '../../lib/api/call.ts';
import { useSettled } from '../../lib/page/use-settled.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useHoldReasons, useMe } from '../api.ts';
import { useCtrlEnter } from '../ctrl-enter.ts';
import { Choice } from '../reason-dialog.tsx';
import { THING_LABELS, thingName } from '../thing.ts';
import { useChange } from '../use-change.tsx';
import {
  HoldFields,
  HoldReason,
  HoldText,
  isShort,
  namedFields,
  useNameable,
} from './hold-fields.tsx';
import { HoldMeanwhile } from './hold-meanwhile.tsx';
import '../page.css';

/** Final needs a second person and has a call of its own. */
const KINDS = ['revise', 'blocked', 'waiting'] as const;
type Kind = (typeof KINDS)[number];
const isKind = (kind: string): kind is Kind => KINDS.includes(kind as Kind);
const kindOf = (standing?: StaffHold): Kind | null =>
  standing && isKind(standing.kind) ? standing.kind : null;
/** What is about to be held is looked up when nobody has typed for so long. */
const PAUSE_MS = 250;

interface Props {
  /** What is held; without it the dialog asks. */
  of?: { type: HeldThing; id: number };
  /** What it was reported for. */
  reason?: ReasonId;
  /** An open hold that is changed, as it stands now. */
  change?: StaffHold;
  onClose: () => void;
}

const wordsOf = (type: HeldThing, of: Props['of'], change: boolean) =>
  change
    ? {
        title: `Sperre von ${of ? thingName(of) : ''} ändern`,
        description: `${type === 'account' ? 'Alles' : 'Es'} bleibt offline. Die Besitzerin bekommt eine Mail mit dem neuen Entscheid.`,
        act: 'Ändern',
      }
    : heldWords(type, of);

const heldWords = (type: HeldThing, of: Props['of']) =>
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

/**
 * «Vom Netz nehmen», or another decision of what is held: what, why, and what its owner reads
 * (BOF-25).
 */
export function HoldDialog({ of: given, reason: reported, change, onClose }: Props) {
  const { rights } = useMe();
  const reasons = useHoldReasons();
  const { run, busy, dialog } = useChange();
  const [pressed, setPressed] = useState(false);
  const of = given ?? change?.object;
  const [type, setType] = useState<HeldThing>(of?.type ?? 'inserat');
  const [number, setNumber] = useState(of ? String(of.id) : '');
  // What the form began with: what somebody decides meanwhile is not overwritten unseen.
  const [began, setBegan] = useState(change);
  const [refused, setRefused] = useState(false);
  const [reason, setReason] = useState<ReasonId | ''>(began?.reason ?? reported ?? '');
  const [chosenKind, setKind] = useState<Kind | null>(kindOf(began));
  const [fields, setFields] = useState<string[]>(began?.fields ?? []);
  const [typed, setTyped] = useState<string | null>(began?.text ?? null);
  const [note, setNote] = useState(began?.note ?? '');

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
  const isThere = useNameable({ type, id: settled });

  const act = async () => {
    // Nothing is held while another thing is shown.
    if (busy || id !== settled) return;
    setPressed(true);
    if (reason === '' || id === 0 || isShort(text)) return;
    const seen = refused ? change : began;
    const decision = {
      kind,
      reason,
      // A picture or text that she has removed since cannot be named any more.
      fields: namedFields({ type }, reasons[reason], fields).filter(isThere),
      text,
      note,
      ...(seen && { hold_id: seen.id, seen_version: seen.version }),
    };
    const stale = ({ code }: ApiError) => {
      const conflict = code === 'STAFF_VERSION_CONFLICT';
      if (conflict) setRefused(true);
      return conflict;
    };
    const said = (first: string) => (seen ? 'Die Sperre ist geändert.' : first);
    const done =
      type === 'account'
        ? await run(
            blockAccount,
            { account_id: id, ...decision },
            said('Das Konto ist gesperrt.'),
            stale,
          )
        : await run(hold, { object: { type, id }, ...decision }, said('Vom Netz genommen.'), stale);
    if (done) onClose();
  };
  const form = useCtrlEnter<HTMLDivElement>(() => void act());
  const takeOver = (standing: StaffHold) => {
    setBegan(standing);
    setRefused(false);
    setReason(standing.reason);
    setKind(kindOf(standing));
    setFields(standing.fields);
    setTyped(standing.text);
    setNote(standing.note);
    // The button that was pressed goes.
    form.current?.querySelector('select')?.focus();
  };
  return (
    <>
      <ConfirmDialog
        open
        {...wordsOf(type, of, change !== undefined)}
        safe="Zurück"
        danger={!change}
        busy={busy}
        busyLabel="Einen Moment …"
        actDisabled={id !== settled}
        onClose={onClose}
        onAct={() => void act()}
      >
        <div ref={form} className="house-form">
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
              if ((chosen === 'waiting') !== (kind === 'waiting')) setTyped(null);
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
          {refused && change && (
            <HoldMeanwhile
              key={change.version}
              standing={change.version === began?.version ? null : change}
              onTake={takeOver}
            />
          )}
        </div>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
