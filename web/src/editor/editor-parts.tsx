import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { localDate, localTime } from '@samtrot/shared/kernel/time.ts';
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useFirstTouch } from '../lib/page/on-first-interaction.ts';
import { useOnline } from '../lib/page/online.ts';
import type { Account } from '../lib/session/session.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { latePart } from './late-part.tsx';
import type { LoginAgainProps } from './login-again.tsx';
import { type EditorState, type SaveStatus, saveStatus } from './state.ts';
import type { ItemEditor } from './use-item-editor.ts';
import './editor-parts.css';
import '../ui/alert.css';

type OverwriteOrSignIn = { type: 'conflictOverwritten' } | { type: 'signedIn' };

/** What these parts use of an editor, whatever its form and its questions are. */
type AnyEditor = Pick<ItemEditor<never, never>, 'discard' | 'leaving'> & {
  state: EditorState<unknown>;
  dispatch: (event: OverwriteOrSignIn) => void;
};

const LABELS: Record<Exclude<SaveStatus, 'none' | 'saved'>, string> = {
  saving: 'Wird gesichert …',
  partial: 'Nicht alles gesichert. Prüfe die markierten Felder.',
  failing: 'Nicht gesichert, wird wieder versucht',
  halted: 'Nicht gesichert',
};

/** Under the bar that says that what is typed is kept: where, and what it needs (EXP-64). */
const OFFLINE = 'Nur auf dieser Seite gesichert, bis du online bist. Lass sie offen.';

/**
 * Beside the title: whether what is typed is saved. Only a failure is announced; one that does not
 * mend itself by typing stands under the head, wherever on the page one types.
 */
export function AutosaveStatus({
  state,
  booked,
  uploading = '',
}: {
  state: EditorState<unknown>;
  booked: boolean;
  /** What is still on its way; empty for nothing. */
  uploading?: string;
}) {
  const online = useOnline();
  const status = saveStatus(state);
  const { savedAt, hint } = state;
  const busy = uploading !== '' && /^(none|sav)/.test(status);
  if (!busy && (status === 'none' || (status === 'saved' && savedAt === null))) return null;
  const well = busy || status === 'saved' || status === 'saving';
  const Icon =
    busy || status === 'saving' ? LoaderCircle : status === 'saved' ? CircleCheck : CircleAlert;
  const label = busy
    ? uploading
    : status === 'saved'
      ? `Gesichert ${savedTime(savedAt!, new Date())}${booked ? ', noch nicht veröffentlicht' : ''}`
      : status === 'failing' && !online
        ? OFFLINE
        : status === 'failing' && hint
          ? `Nicht gesichert. ${hint}`
          : LABELS[status as keyof typeof LABELS];
  const underHead =
    !well && online && status !== 'partial' ? document.querySelector('.connection') : null;
  if (underHead)
    return createPortal(
      <Alert tone="danger" live>
        <p>{label}</p>
      </Alert>,
      underHead,
    );
  return (
    <p
      className={well ? 'save-status sm num' : 'save-status sm num wrong'}
      role={well ? undefined : 'alert'}
    >
      <Icon className="i" aria-hidden />
      {label}
    </p>
  );
}

const LoginAgain = latePart<LoginAgainProps>(() =>
  import('./login-again.tsx').then((code) => code.LoginAgain),
);

interface AlertsProps {
  editor: AnyEditor;
  account: Account;
  /** Null without changes that were typed over something booked and never saved. */
  unsaved: UnsavedProps | null;
  onReload: () => void;
  /** Signed in again: what waits outside of the form goes on. */
  onSignedIn: () => void;
}

/** Once the session has ended, and how to go on. */
export function SignedOut({
  editor,
  account,
  onSignedIn,
}: Pick<AlertsProps, 'editor' | 'account' | 'onSignedIn'>) {
  const onDone = () => {
    editor.dispatch({ type: 'signedIn' });
    onSignedIn();
  };
  return editor.state.halt === 'signed-out' && <LoginAgain account={account} onDone={onDone} />;
}

/** Above the form: the session has ended; unsaved changes were loaded. */
export function EditorAlerts({ editor, account, unsaved, onReload, onSignedIn }: AlertsProps) {
  // Later the server may be unreachable or have files of a newer build.
  useFirstTouch(true, () => void LoginAgain.preload());
  return (
    <>
      <SignedOut editor={editor} account={account} onSignedIn={onSignedIn} />
      {unsaved && <UnsavedNotice {...unsaved} editor={editor} onReload={onReload} />}
    </>
  );
}

interface UnsavedProps {
  /** Deletes them on the server, which has this version. */
  discard: (version: number) => Promise<unknown>;
  /** What the form shows afterwards. */
  description: string;
}

function UnsavedNotice({
  editor,
  discard,
  description,
  onReload,
}: UnsavedProps & { editor: AnyEditor; onReload: () => void }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [since] = useState(editor.state.savedAt);
  const discardAll = async () => {
    setBusy(true);
    try {
      if (await editor.discard(discard)) onReload();
    } catch {
      toast.error('Die Änderungen konnten nicht verworfen werden.');
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <>
      <Alert action={<Button onClick={() => setAsking(true)}>Verwerfen</Button>}>
        <p>
          {since
            ? `Deine ungespeicherten Änderungen von ${savedTime(since, new Date())} sind noch da.`
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
        onAct={() => void discardAll()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

interface QuestionsProps {
  editor: AnyEditor;
  /** `Dieses Inserat` */
  subject: string;
  uploading?: boolean;
  onReload: () => void;
  /** Its changes are discarded. */
  onLeave?: () => void;
}

/** The questions about two versions and about leaving. */
export function EditorQuestions(props: QuestionsProps) {
  const { editor, subject, uploading = false, onReload, onLeave } = props;
  const { leaving } = editor;
  return (
    <>
      <ConflictDialog editor={editor} subject={subject} onReload={onReload} />
      <ConfirmDialog
        open={leaving.confirming}
        title="Ungespeicherte Änderungen verwerfen?"
        description={
          uploading
            ? 'Es werden noch Bilder hochgeladen. Was noch nicht gespeichert ist, geht verloren.'
            : 'Deine letzten Änderungen konnten nicht gesichert werden. Wenn du gehst, sind sie verloren.'
        }
        safe="Weiter bearbeiten"
        act="Verwerfen"
        danger
        onAct={() => {
          onLeave?.();
          leaving.go();
        }}
        onClose={leaving.stay}
      />
    </>
  );
}

/** Two windows, two versions. It has no way out, because nothing is saved before the choice. */
function ConflictDialog({ editor, subject, onReload }: QuestionsProps) {
  const { conflict } = editor.state;
  const when = conflict?.savedAt ? ` um ${savedTime(conflict.savedAt, new Date())}` : '';
  return (
    <Dialog
      open={conflict !== null}
      title="Welche Fassung soll gelten?"
      description={`${subject} wurde${when} in einem anderen Fenster geändert. Was du hier geschrieben hast, ist noch nicht gesichert.`}
    >
      <DialogActions>
        <Button onClick={onReload}>Andere Fassung laden</Button>
        <Button variant="primary" onClick={() => editor.dispatch({ type: 'conflictOverwritten' })}>
          Diese Fassung behalten
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** `14:03`, or with its day when that was another one. */
function savedTime(at: string, now: Date): string {
  const saved = new Date(at);
  return localDate(saved) === localDate(now) ? localTime(saved) : formatDateTime(saved);
}
