/**
 * `<PasswordRules password={typed} rules={PASSWORD_RULES} />`: what a password must have, live; a
 * ring is open, a green check is met.
 */
import { Circle, CircleCheck } from 'lucide-react';
import './auth-frame.css';
import './password-rules.css';

interface Props {
  password: string;
  rules: readonly { text: string; met: (password: string) => boolean }[];
}

export const PasswordRules = ({ password, rules }: Props) => (
  <ul className="rules" aria-live="polite" data-slot="password-checklist">
    {rules.map(({ text, met }) => {
      const ok = met(password);
      const Icon = ok ? CircleCheck : Circle;
      return (
        <li key={text} className={ok ? 'ok' : undefined}>
          <Icon className={ok ? 'i is-success' : 'i'} aria-hidden />
          <span>{text}</span>
          <span className="sr">{ok ? 'erfüllt' : 'offen'}</span>
        </li>
      );
    })}
  </ul>
);
