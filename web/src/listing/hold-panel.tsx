import { appeal as appealCall, type Hold, resubmit } from '@samtrot/shared/holds/contract.ts';
import { changeFirst, nameOf, RESUBMITTED } from '@samtrot/shared/holds/owner-rules.ts';
import { whenText } from '@samtrot/shared/kernel/format.ts';
import { SUPPORT_TIMES } from '@samtrot/shared/support/rules.ts';
import { Circle, CircleCheck, CircleDot, CirclePause, Flag, Hourglass } from 'lucide-react';
import { useId, useState } from 'react';
import { call } from '../lib/api/api.ts';
import { useReload } from '../lib/session/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { toast } from '../ui/toast.tsx';
import { AppealDialog } from './appeal-dialog.tsx';
import { EDITORS, firstStep, isWaiting, labelOf, unchanged, whatToChange } from './hold.ts';
import { HoldText } from './hold-text.tsx';
import './hold-panel.css';
import '../ui/alert.css';

export const HoldBadge = ({ hold }: { hold: Hold }) => (
  <Badge
    tone={isWaiting(hold) ? 'info' : 'danger'}
    icon={isWaiting(hold) ? Hourglass : CirclePause}
  >
    {labelOf(hold)}
  </Badge>
);

export interface HoldPanelProps {
  hold: Hold;
  /** In its editor: leads to the field; on a card a link opens the editor. */
  onGo?: ((field: string) => void) | undefined;
  /** In its editor. */
  inEditor?: boolean;
}

/** Why something is off the websites, and what its owner can do (EXP-93, EXP-94). */
export function HoldPanel({ hold, onGo, inEditor = false }: HoldPanelProps) {
  const id = useId();
  const waits = isWaiting(hold);
  const Icon = waits ? Hourglass : CirclePause;
  return (
    <section className="stack hold" data-slot="hold" aria-labelledby={id}>
      <div className={`alert ${waits ? 'alert-info' : 'alert-danger'}`}>
        <Icon className="i" aria-hidden />
        <div className="grow">
          {/* In its editor it stands above the sections. */}
          <h3 className="strong" id={id} aria-level={inEditor ? 2 : 3}>
            {labelOf(hold)}, seit {whenText(new Date(hold.since), new Date())}
            <span className="sr">: {nameOf(hold.object.type, hold.object.id)}</span>
          </h3>
          <HoldText hold={hold} />
          {hold.fields.length > 0 && (
            <p>Betrifft: {hold.fields.map(({ label }) => label).join(', ')}</p>
          )}
          {hold.time && <p>{hold.time}</p>}
        </div>
      </div>
      {hold.may_resubmit && <Steps hold={hold} inEditor={inEditor} />}
      {!waits && (
        <div className="row wrap hold-acts">
          {hold.may_resubmit && <Resubmit hold={hold} onGo={onGo} inEditor={inEditor} />}
          <Appeal hold={hold} />
        </div>
      )}
    </section>
  );
}

function Steps({ hold, inEditor }: { hold: Hold; inEditor: boolean }) {
  const [changed, sent] = [unchanged(hold).length === 0, hold.resubmitted_at !== null];
  const named = hold.fields.length > 0;
  const steps = [
    {
      title: named ? whatToChange(hold) : 'Überarbeiten',
      text: 'Alles andere bleibt, wie es ist.',
      done: (named && changed) || sent,
    },
    {
      title: 'Neu prüfen lassen',
      text: `Wir antworten innert ${SUPPORT_TIMES.reply}.`,
      done: sent,
    },
    {
      title: 'Wieder online',
      text: hold.keeps_paid_time
        ? 'Ohne neue Kosten. Bezahlte Zeit geht nicht verloren.'
        : 'Ohne neue Kosten.',
      done: false,
    },
  ];
  const next = steps.findIndex(({ done }) => !done);
  const heading = useId();
  const Heading = inEditor ? 'h3' : 'h4';
  return (
    <>
      <Heading className="h3" id={heading}>
        So geht es weiter
      </Heading>
      <ol className="stack-tight sm hold-steps" aria-labelledby={heading}>
        {steps.map(({ title, text, done }, n) => {
          const Icon = done ? CircleCheck : n === next ? CircleDot : Circle;
          return (
            <li key={title} className="icon-line" aria-current={n === next ? 'step' : undefined}>
              <Icon className="i" aria-hidden />
              <span>
                <b>{title}</b>
                {done && <span className="sr"> (erledigt)</span>}
                <br />
                <span className="muted">{text}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Resubmit({ hold, onGo, inEditor = false }: HoldPanelProps) {
  const id = useId();
  const { busy, run } = useHoldCall();
  const open = unchanged(hold);
  const step = firstStep(hold);
  const { type } = hold.object;
  if (hold.resubmitted_at !== null) return <p role="status">{RESUBMITTED}</p>;
  return (
    <>
      {step && !inEditor && type !== 'account' && (
        <ButtonLink to={EDITORS[type]} params={{ id: String(hold.object.id) }} variant="primary">
          {step.label}
        </ButtonLink>
      )}
      {step?.field && inEditor && onGo && (
        <Button variant="primary" onClick={() => onGo(step.field!)}>
          {step.label}
        </Button>
      )}
      <Button
        disabled={open.length > 0}
        aria-describedby={open.length > 0 ? id : undefined}
        busy={busy}
        busyLabel="Einen Moment …"
        onClick={() => void run(() => call(resubmit, { hold_id: hold.id }))}
      >
        Überarbeitet, bitte neu prüfen
      </Button>
      {open.length > 0 && (
        <span className="sm muted" id={id}>
          {changeFirst(open.map(({ name }) => name))}
        </span>
      )}
    </>
  );
}

function Appeal({ hold }: { hold: Hold }) {
  const [open, setOpen] = useState(false);
  const { busy, run } = useHoldCall();
  const { appeal } = hold;
  if (appeal)
    return (
      <p className="sm">
        {appeal.upheld === null
          ? 'Dein Einspruch ist bei uns. Eine andere Person prüft ihn.'
          : `Dein Einspruch ist abgelehnt. ${appeal.answer}`}
      </p>
    );
  if (!hold.may_appeal) return null;
  return (
    <>
      <Button variant="ghost" icon={Flag} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Nicht einverstanden? Einspruch erheben
      </Button>
      <AppealDialog
        open={open}
        busy={busy}
        onClose={() => setOpen(false)}
        onSend={async (message) => {
          if (await run(() => call(appealCall, { hold_id: hold.id, message }))) setOpen(false);
        }}
      />
    </>
  );
}

/** One call about a hold; its outcome is said by a toast, and the account is read again. */
function useHoldCall() {
  const reload = useReload();
  const [busy, setBusy] = useState(false);
  const run = async (send: () => Promise<{ message: string }>): Promise<boolean> => {
    setBusy(true);
    try {
      toast.success((await send()).message);
      return true;
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Das ging nicht.');
      return false;
    } finally {
      await reload();
      setBusy(false);
    }
  };
  return { busy, run };
}
