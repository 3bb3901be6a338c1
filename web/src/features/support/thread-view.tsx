import type { Output } from '@samtrot/shared/kernel/action.ts';
import { dayName } from '@samtrot/shared/kernel/format.ts';
import { textLength } from '@samtrot/shared/kernel/text.ts';
import { localTime } from '@samtrot/shared/kernel/time.ts';
import { attachFile, detachFile } from '@samtrot/shared/support/file-contract.ts';
import { MESSAGE_MAX, subjectLabel } from '@samtrot/shared/support/rules.ts';
import {
  closeThread,
  getThread,
  getThreads,
  openThread,
  replyThread,
} from '@samtrot/shared/support/thread-contract.ts';
import { replyProblem } from '@samtrot/shared/support/thread-rules.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Check, Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call, useRead } from '../../lib/api/api.ts';
import { guardUnsavedChanges } from '../../lib/page/unsaved-changes.ts';
import { useReloadOfAccount } from '../../lib/session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { FileLinks } from '../../ui/file-links.tsx';
import { MessageFiles, useMessageFiles } from '../../ui/message-files.tsx';
import { SessionEnded } from '../../ui/session-ended.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.tsx';
import { dropReply, keepReply, replyKeys, useReply } from './thread-drafts.ts';
import './threads.css';

type Thread = Output<typeof getThread>['thread'];

/** Lists and badges know what has changed in a conversation. */
function useRefresh() {
  const client = useQueryClient();
  const reload = useReloadOfAccount();
  return async () => {
    await Promise.all(
      [getThread, getThreads].map(({ name }) => client.invalidateQueries({ queryKey: [name] })),
    );
    await reload();
  };
}

/** One conversation; opening it marks its answers as read (EXP-90, EXP-91). */
export function ThreadView({ id }: { id: number }) {
  const { data, error } = useRead(getThread, { thread_id: id }, { staleTime: 0 });
  const refresh = useRefresh();
  const unread = data?.thread.unread === true;
  const marking = useRef(false);
  useEffect(() => {
    if (!unread || marking.current) return;
    marking.current = true;
    void call(openThread, { thread_id: id })
      .then(refresh)
      .catch(() => {})
      .finally(() => {
        marking.current = false;
      });
  });
  if (error)
    return (
      <Alert tone="danger">
        {error.code === 'NOT_FOUND' ? 'Diese Nachricht gibt es nicht mehr.' : error.message}
      </Alert>
    );
  return data ? (
    <Conversation id={id} of={data.thread} onChange={refresh} />
  ) : (
    <SkeletonLines lines={3} height="7rem" />
  );
}

interface Shown {
  id: number;
  of: Thread;
  onChange: () => Promise<void>;
}

function Conversation({ id, of, onChange }: Shown) {
  const now = new Date();
  const close = useMutation({
    mutationFn: () => call(closeThread, { thread_id: id }),
    onSuccess: async ({ message }) => {
      toast.success(message);
      await onChange();
    },
    onError: (error) =>
      toast.error(error instanceof ApiError ? error.message : 'Das hat nicht geklappt.'),
  });
  return (
    <>
      <div className="page-head">
        <div>
          <h1 className="h1">{subjectLabel(of.subject)}</h1>
          <p>
            <span className="num nowrap">{of.ticket}</span>{' '}
            <Badge tone={of.open ? 'info' : 'neutral'}>{of.open ? 'Offen' : 'Erledigt'}</Badge>
          </p>
        </div>
      </div>
      <section className="stack talk-room" aria-label="Verlauf">
        {of.previous && (
          <p className="talk-day sm">
            Geht weiter von{' '}
            <Link to="/dashboard/kontakt/$ticket" params={{ ticket: of.previous }}>
              {of.previous}
            </Link>
          </p>
        )}
        <ol className="stack gap-3">
          {of.entries.map(({ id: entry, from, text, at, files }, n) => {
            const day = dayName(new Date(at), now);
            const before = of.entries[n - 1];
            return (
              <li key={entry} className="stack gap-3">
                {(!before || dayName(new Date(before.at), now) !== day) && (
                  <p className="talk-day sm muted num">{day}</p>
                )}
                <div
                  className={clsx(
                    'stack gap-1 talk-entry',
                    from === 'us' ? 'is-theirs' : 'is-mine',
                  )}
                >
                  <b className={from === 'us' ? 'strong' : 'sr'}>
                    {from === 'us' ? 'Samtrot' : 'Du'}
                  </b>
                  <p className="anywhere talk-text">{text}</p>
                  <FileLinks files={files} path="/support/datei" />
                  <small className="muted num">{localTime(new Date(at))}</small>
                </div>
              </li>
            );
          })}
        </ol>
        {of.open && (
          <p className="row wrap sm muted talk-close">
            {of.entries.at(-1)?.from === 'us'
              ? 'Ist damit alles geklärt?'
              : 'Hat es sich schon erledigt?'}
            <Button
              icon={Check}
              busy={close.isPending}
              busyLabel="Einen Moment …"
              onClick={() => close.mutate()}
            >
              Erledigt
            </Button>
          </p>
        )}
        <Card>
          <Reply key={id} id={id} of={of} onChange={onChange} />
        </Card>
      </section>
    </>
  );
}

/** The answer field. What was typed stays until it has been sent, once (EXP-92). */
function Reply({ id, of: { ticket, open }, onChange }: Shown) {
  const navigate = useNavigate();
  const text = useReply(ticket);
  const [problem, setProblem] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const [sessionEnded, setSessionEnded] = useState(false);
  const keys = replyKeys(ticket);
  const files = useMessageFiles({
    attach: attachFile.name,
    detach: (file_id) => call(detachFile, { file_id }),
  });
  const begun = text.trim() !== '';
  useEffect(() => (begun ? guardUnsavedChanges(() => setSessionEnded(true)) : undefined), [begun]);

  const send = useMutation({
    mutationFn: (said: { text: string; files: number[] }) => {
      const send_key = keys.keyOf(said.text, said.files);
      return call(replyThread, { thread_id: id, send_key, ...said });
    },
    onSuccess: async (sent, said) => {
      keys.forget();
      dropReply(ticket, said.text);
      files.sent(said.files);
      toast.success(sent.message);
      await onChange();
      if (sent.ticket !== ticket)
        await navigate({ to: '/dashboard/kontakt/$ticket', params: { ticket: sent.ticket } });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'NOT_LOGGED_IN') setSessionEnded(true);
      else if (error instanceof ApiError && error.fields.text) setProblem(error.fields.text);
      else if (error instanceof ApiError && error.fields.files)
        files.setProblem(error.fields.files);
      else setFailed(true);
    },
  });
  const submit = () => {
    const wrong = replyProblem(text.trim());
    setProblem(wrong);
    setFailed(false);
    setSessionEnded(false);
    if (files.isUploading) files.setProblem('Warte, bis alle Dateien hochgeladen sind.');
    else if (wrong === null) send.mutate({ text, files: files.ids });
  };
  return (
    <form
      className="stack gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label="Deine Antwort"
        error={problem}
        counter={{ value: textLength(text), max: MESSAGE_MAX }}
        help={open ? undefined : 'Schreibst du weiter, ist die Nachricht wieder offen.'}
      >
        <Textarea
          rows={3}
          value={text}
          onChange={({ target }) => keepReply(ticket, target.value)}
        />
      </Field>
      <MessageFiles of={files} />
      {failed && (
        <Alert tone="danger" live>
          Nicht gesendet.{' '}
          <Button size="sm" onClick={submit}>
            Nochmals versuchen
          </Button>
        </Alert>
      )}
      {sessionEnded && (
        <SessionEnded>
          Deine Nachricht ist noch da: Melde dich in einem neuen Tab an und sende sie dann hier noch
          einmal.
        </SessionEnded>
      )}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        icon={Send}
        busy={send.isPending}
        busyLabel="Wird gesendet …"
        className="support-send"
      >
        Antwort senden
      </Button>
    </form>
  );
}
