import type { Output } from '@samtrot/shared/kernel/action.ts';
import { textLength } from '@samtrot/shared/kernel/text.ts';
import { MESSAGE_MAX } from '@samtrot/shared/support/rules.ts';
import {
  answerThread,
  noteThread,
  type thread,
  typeInThread,
} from '@samtrot/shared/support/staff-contract.ts';
import {
  ANSWERED_STATES,
  answerProblem,
  openPlaceholders,
  replyProblem,
  THREAD_LABELS,
  TYPING_MS,
  withTemplate,
} from '@samtrot/shared/support/thread-rules.ts';
import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import { ApiError, call } from '../../lib/api/call.ts';
import { sendKeys } from '../../lib/api/send-key.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { MessageFiles } from '../../ui/message-files.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.tsx';
import { queryClient } from '../api.ts';
import { useCtrlEnter } from '../ctrl-enter.ts';
import { useAnswerFiles } from '../customers/customer-message.tsx';
import { loginEnded } from '../login-state.ts';
import { TemplateDialog } from './template-dialog.tsx';

type Mode = 'answer' | 'note';
type State = (typeof ANSWERED_STATES)[number];
interface Failure {
  text: string;
  /** Somebody else has answered: it may be sent all the same. */
  anyway: boolean;
  again: boolean;
}

/** Answer or note; what was typed stays until it has been sent (BOF-86 to BOF-88, EXP-92). */
export function ThreadComposer({ id, of }: { id: number; of: Output<typeof thread>['thread'] }) {
  const [mode, setMode] = useState<Mode>('answer');
  const [typed, setTyped] = useState<Record<Mode, string>>({ answer: '', note: '' });
  const [state, setState] = useState<State>('answered');
  const [pressed, setPressed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [choosing, setChoosing] = useState(false);
  const [keys] = useState(() => sendKeys());
  // What stood above the field when the writer began.
  const seen = useRef<number | null>(null);
  const toldAt = useRef(Number.NEGATIVE_INFINITY);

  const files = useAnswerFiles();
  // A mail carries no files.
  const mayAttach = mode === 'answer' && of.account_id !== null;

  const text = typed[mode];
  const problem = mode === 'answer' ? answerProblem(text.trim()) : replyProblem(text.trim());
  const label = mode === 'answer' ? `Antwort an ${of.who}` : 'Interne Notiz';
  const newest = of.entries.at(-1)!.id;

  const write = (next: string) => {
    setTyped((before) => ({ ...before, [mode]: next }));
    setFailure(null);
    seen.current ??= newest;
  };
  const tellOthers = (now: number) => {
    if (now - toldAt.current < TYPING_MS / 2) return;
    toldAt.current = now;
    void call(typeInThread, { thread_id: id }).catch(() => {});
  };

  /** A placeholder that is left is selected, so that the next key replaces it. */
  const goToProblem = () => {
    field.current?.focus();
    const left = openPlaceholders(text)[0];
    if (mode !== 'answer' || left === undefined) return;
    const at = text.indexOf(`{${left}}`);
    field.current?.setSelectionRange(at, at + left.length + 2);
  };

  const send = async (anyway: boolean) => {
    setPressed(true);
    if (problem !== null) return goToProblem();
    if (mayAttach && files.isUploading) return;
    setBusy(true);
    setFailure(null);
    const attached = mayAttach ? files.ids : [];
    const send_key = keys.keyOf(mode, text, attached);
    const message = { thread_id: id, text, send_key };
    try {
      const { message: said } =
        mode === 'note'
          ? await call(noteThread, message)
          : await call(answerThread, {
              ...message,
              state,
              seen_entry: seen.current ?? newest,
              anyway,
              ...(mayAttach && { files: attached }),
            });
      toast.success(said);
      setPressed(false);
      // What was typed while it was on its way stays.
      setTyped((before) => (before[mode] === text ? { ...before, [mode]: '' } : before));
      files.sent(attached);
      keys.forget();
      seen.current = null;
      // Sending has ended the notice of this writer.
      toldAt.current = Number.NEGATIVE_INFINITY;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'NOT_LOGGED_IN') loginEnded();
      const met = error.code === 'ANSWERED_MEANWHILE';
      const refused = met ? error.message : (error.fields.text ?? error.fields.files);
      setFailure({ text: refused ?? 'Nicht gesendet.', anyway: met, again: !refused });
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries();
    }
  };

  const field = useCtrlEnter<HTMLTextAreaElement>(() => {
    if (!busy) void send(false);
  });
  return (
    <div className={clsx('thread-composer', mode === 'note' && 'is-note')}>
      <Segmented
        label="Was du schreibst"
        value={mode}
        onChange={(next) => {
          setMode(next);
          setPressed(false);
          setFailure(null);
        }}
        items={[
          { value: 'answer', label: `Antwort an ${of.who}` },
          { value: 'note', label: 'Interne Notiz' },
        ]}
      />
      <Field
        label={<span className="sr">{label}</span>}
        error={pressed ? problem : null}
        counter={{ value: textLength(text), max: MESSAGE_MAX }}
        help={mode === 'note' ? 'Nur intern. Sie verlässt das Haus nicht.' : 'Vorlagen mit /'}
      >
        <Textarea
          ref={field}
          rows={4}
          value={text}
          onChange={({ target, timeStamp }) => {
            if (mode === 'answer' && text === '' && target.value === '/') {
              setChoosing(true);
              return;
            }
            write(target.value);
            if (mode === 'answer') tellOthers(timeStamp);
          }}
        />
      </Field>
      {mayAttach && <MessageFiles of={files} />}
      {failure && (
        <Alert tone="danger" live>
          {failure.text}{' '}
          {(failure.anyway || failure.again) && (
            <Button
              size="sm"
              busy={busy}
              busyLabel="Wird gesendet …"
              onClick={() => void send(failure.anyway)}
            >
              {failure.anyway ? 'Trotzdem senden' : 'Nochmals versuchen'}
            </Button>
          )}
        </Alert>
      )}
      <div className="thread-send">
        {mode === 'answer' && (
          <>
            <Button onClick={() => setChoosing(true)}>Vorlage</Button>
            <Select
              aria-label="Danach"
              className="thread-after"
              value={state}
              options={ANSWERED_STATES.map((value) => ({
                value,
                label: `danach «${THREAD_LABELS[value]}»${value === 'waiting' ? ' auf die Kundin' : ''}`,
              }))}
              onChange={({ target }) => setState(target.value as State)}
            />
          </>
        )}
        <Button
          variant={mode === 'answer' ? 'primary' : 'secondary'}
          busy={busy}
          busyLabel="Wird gesendet …"
          onClick={() => void send(false)}
        >
          {mode === 'answer' ? 'Antwort senden' : 'Notiz speichern'} <kbd aria-hidden>Strg ↵</kbd>
        </Button>
      </div>
      {choosing && (
        <TemplateDialog
          subject={of.subject}
          values={{ name: of.who, nummer: of.ticket }}
          onClose={() => setChoosing(false)}
          onChoose={(filled) => {
            write(withTemplate(text, filled));
            setChoosing(false);
          }}
        />
      )}
    </div>
  );
}
