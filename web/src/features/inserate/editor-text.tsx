import { TEXT_LIMITS } from '@samtrot/shared/inserate/limits.ts';
import { textLength } from '@samtrot/shared/kernel/text.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { EditorSection } from './editor-section.tsx';
import { DIAL_CODES, type DialCode, digitsOf, typedPhone } from './phone.ts';
import { controlId, type Editor } from './use-editor.ts';

type TextField = 'name' | 'titel' | 'beschreibung';

export function TextSection({ editor }: { editor: Editor }) {
  const { form, change, errorAt, leave } = editor;
  const field = (name: TextField, label: string) => ({
    id: controlId(name),
    label,
    error: errorAt(name),
    counter: { value: textLength(form[name]), max: TEXT_LIMITS[name].max },
  });
  const control = (name: TextField) => ({
    name,
    value: form[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    onBlur: () => leave(name),
    autoComplete: 'off',
  });
  return (
    <EditorSection id="text" title="Text">
      <div className="one">
        <div className="two">
          <Field {...field('name', 'Name')}>
            <Input {...control('name')} />
          </Field>
          <Field {...field('titel', 'Titel')}>
            <Input {...control('titel')} />
          </Field>
        </div>
        <Field {...field('beschreibung', 'Beschreibung')}>
          <Textarea {...control('beschreibung')} rows={7} />
        </Field>
      </div>
    </EditorSection>
  );
}

const DIAL_OPTIONS = DIAL_CODES.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));

export function ContactSection({ editor }: { editor: Editor }) {
  const { form, change, errorAt, leave } = editor;
  const { dial, number } = form.phone;
  const digits = digitsOf(number).length;
  return (
    <EditorSection id="kontakt" title="Kontakt">
      <Field
        id={controlId('telefon')}
        label="Telefon"
        counter={digits === 1 ? '1 Ziffer' : `${digits} Ziffern`}
        error={errorAt('telefon')}
        help="So erreichen dich Kundinnen und Kunden. Eine Nummer mit + geht auch."
      >
        <div className="tel">
          <Select
            id="inserat-landesvorwahl"
            aria-label="Landesvorwahl"
            value={dial}
            onChange={(event) => change({ phone: { dial: event.target.value as DialCode, number } })}
            options={DIAL_OPTIONS}
          />
          <Input
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            value={number}
            onChange={(event) => change({ phone: typedPhone(dial, event.target.value) })}
            onBlur={() => leave('telefon')}
            maxLength={30}
            placeholder={dial === '+41' ? '079 123 45 67' : undefined}
          />
        </div>
      </Field>
    </EditorSection>
  );
}
