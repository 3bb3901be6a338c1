import { keepInserat } from '@samtrot/shared/inserate/contract.ts';
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import type { KeepState } from './keeper.ts';
import { type Keep, keptAt } from './use-keep.ts';
import { EDITOR_TOAST_MS } from './use-save-inserat.ts';

const WORDS: Record<Exclude<KeepState, 'rest' | 'kept'>, string> = {
  keeping: 'Wird gesichert …',
  partly: 'Nicht alles gesichert. Prüfe die markierten Felder.',
  failing: 'Nicht gesichert, wird wieder versucht',
  halted: 'Nicht gesichert',
};

/** Beside the title: whether what is typed is safe. Only a failure is announced. */
export function KeepStatus({ keep, booked }: { keep: Keep; booked: boolean }) {
  const { state, at } = keep;
  if (state === 'rest' || (state === 'kept' && at === null)) return null;
  const well = state === 'kept' || state === 'keeping';
  const Icon = state === 'kept' ? CircleCheck : state === 'keeping' ? LoaderCircle : CircleAlert;
  const words =
    state === 'kept'
      ? `Gesichert ${keptAt(at!, new Date())}${booked ? ', noch nicht veröffentlicht' : ''}`
      : WORDS[state];
  return (
    <p className={well ? 'keep-status sm num' : 'keep-status sm num wrong'} role={well ? undefined : 'alert'}>
      <Icon className="i" aria-hidden />
      {words}
    </p>
  );
}

/** What was typed over a booked ad and never saved is in the form again. */
export function UnsavedNotice({ inseratId, keep, onReload }: { inseratId: number; keep: Keep; onReload: () => void }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [since] = useState(keep.at);
  const discard = async () => {
    setBusy(true);
    const version = await keep.keeper.settle();
    keep.keeper.halt();
    try {
      await call(keepInserat, { inserat_id: inseratId, discard: true, version });
      onReload();
    } catch {
      void keep.keeper.resume();
      toast.error('Die Änderungen konnten nicht verworfen werden.', { duration: EDITOR_TOAST_MS });
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
        description="Das Formular zeigt danach wieder dein Inserat, wie es veröffentlicht ist."
        safe="Behalten"
        act="Verwerfen"
        danger
        busy={busy}
        busyLabel="Wird verworfen …"
        onAct={() => void discard()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** Two windows, two versions: the person says which one stands. It cannot be put off, because nothing is kept until then. */
export function ConflictDialog({ keep, onReload }: { keep: Keep; onReload: () => void }) {
  const { conflict, keepThis } = keep;
  const when = conflict?.savedAt ? ` um ${keptAt(conflict.savedAt, new Date())}` : '';
  return (
    <Dialog
      open={conflict !== null}
      title="Welche Fassung soll gelten?"
      description={`Dieses Inserat wurde${when} in einem anderen Fenster geändert. Was du hier geschrieben hast, ist noch nicht gesichert.`}
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
