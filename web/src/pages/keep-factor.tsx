import { KeepFactor } from '../features/auth/keep-factor.tsx';
import { useTitle } from '../lib/page/title.ts';
import { takeLinkToken } from '../lib/session/link-token.ts';
import { AuthFrame } from '../ui/auth-frame.tsx';

const token = takeLinkToken();
if (token === null) location.replace('/auth/login');

export function KeepFactorPage() {
  useTitle('Zweiten Schritt behalten');
  return (
    <AuthFrame title="Zweiten Schritt behalten">
      {token !== null && <KeepFactor token={token} />}
    </AuthFrame>
  );
}
