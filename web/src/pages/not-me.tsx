import { NotMe } from '../features/auth/not-me.tsx';
import { useTitle } from '../lib/page/title.ts';
import { takeLinkToken } from '../lib/session/link-token.ts';
import { AuthFrame } from '../ui/auth-frame.tsx';

const TITLE = 'Das war ich nicht';
const token = takeLinkToken();
if (token === null) location.replace('/auth/login');

export function NotMePage() {
  useTitle(TITLE);
  return <AuthFrame title={TITLE}>{token !== null && <NotMe token={token} />}</AuthFrame>;
}
