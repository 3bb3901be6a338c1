import { ConfirmAddress } from '../features/auth/confirm-address.tsx';
import { takeLinkToken } from '../lib/link-token.ts';
import { useTitle } from '../lib/title.ts';
import { AuthFrame } from '../ui/auth-frame.tsx';

const token = takeLinkToken();
if (token === null) location.replace('/auth/login');

export function ConfirmPage() {
  useTitle('E-Mail-Adresse bestätigen');
  return (
    <AuthFrame title="E-Mail-Adresse bestätigen">
      {token !== null && <ConfirmAddress token={token} />}
    </AuthFrame>
  );
}
