import { ResetForm } from '../features/auth/reset-form.tsx';
import { useTitle } from '../lib/page/title.ts';
import { clearLinkToken, takeLinkToken } from '../lib/session/link-token.ts';
import { AuthFrame } from '../ui/auth-frame.tsx';

const token = takeLinkToken();
// AUT-68: without a token there is nothing to do here.
if (token === null) location.replace('/auth/login');

export function ResetPage() {
  useTitle('Neues Passwort');
  if (token === null) return null;
  return (
    <AuthFrame title="Neues Passwort" lead="Lege ein neues Passwort für dein Konto fest.">
      <ResetForm token={token} onUsed={clearLinkToken} />
    </AuthFrame>
  );
}
