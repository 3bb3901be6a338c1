import { textLength } from '@samtrot/shared/kernel/text.ts';
import { mayAnswer } from '@samtrot/shared/staff/rights.ts';
import { MESSAGE_MAX, SUPPORT_SUBJECTS } from '@samtrot/shared/support/rules.ts';
import {
  attachAnswerFile,
  beginThread,
  detachAnswerFile,
} from '@samtrot/shared/support/staff-contract.ts';
import { answerProblem, withTemplate } from '@samtrot/shared/support/thread-rules.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { MessageFiles, useMessageFiles } from '../../ui/message-files.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { useMe } from '../api.ts';
import { TemplateDialog } from '../inbox/template-dialog.tsx';
import { useChange } from '../use-change.tsx';

/** Files of what the house sends. */
export const useAnswerFiles = () =>
  useMessageFiles({
    attach: attachAnswerFile.name,
    detach: (file_id) => call(detachAnswerFile, { file_id }),
  });

/** Subjects that this person may write about; finance about payments only. */
export function useSubjects() {
  const { role } = useMe();
  return SUPPORT_SUBJECTS.filter(({ value }) => mayAnswer(role, value));
}

interface Props {
  /** While it is closed what was typed and chosen stays. */
  open: boolean;
  accountId: number;
  name: string;
  onClose: () => void;
}

/** The house writes first: what is sent opens as a thread (BOF-83). */
export function MessageDialog({ open, accountId, name, onClose }: Props) {
  const { run, busy, dialog } = useChange();
  const subjects = useSubjects();
  const [subject, setSubject] = useState<string>(subjects[0]!.value);
  const [text, setText] = useState('');
  const [pressed, setPressed] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const files = useAnswerFiles();
  const navigate = useNavigate();
  // One for all versions: what is changed after a lost answer begins no second thread.
  const [send_key] = useState(() => crypto.randomUUID());
  const problem = answerProblem(text.trim());
  const send = async () => {
    setPressed(true);
    if (problem !== null || files.isUploading) return;
    let ticket = '';
    const input = { account_id: accountId, subject, text, send_key, files: files.ids };
    if (await run(beginThread, input, (answer) => (ticket = answer.ticket)))
      await navigate({ to: `/postfach/${ticket}` as never });
  };
  if (choosing)
    return (
      <TemplateDialog
        subject={subject}
        values={{ name }}
        onClose={() => setChoosing(false)}
        onChoose={(filled) => {
          setText((typed) => withTemplate(typed, filled));
          setChoosing(false);
        }}
      />
    );
  return (
    <>
      <ConfirmDialog
        open={open}
        title={`Nachricht an ${name}`}
        description="Sie liest sie unter «Deine Nachrichten». Eine Mail sagt nur, dass etwas da ist, wenn ihre Adresse bestätigt ist und sie ihre E-Mails nicht ausgeschaltet hat."
        safe="Zurück"
        act="Nachricht senden"
        busy={busy}
        busyLabel="Wird gesendet …"
        actDisabled={files.isUploading}
        onClose={onClose}
        onAct={() => void send()}
      >
        <div className="house-form">
          <Field label="Betreff">
            <Select
              value={subject}
              options={subjects}
              onChange={({ target }) => setSubject(target.value)}
            />
          </Field>
          <Field
            label="Nachricht"
            error={pressed ? problem : null}
            counter={{ value: textLength(text), max: MESSAGE_MAX }}
          >
            <Textarea rows={6} value={text} onChange={({ target }) => setText(target.value)} />
          </Field>
          <Button onClick={() => setChoosing(true)}>Vorlage</Button>
          <MessageFiles of={files} />
        </div>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
