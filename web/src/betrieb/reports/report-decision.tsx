import { kindsOf, REASON_IDS, type ReasonId } from '@samtrot/shared/holds/reason-rules.ts';
import { KIND_SENTENCES, sentenceFor } from '@samtrot/shared/holds/rules.ts';
import { HOLD_LABELS, mayRelease } from '@samtrot/shared/holds/status.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import {
  decisionSentences,
  needsLook,
  needsNote,
  REPORT_TEXT_MAX,
  REPORT_TEXT_MIN,
} from '@samtrot/shared/reports/rules.ts';
import { decideReport, type report } from '@samtrot/shared/reports/staff-contract.ts';
import { Fragment, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field, FieldGroup } from '../../ui/field.tsx';
import { RadioCard } from '../../ui/radio-card.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { useHoldReasons, useMe } from '../api.ts';
import { HoldFields, HoldReason, namedFields } from '../holds/hold-fields.tsx';
import { useLetterKeys } from '../letter-keys.ts';
import { HouseLink } from '../link.tsx';
import { useChange } from '../use-change.tsx';
import { isOpen } from './report-marks.tsx';
import { KEPT_PICTURES } from './report-versions.tsx';

type Read = Output<typeof report>;
const KINDS = { hold: 'blocked', revise: 'revise' } as const;
/** Justified with a hold, or as it is; unjustified, with or without a release. */
type Choice = keyof typeof KINDS | 'note' | 'release' | 'unjustified';

interface Offer {
  id: Choice;
  label: string;
  key?: string;
}

/** What can be decided: with keys what comes of it most often. */
function offersFor({ hold, today }: Read, rights: readonly string[]): Offer[] {
  const exists = today !== null && today.was !== 'deleted';
  const sets = exists && rights.includes('hold.set') && (hold === null || mayRelease(hold.kind));
  const lifts = hold !== null && mayRelease(hold.kind) && rights.includes('hold.release');
  const blocked = hold?.kind === 'blocked' ? 'bleibt gesperrt' : 'sperren';
  const offers: (Offer | false)[] = [
    sets && {
      id: 'hold',
      key: 'h',
      label: `Begründet, ${hold ? blocked : 'vom Netz nehmen'}`,
    },
    sets && { id: 'revise', label: 'Begründet, überarbeiten lassen', key: 'r' },
    !(sets && hold) && {
      id: 'note',
      label: `Begründet, ${hold ? 'Sperre bleibt' : 'nur Hinweis'}`,
    },
    lifts && { id: 'release', label: 'Unbegründet, freigeben', key: 'a' },
    {
      id: 'unjustified',
      label: hold ? 'Unbegründet, Sperre bleibt' : 'Unbegründet',
      ...(!hold && { key: 'a' }),
    },
  ];
  return offers.filter((offer) => offer !== false);
}

interface Props {
  of: Read;
  onDecided: () => void;
}

/** «Begründet» or «Unbegründet», with what reporters and owner read (BOF-61). */
export function ReportDecision({ of, onDecided }: Props) {
  const { report: it, hold, others, account_held: accountHeld } = of;
  const { rights } = useMe();
  const { run, busy, dialog } = useChange();
  const [pressed, setPressed] = useState(false);
  const [choice, setChoice] = useState<Choice | ''>('');
  // A rule that held it knows no reason.
  const [chosenReason, setReason] = useState<ReasonId | ''>(
    hold && !it.automatic ? hold.reason : it.reason,
  );
  const [fields, setFields] = useState<string[]>([]);
  const [account, setAccount] = useState(false);
  const [side, setSide] = useState<'owner' | 'reporter'>('owner');
  const [note, setNote] = useState('');
  const [typedAnswer, setAnswer] = useState<string | null>(null);
  const [typedStatement, setStatement] = useState<string | null>(null);

  const offers = offersFor(of, rights);
  useLetterKeys(
    Object.fromEntries(
      offers.flatMap(({ id, key }) => (key === undefined ? [] : [[key, () => setChoice(id)]])),
    ),
  );
  const kind = choice === 'hold' || choice === 'revise' ? KINDS[choice] : null;
  const reasons = useHoldReasons();
  const offered = REASON_IDS.filter((id) => kind !== null && kindsOf(reasons[id]).includes(kind));
  const reason = chosenReason !== '' && offered.includes(chosenReason) ? chosenReason : '';
  const justified = kind !== null || choice === 'note';
  const staysHeld = kind !== null || (hold !== null && choice !== 'release');
  const same = hold !== null && hold.kind === kind && hold.reason === reason;
  const usual = choice === '' ? null : decisionSentences(justified, justified && staysHeld);
  const answer = typedAnswer ?? usual?.answer ?? '';
  const statement =
    typedStatement ??
    (kind !== null && reason !== '' && !same
      ? sentenceFor(it.object.type, reasons[reason], kind)
      : (usual?.statement ?? ''));
  const short = (text: string) => text.trim().length < REPORT_TEXT_MIN;
  const problem = (text: string) =>
    pressed && short(text) ? `Schreibe mindestens ${REPORT_TEXT_MIN} Zeichen.` : null;
  const answered = [it, ...others.filter((other) => other.same_object && isOpen(other))];
  const asksNote = choice !== '' && answered.some(({ reason: said }) => needsNote(said, justified));
  const asksLook = of.snapshot.images.length > 0 && needsLook(it.reason, justified);
  const alsoLookAt = others.filter(
    (other) =>
      other.same_object &&
      isOpen(other) &&
      other.has_pictures &&
      needsLook(other.reason, justified),
  );
  const blocks = justified && staysHeld && account;

  const decide = async () => {
    setPressed(true);
    if (choice === '' || (kind !== null && reason === '')) return;
    if (asksNote && short(note)) return;
    if (short(statement)) return setSide('owner');
    if (short(answer)) return setSide('reporter');
    const done = await run(decideReport, {
      number: it.number,
      justified,
      answer,
      statement,
      ...(asksNote && { note }),
      ...(kind !== null &&
        reason !== '' &&
        !same && {
          hold: {
            kind,
            reason,
            fields: namedFields(it.object, reasons[reason], fields),
            ...(hold && { seen_version: hold.version }),
          },
        }),
      ...(choice === 'release' && { release: true }),
      ...(blocks && { block_account: true }),
    });
    if (done) onDecided();
  };
  return (
    <section className="house-panel" aria-labelledby="entscheid">
      <h2 id="entscheid">Entscheid</h2>
      <div className="house-state house-form" data-form>
        {hold && <p>Zurzeit: {HOLD_LABELS[hold.kind]}.</p>}
        <FieldGroup
          label="Die Meldung ist"
          error={pressed && choice === '' ? 'Wähle einen Entscheid' : null}
        >
          <div className="report-choices" data-letters>
            {offers.map(({ id, label, key }) => (
              <RadioCard
                key={id}
                name="entscheid"
                value={id}
                checked={choice === id}
                title={label}
                {...(key && { end: <kbd aria-hidden>{key.toUpperCase()}</kbd> })}
                onChange={() => setChoice(id)}
              />
            ))}
          </div>
        </FieldGroup>
        {kind !== null && <p className="muted">{KIND_SENTENCES[kind]}</p>}
        {kind !== null && (
          <HoldReason value={reason} ids={offered} missing={pressed} onChoose={setReason} />
        )}
        {kind !== null && (
          <HoldFields of={it.object} reason={reason} chosen={fields} onChange={setFields} />
        )}
        {justified && staysHeld && !accountHeld && rights.includes('customer.block') && (
          <Checkbox checked={account} onChange={({ target: { checked } }) => setAccount(checked)}>
            Konto ebenfalls sperren
          </Checkbox>
        )}
        {asksNote && (
          <Text
            label="Interne Notiz"
            help="Worauf du den Entscheid stützt. Sie steht im Protokoll, niemand sonst liest sie."
            value={note}
            error={problem(note)}
            onChange={setNote}
          />
        )}
        {choice !== '' && (asksLook || alsoLookAt.length > 0) && (
          <div>
            <p className="muted">
              Vor diesem Entscheid siehst du dir an, was bei{' '}
              {asksLook ? 'der Meldung' : 'anderen Meldungen'} aufbewahrt ist. Vom Netz nehmen geht
              jederzeit.
            </p>
            {asksLook && (
              <Button size="sm" onClick={() => document.getElementById(KEPT_PICTURES)?.focus()}>
                Zu den aufbewahrten Bildern
              </Button>
            )}
            {alsoLookAt.length > 0 && (
              <p>
                {asksLook ? 'Ebenso bei' : 'Bilder bei'}{' '}
                {alsoLookAt.map(({ number }, at) => (
                  <Fragment key={number}>
                    {at > 0 && ', '}
                    <HouseLink to={`/meldungen/${number}`}>{number}</HouseLink>
                  </Fragment>
                ))}
              </p>
            )}
          </div>
        )}
        {choice !== '' && (
          <>
            <Segmented
              label="Wer es liest"
              value={side}
              onChange={setSide}
              items={[
                { value: 'owner', label: 'Besitzerin' },
                { value: 'reporter', label: 'Meldende' },
              ]}
            />
            {side === 'owner' ? (
              <Text
                label="Begründung an die Besitzerin"
                help="Sie bekommt sie als Mail."
                value={statement}
                error={problem(statement)}
                onChange={setStatement}
              />
            ) : (
              <Text
                label="Antwort an die Meldenden"
                help={answered
                  .map(({ number, has_email }) =>
                    has_email ? `${number} bekommt eine Antwort.` : `${number} hat keine E-Mail.`,
                  )
                  .join(' ')}
                value={answer}
                error={problem(answer)}
                onChange={setAnswer}
              />
            )}
          </>
        )}
        <Button
          variant="primary"
          block
          busy={busy}
          busyLabel="Einen Moment …"
          onClick={() => void decide()}
        >
          Entscheid senden
        </Button>
      </div>
      {dialog}
    </section>
  );
}

function Text({
  label,
  help,
  value,
  error,
  onChange,
}: {
  label: string;
  help: string;
  value: string;
  error: string | null;
  onChange: (text: string) => void;
}) {
  return (
    <Field
      label={label}
      help={help}
      counter={{ value: value.trim().length, max: REPORT_TEXT_MAX }}
      error={error}
    >
      <Textarea
        rows={5}
        value={value}
        maxLength={REPORT_TEXT_MAX}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
