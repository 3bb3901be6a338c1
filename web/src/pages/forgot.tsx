import { ForgotForm } from '../features/auth/forgot-form.tsx';
import { useTitle } from '../lib/page/title.ts';
import { AuthFrame } from '../ui/auth-frame.tsx';

export function ForgotPage() {
  useTitle('Passwort vergessen');
  return (
    <AuthFrame
      title="Passwort vergessen"
      lead="Wir senden dir einen Link, mit dem du ein neues festlegst."
    >
      <ForgotForm />
    </AuthFrame>
  );
}
