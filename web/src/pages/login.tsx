import { LoginForm } from '../features/auth/login-form.tsx';
import { useTitle } from '../lib/page/title.ts';
import { takeNotice } from '../lib/session/flash-message.ts';
import { takeLoginReason } from '../lib/session/stored-session.ts';
import { Alert } from '../ui/alert.tsx';
import { AuthFrame } from '../ui/auth-frame.tsx';
import '../ui/auth-frame.css';

const reason = takeLoginReason();
const notice = takeNotice();

export function LoginPage() {
  useTitle('Anmelden');
  return (
    <AuthFrame current="login" title="Anmelden" lead="Schön, dass du da bist.">
      {reason && (
        <Alert tone="danger" live className="above-5">
          {reason.map((sentence, index) => (
            <p key={sentence} className={index === 0 ? 'strong' : undefined}>
              {sentence}
            </p>
          ))}
        </Alert>
      )}
      {notice && (
        <Alert tone="success" live className="above-5">
          {notice}
        </Alert>
      )}
      <LoginForm />
    </AuthFrame>
  );
}
