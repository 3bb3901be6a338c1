import { textLength, tidyText } from '@samtrot/shared/kernel/text.ts';
import { support } from '@samtrot/shared/support/contract.ts';
import {
  MESSAGE_MAX,
  SUPPORT_SUBJECTS,
  supportMessageProblem,
  supportSubjectProblem,
} from '@samtrot/shared/support/rules.ts';
import { getThreads } from '@samtrot/shared/support/thread-contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, call } from '../../lib/api/call.ts';
import { guardUnsavedChanges } from '../../lib/page/unsaved-changes.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { SessionEnded } from '../../ui/session-ended.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { type Draft, dropDraft, keepDraft, keptDraft, keptKey } from './draft.ts';
import { sendingMessage } from './failure.ts';
import { type Sent, SentNotice } from './sent-notice.tsx';
import './support.css';

// By name: the contract brings the tables of phone numbers along, which this form does not need.

/**
 * The form of the support page. What was typed survives a failure, the end of the session and a
 * look at other pages.
 */
export function SupportForm() {
  const client = useQueryClient();
  const [failure, setFailure] = useState('');
  const [sessionEnded, setSessionEnded] = useState(false);
  const [sent, setSent] = useState<Sent>();
  const { register, formState, handleSubmit, watch, setError, reset } = useForm<Draft>({
    mode: 'onTouched',
    defaultValues: keptDraft(),
  });
  const { errors, isSubmitting } = formState;
  const { subject, message } = watch();
  const begun = message.trim() !== '';
  useEffect(() => keepDraft({ subject, message }), [subject, message]);
  useEffect(() => (begun ? guardUnsavedChanges(() => setSessionEnded(true)) : undefined), [begun]);

  const submit = handleSubmit(async (typed) => {
    setFailure('');
    setSessionEnded(false);
    try {
      const answer = await call(support, { ...typed, send_key: keptKey() });
      dropDraft();
      reset(keptDraft());
      setSent(answer);
      await client.invalidateQueries({ queryKey: [getThreads.name] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'NOT_LOGGED_IN') return setSessionEnded(true);
      const { subject, message } = error.fields;
      if (subject) setError('subject', { message: subject }, { shouldFocus: true });
      if (message) setError('message', { message }, { shouldFocus: !subject });
      if (!subject && !message) setFailure(sendingMessage(error));
    }
  });

  if (sent) return <SentNotice sent={sent} onAgain={() => setSent(undefined)} />;
  return (
    <form className="stack gap-5" onSubmit={submit} noValidate>
      <Field label="Betreff" error={errors.subject?.message}>
        <Select
          options={SUPPORT_SUBJECTS}
          placeholder="Bitte wählen"
          {...register('subject', { validate: (value) => supportSubjectProblem(value) ?? true })}
        />
      </Field>
      <Field
        label="Nachricht"
        error={errors.message?.message}
        counter={{ value: textLength(message), max: MESSAGE_MAX }}
        help="Geht es um ein Inserat? Dann schreib seine Nummer dazu."
      >
        <Textarea
          rows={8}
          {...register('message', {
            validate: (value) => supportMessageProblem(tidyText(value)) ?? true,
          })}
        />
      </Field>
      {failure && (
        <Alert tone="danger" live>
          {failure}
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
        busy={isSubmitting}
        busyLabel="Wird gesendet …"
        className="support-send"
      >
        Nachricht senden
      </Button>
    </form>
  );
}
