import { emailProblem, tidyEmail } from '@samtrot/shared/accounts/rules.ts';
import { textLength, tidyLine, tidyText } from '@samtrot/shared/kernel/text.ts';
import { contact } from '@samtrot/shared/support/contract.ts';
import {
  CONTACT_SUBJECTS,
  contactSubjectProblem,
  MESSAGE_MAX,
  messageProblem,
  NAME_MAX,
  nameProblem,
} from '@samtrot/shared/support/rules.ts';
import { optionalTicketProblem } from '@samtrot/shared/support/thread-rules.ts';
import { useEffect, useRef, useState } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import { ApiError } from '../../lib/api/call.ts';
import { callWithProof, prepareProof } from '../../lib/api/proof-of-work.ts';
import { Alert } from '../../ui/alert.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { SubmitRow } from '../../ui/submit-row.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { sendingMessage } from './failure.ts';
import { type Sent, SentNotice } from './sent-notice.tsx';
import './support.css';

export interface ContactValues {
  name: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
  ticket: string;
}

const EMPTY: ContactValues = {
  name: '',
  email: '',
  phone: '',
  subject: '',
  message: '',
  ticket: '',
};

/** The public form. `typed` is what stood in the prerendered fields before the script was there. */
export function ContactForm({ typed }: { typed?: Partial<ContactValues> }) {
  const [failure, setFailure] = useState('');
  const [sent, setSent] = useState<Sent>();
  // Drawn once for each message, however often it is sent, and never prerendered.
  const key = useRef<string>(undefined);
  const { register, formState, handleSubmit, watch, setError, trigger, reset, getValues } =
    useForm<ContactValues>({
      mode: 'onTouched',
      defaultValues: EMPTY,
    });
  const { errors, isValid, isSubmitting } = formState;
  const values = watch();
  useEffect(() => {
    if (typed && Object.values(typed).some((text) => text !== '')) reset({ ...EMPTY, ...typed });
  }, [typed, reset]);

  const open = [
    nameProblem(tidyLine(values.name)) ? 'Name' : [],
    emailProblem(tidyEmail(values.email)) ? 'E-Mail' : [],
    errors.phone ? 'Telefon' : [],
    contactSubjectProblem(values.subject) ? 'Betreff' : [],
    optionalTicketProblem(values.ticket) ? 'Nummer' : [],
    messageProblem(tidyText(values.message)) ? 'Nachricht' : [],
  ].flat();

  const submit = handleSubmit(async (given) => {
    setFailure('');
    try {
      key.current ??= crypto.randomUUID();
      setSent(await callWithProof(contact, { ...given, send_key: key.current }));
      key.current = undefined;
      reset(EMPTY);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const refused = Object.entries(error.fields).filter(([field]) => field in getValues());
      for (const [field, message] of refused) {
        setError(field as FieldPath<ContactValues>, { message }, { shouldFocus: true });
      }
      if (refused.length === 0) setFailure(sendingMessage(error));
    }
  });

  if (sent) return <SentNotice sent={sent} onAgain={() => setSent(undefined)} />;
  return (
    // Until the script is there the form sends nothing: the browser's own way would put every field
    // into the address.
    <form
      className="stack gap-5 support-form"
      method="dialog"
      onSubmit={submit}
      onFocus={() => prepareProof('contact')}
      noValidate
      aria-label="Kontaktformular"
    >
      <div className="two">
        <Field id="kontakt-name" label="Name" error={errors.name?.message}>
          <Input
            autoComplete="name"
            enterKeyHint="next"
            maxLength={NAME_MAX}
            {...register('name', { validate: (value) => nameProblem(tidyLine(value)) ?? true })}
          />
        </Field>
        <Field id="kontakt-email" label="E-Mail" error={errors.email?.message}>
          <Input
            type="email"
            autoComplete="email"
            inputMode="email"
            enterKeyHint="next"
            {...register('email', { validate: (value) => emailProblem(tidyEmail(value)) ?? true })}
          />
        </Field>
      </div>
      <div className="two">
        <Field id="kontakt-telefon" label="Telefon" optional error={errors.phone?.message}>
          <Input
            type="tel"
            autoComplete="tel"
            inputMode="tel"
            enterKeyHint="next"
            maxLength={30}
            onFocus={() => void loadPhoneRule().catch(() => {})}
            {...register('phone', { validate: phoneIsFine })}
          />
        </Field>
        <Field id="kontakt-betreff" label="Betreff" error={errors.subject?.message}>
          <Select
            options={CONTACT_SUBJECTS}
            placeholder="Bitte wählen"
            {...register('subject', { validate: (value) => contactSubjectProblem(value) ?? true })}
          />
        </Field>
      </div>
      <Field
        id="kontakt-nummer"
        label="Nummer"
        optional
        help="Von unserer Antwort, etwa S-10042, oder deiner Meldung, etwa M-2041. Nimm dieselbe E-Mail-Adresse."
        error={errors.ticket?.message}
      >
        <Input
          autoComplete="off"
          enterKeyHint="next"
          maxLength={20}
          {...register('ticket', { validate: (value) => optionalTicketProblem(value) ?? true })}
        />
      </Field>
      <Field
        id="kontakt-nachricht"
        label="Nachricht"
        error={errors.message?.message}
        counter={{ value: textLength(values.message), max: MESSAGE_MAX }}
      >
        <Textarea
          rows={7}
          {...register('message', { validate: (value) => messageProblem(tidyText(value)) ?? true })}
        />
      </Field>
      {failure && (
        <Alert tone="danger" live>
          {failure}
        </Alert>
      )}
      <SubmitRow
        label="Nachricht senden"
        busyLabel="Wird gesendet …"
        busy={isSubmitting}
        ready={isValid}
        open={open}
        onRefused={() => void trigger(undefined, { shouldFocus: true })}
      />
    </form>
  );
}

/** The tables of phone numbers are large; they come when the field is touched. */
const loadPhoneRule = () => import('@samtrot/shared/kernel/phone.ts');

async function phoneIsFine(typed: string): Promise<string | true> {
  if (typed.trim() === '') return true;
  // Without the tables the server alone judges.
  const rule = await loadPhoneRule().catch(() => undefined);
  return rule?.phoneProblem(typed) ?? true;
}
