import { NewsletterPress } from '../features/auth/newsletter-press.tsx';
import { useTitle } from '../lib/page/title.ts';
import { takeLinkToken } from '../lib/session/link-token.ts';
import { AuthFrame } from '../ui/auth-frame.tsx';

const token = takeLinkToken();
if (token === null) location.replace('/auth/login');

function NewsletterPage({ kind, title }: { kind: 'confirm' | 'end'; title: string }) {
  useTitle(title);
  return (
    <AuthFrame title={title}>
      {token !== null && <NewsletterPress kind={kind} token={token} />}
    </AuthFrame>
  );
}

export const ConfirmNewsletterPage = () => (
  <NewsletterPage kind="confirm" title="Newsletter bestätigen" />
);
export const EndNewsletterPage = () => <NewsletterPage kind="end" title="Newsletter abbestellen" />;
