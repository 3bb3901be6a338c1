/** `<PasswordChecklist password={typed} />`: meter and the eight rules, live; a ring is open, a green check is met. */
import { PASSWORD_RULES, passwordStrength } from '@samtrot/shared/accounts/rules.ts';
import { Circle, CircleCheck } from 'lucide-react';

const BARS = { schwach: 1, mittel: 2, stark: 3 };

export function PasswordChecklist({ password }: { password: string }) {
  const strength = passwordStrength(password);
  const filled = password === '' ? 0 : BARS[strength];
  return (
    <>
      <div
        className="pw-meter"
        role="img"
        aria-label={password === '' ? 'Passwortstärke' : `Passwortstärke: ${strength}`}
        data-strength={strength}
      >
        {[1, 2, 3].map((bar) => (
          <i key={bar} className={bar <= filled ? 'f' : undefined} />
        ))}
        <b style={{ minWidth: '3.75rem' }}>{password === '' ? '' : strength}</b>
      </div>
      <ul className="rules" aria-live="polite" data-slot="password-checklist">
        {PASSWORD_RULES.map(({ text, met }) => {
          const ok = met(password);
          const Icon = ok ? CircleCheck : Circle;
          return (
            <li key={text} className={ok ? 'ok' : 'no'}>
              <Icon className="i" aria-hidden />
              <span>{text}</span>
              <span className="sr">{ok ? 'erfüllt' : 'offen'}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
