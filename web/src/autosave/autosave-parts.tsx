import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import type { AutosaveState } from './autosave.ts';
import { type Autosave, keptAt } from './use-autosave.ts';
import './autosave-parts.css';
import '../ui/alert.css';

/** What of the keeping these parts need, whatever is kept. */
type AnyKeep = Omit<Autosave<never>, 'keeper'> & {
  keeper: Pick<Autosave<never>['keeper'], 'settle' | 'halt' | 'resume'>;
};
type Shown = Pick<AnyKeep, 'state' | 'at'> & { refusal?: string };

const WORDS: Record<Exclude<AutosaveState, 'rest' | 'kept'>, string> = {
  keeping: 'Wird gesichert …',
  partly: 'Nicht alles gesichert. Prüfe die markierten Felder.',
  failing: 'Nicht gesichert, wird wieder versucht',
  halted: 'Nicht gesichert',
};

/** Beside the title: whether what is typed is safe. Only a failure is announced. */
export function AutosaveStatus({ keep, booked }: { keep: Shown; booked: boolean }) {
  const { state, at, refusal } = keep;
  if (state === 'rest' || (state === 'kept' && at === null)) return null;
  const well = state === 'kept' || state === 'keeping';
  const Icon = state === 'kept' ? CircleCheck : state === 'keeping' ? LoaderCircle : CircleAlert;
  const words =
    state === 'kept'
      ? `Gesichert ${keptAt(at!, new Date())}${booked ? ', noch nicht veröffentlicht' : ''}`
      : state === 'failing' && refusal
        ? `Nicht gesichert. ${refusal}`
        : WORDS[state];
  return (
    <p
      className={well ? 'keep-status sm num' : 'keep-status sm num wrong'}
      role={well ? undefined : 'alert'}
    >
      <Icon className="i" aria-hidden />
      {words}
    </p>
  );
}

interface NoticeProps {
  keep: Pick<AnyKeep, 'at' | 'keeper'>;
  /** Forgets on the server what was kept; goes on from this version. */
  discard: (version: number) => Promise<unknown>;
  /** What the form shows afterwards. */
  description: string;
  /** How long a failure is told, in milliseconds. */
  toastMs?: number;
  onReload: () => void;
}

/** What was typed over something booked and never saved is in the form again. */
export function UnsavedNotice({ keep, discard, description, toastMs, onReload }: NoticeProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [since] = useState(keep.at);
  const forget = async () => {
    setBusy(true);
    const version = await keep.keeper.settle();
    keep.keeper.halt();
    try {
      await discard(version);
      onReload();
    } catch {
      void keep.keeper.resume();
      toast.error('Die Änderungen konnten nicht verworfen werden.', {
        ...(toastMs && { duration: toastMs }),
      });
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <>
      <Alert action={<Button onClick={() => setAsking(true)}>Verwerfen</Button>}>
        <p>
          {since
            ? `Deine ungespeicherten Änderungen von ${keptAt(since, new Date())} sind noch da.`
            : 'Deine ungespeicherten Änderungen sind noch da.'}
        </p>
      </Alert>
      <ConfirmDialog
        open={asking}
        title="Änderungen verwerfen?"
        description={description}
        safe="Behalten"
        act="Verwerfen"
        danger
        busy={busy}
        busyLabel="Wird verworfen …"
        onAct={() => void forget()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

interface ConflictProps {
  keep: Pick<AnyKeep, 'conflict' | 'keepThis'>;
  /** `Dieses Inserat` */
  thing: string;
  onReload: () => void;
}

/**
 * Two windows, two versions: the person says which one stands. It cannot be put off, because
 * nothing is kept until then.
 */
export function ConflictDialog({ keep, thing, onReload }: ConflictProps) {
  const { conflict, keepThis } = keep;
  const when = conflict?.savedAt ? ` um ${keptAt(conflict.savedAt, new Date())}` : '';
  return (
    <Dialog
      open={conflict !== null}
      title="Welche Fassung soll gelten?"
      description={`${thing} wurde${when} in einem anderen Fenster geändert. Was du hier geschrieben hast, ist noch nicht gesichert.`}
    >
      <DialogActions>
        <Button onClick={onReload}>Andere Fassung laden</Button>
        <Button variant="primary" onClick={keepThis}>
          Diese Fassung behalten
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * Only when something cannot be kept: without a connection, without a session, or while pictures
 * are on their way.
 */
export function LeaveDialog({
  open,
  uploading = false,
  onLeave,
  onStay,
}: {
  open: boolean;
  uploading?: boolean;
  onLeave: () => void;
  onStay: () => void;
}) {
  return (
    <ConfirmDialog
      open={open}
      title="Ungespeicherte Änderungen verwerfen?"
      description={
        uploading
          ? 'Es werden noch Bilder hochgeladen. Was noch nicht gespeichert ist, geht verloren.'
          : 'Deine letzten Änderungen konnten nicht gesichert werden. Wenn du gehst, sind sie verloren.'
      }
      safe="Weiter bearbeiten"
      act="Verwerfen"
      danger
      onAct={onLeave}
      onClose={onStay}
    />
  );
}
