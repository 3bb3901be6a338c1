import { fieldWord } from '@samtrot/shared/holds/owner-rules.ts';
import {
  HOLD_TEXT_MAX,
  HOLD_TEXT_MIN,
  type ReasonId,
  reasonOf,
} from '@samtrot/shared/holds/rules.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field, FieldGroup } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea } from '../../ui/textarea.tsx';

interface ReasonProps {
  value: ReasonId | '';
  ids: readonly ReasonId[];
  autoFocus?: boolean;
  /** The press of the button came before a choice. */
  missing?: boolean;
  /** With the sentence that the owner reads where nothing else is written. */
  onChoose: (reason: ReasonId | '', sentence: string) => void;
}

/** Why something is held. */
export function HoldReason({ value, ids, autoFocus, missing, onChoose }: ReasonProps) {
  return (
    <Field label="Grund" error={missing && value === '' ? 'Wähle einen Grund' : null}>
      <Select
        autoFocus={autoFocus}
        value={value}
        placeholder="Wähle einen Grund"
        options={ids.map((id) => ({ value: id, label: reasonOf(id).label }))}
        onChange={({ target }) => {
          const chosen = target.value as ReasonId | '';
          onChoose(chosen, chosen === '' ? '' : reasonOf(chosen).sentence);
        }}
      />
    </Field>
  );
}

interface FieldsProps {
  offered: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** What is to be corrected. */
export function HoldFields({ offered, chosen, onChange }: FieldsProps) {
  if (offered.length === 0) return null;
  return (
    <FieldGroup label="Felder" optional>
      <div className="house-acts">
        {offered.map((field) => (
          <Checkbox
            key={field}
            checked={chosen.includes(field)}
            onChange={({ target: { checked } }) =>
              onChange(checked ? [...chosen, field] : chosen.filter((other) => other !== field))
            }
          >
            {field === 'bild' ? 'Bilder' : fieldWord(field)}
          </Checkbox>
        ))}
      </div>
    </FieldGroup>
  );
}

export const isShort = (text: string): boolean => text.trim().length < HOLD_TEXT_MIN;

interface TextProps {
  value: string;
  /** The press of the button came before the text was long enough. */
  pressed?: boolean;
  onChange: (text: string) => void;
}

/** The words to the owner of what is held. */
export function HoldText({ value, pressed, onChange }: TextProps) {
  return (
    <Field
      label="Text an die Besitzerin"
      counter={{ value: value.trim().length, max: HOLD_TEXT_MAX }}
      error={pressed && isShort(value) ? `Schreibe mindestens ${HOLD_TEXT_MIN} Zeichen.` : null}
    >
      <Textarea
        rows={3}
        value={value}
        maxLength={HOLD_TEXT_MAX}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
