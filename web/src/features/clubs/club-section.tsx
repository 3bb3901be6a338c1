import { content } from '@samtrot/shared/clubs/contract.ts';
import { textLength } from '@samtrot/shared/kernel/text.ts';
import { Field } from '../../ui/field.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { controlId } from './form-values.ts';
import type { ClubFormState } from './use-club-form.ts';
import '../../ui/form-section.css';

interface LineProps {
  editor: ClubFormState;
  field:
    | 'club_name'
    | 'titel'
    | 'vollstaendiger_name'
    | 'strasse_und_nummer'
    | 'postleitzahl'
    | 'ort';
  autoComplete?: string;
  counted?: boolean;
  help?: string;
}

export function Line({ editor, field, autoComplete = 'off', counted = false, help }: LineProps) {
  const { form, change, errorAt, leave } = editor;
  return (
    <Field
      id={controlId(field)}
      label={content[field].label}
      error={errorAt(field)}
      help={help}
      {...(counted && {
        counter: { value: textLength(form[field]), max: content[field].length.max },
      })}
    >
      <Input
        name={field}
        autoComplete={autoComplete}
        value={form[field]}
        onChange={(event) => change({ [field]: event.target.value })}
        onBlur={() => leave(field)}
      />
    </Field>
  );
}

export function ClubSection({ editor }: { editor: ClubFormState }) {
  const { form, change, errorAt, leave } = editor;
  return (
    <FormSection id="club" title="Club">
      <div className="stack gap-5">
        <div className="two">
          <Line editor={editor} field="club_name" counted />
          <Line editor={editor} field="titel" counted />
        </div>
        <Field
          id={controlId('beschreibung')}
          label={content.beschreibung.label}
          error={errorAt('beschreibung')}
          counter={{ value: textLength(form.beschreibung), max: content.beschreibung.length.max }}
        >
          <Textarea
            name="beschreibung"
            rows={7}
            value={form.beschreibung}
            onChange={(event) => change({ beschreibung: event.target.value })}
            onBlur={() => leave('beschreibung')}
          />
        </Field>
      </div>
    </FormSection>
  );
}
