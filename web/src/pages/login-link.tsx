import { LoginLink } from '../features/auth/login-link.tsx';
import { useTitle } from '../lib/page/title.ts';
import { takeLinkToken } from '../lib/session/link-token.ts';
import { AuthFrame } from '../ui/auth-frame.tsx';

const token = takeLinkToken();
if (token === null) location.replace('/auth/login');

export function LoginLinkPage() {
  useTitle('Anmeldung per Mail');
  return (
    <AuthFrame title="Anmeldung per Mail">
      {token !== null && <LoginLink token={token} />}
    </AuthFrame>
  );
}
