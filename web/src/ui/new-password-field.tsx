import { Field } from './field.tsx';
import { PasswordInput } from './password-input.tsx';

interface Props {
  label: string;
  value: string;
  error: string | null | undefined;
  onChange: (password: string) => void;
}

/** A password that is chosen, with its rules. */
export const NewPasswordField = ({ label, value, error, onChange }: Props) => (
  <Field
    label={label}
    error={error}
    help="Mindestens 12 Zeichen; Gross- und Kleinbuchstaben, Zahl und Sonderzeichen."
  >
    <PasswordInput
      autoComplete="new-password"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </Field>
);
