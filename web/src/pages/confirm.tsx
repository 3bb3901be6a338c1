import { ConfirmAddress } from '../features/auth/confirm-address.tsx';
import { useTitle } from '../lib/page/title.ts';
import { takeLinkToken } from '../lib/session/link-token.ts';
import { hasStoredSession } from '../lib/session/stored-session.ts';
import { AuthFrame } from '../ui/auth-frame.tsx';

const token = takeLinkToken();
if (token === null) location.replace('/auth/login');

export function ConfirmPage() {
  useTitle('E-Mail-Adresse bestätigen');
  return (
    <AuthFrame title="E-Mail-Adresse bestätigen" member={hasStoredSession()}>
      {token !== null && <ConfirmAddress token={token} />}
    </AuthFrame>
  );
}
