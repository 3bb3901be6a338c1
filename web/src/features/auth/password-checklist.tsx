/** `<PasswordChecklist password={typed} />`: meter and the eight rules, live. */
import { PASSWORD_RULES, passwordStrength } from '@samtrot/shared/accounts/rules.ts';
import { PasswordRules } from '../../ui/password-rules.tsx';
import './password-checklist.css';

const BARS = { schwach: 1, mittel: 2, stark: 3 };

interface Props {
  password: string;
  /** It keeps the rules and is refused all the same (ACC-40). */
  refused: boolean;
}

export function PasswordChecklist({ password, refused }: Props) {
  const strength = refused ? 'schwach' : passwordStrength(password);
  const open = PASSWORD_RULES.filter(({ met }) => !met(password)).length;
  const filled = password === '' ? 0 : BARS[strength];
  return (
    <>
      <div
        className="segments pw-meter"
        role="img"
        aria-label={password === '' ? 'Passwortstärke' : `Passwortstärke: ${strength}`}
        data-strength={open > 0 && strength === 'stark' ? 'mittel' : strength}
      >
        {[1, 2, 3].map((bar) => (
          <i key={bar} className={bar <= filled ? 'done' : undefined} />
        ))}
        <b>
          {password === '' ? '' : strength}
          {open === 1 && ' · 1 Regel offen'}
        </b>
      </div>
      <PasswordRules password={password} rules={PASSWORD_RULES} />
    </>
  );
}
