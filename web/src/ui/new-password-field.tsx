import type { ownWords } from '@samtrot/shared/accounts/password-strength-rules.ts';
import { passwordProblem } from '@samtrot/shared/accounts/rules.ts';
import { usePasswordStrength } from '../lib/passwords/use-password-strength.ts';
import { Field } from './field.tsx';
import { PasswordInput } from './password-input.tsx';

interface Props {
  label: string;
  value: string;
  error: string | null | undefined;
  /** What it must not hold, as far as this page knows. */
  names?: Parameters<typeof ownWords>[0];
  onChange: (password: string) => void;
}

/**
 * A password that is chosen, with its rules; what is easily guessed is said while typing (ACC-40).
 */
export function NewPasswordField({ label, value, error, names = {}, onChange }: Props) {
  const strength = usePasswordStrength(value, names);
  const guessable = passwordProblem(value) === null ? strength.problem : null;
  return (
    <Field
      label={label}
      error={guessable ?? error}
      help="Mindestens 12 Zeichen; Gross- und Kleinbuchstaben, Zahl und Sonderzeichen."
    >
      <PasswordInput
        autoComplete="new-password"
        value={value}
        onFocus={strength.load}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
