import { content } from '@samtrot/shared/inserate/contract.ts';
import { LANGUAGE_CODES, LANGUAGES } from '@samtrot/shared/inserate/languages.ts';
import { textLength } from '@samtrot/shared/kernel/text.ts';
import { ChipGroup } from '../../../../ui/chip-group.tsx';
import { Field, FieldGroup } from '../../../../ui/field.tsx';
import { FormSection } from '../../../../ui/form-section.tsx';
import { Input } from '../../../../ui/input.tsx';
import { ToggleChip } from '../../../../ui/toggle-chip.tsx';
import { toggled } from '../editor-form.ts';
import { type AdFormState, controlId } from '../use-ad-form.ts';
import { DescriptionField } from './description-field.tsx';
import '../../../../ui/form-section.css';

type TextField = 'name' | 'titel';

export function TextSection({ editor }: { editor: AdFormState }) {
  const { form, change, errorAt, leave } = editor;
  const field = (name: TextField) => ({
    id: controlId(name),
    label: content[name].label,
    error: errorAt(name),
    counter: { value: textLength(form[name]), max: content[name].length.max },
  });
  const control = (name: TextField) => ({
    name,
    value: form[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    onBlur: () => leave(name),
    autoComplete: 'off',
  });
  return (
    <FormSection id="text" title="Text">
      <div className="stack gap-5">
        <div className="two">
          <Field {...field('name')}>
            <Input {...control('name')} />
          </Field>
          <Field {...field('titel')}>
            <Input {...control('titel')} />
          </Field>
        </div>
        <DescriptionField editor={editor} />
        <FieldGroup
          id={controlId('sprachen')}
          label={content.sprachen.label}
          optional
          error={errorAt('sprachen')}
        >
          <ChipGroup aria-label={content.sprachen.label}>
            {LANGUAGE_CODES.map((code) => (
              <ToggleChip
                key={code}
                pressed={form.sprachen.includes(code)}
                onPress={() => change({ sprachen: toggled(form.sprachen, code) })}
              >
                {LANGUAGES[code]}
              </ToggleChip>
            ))}
          </ChipGroup>
        </FieldGroup>
      </div>
    </FormSection>
  );
}
