import { type LinkKind, LinkPress } from '../features/auth/link-press.tsx';
import { useTitle } from '../lib/page/title.ts';
import { takeLinkToken } from '../lib/session/link-token.ts';
import { AuthFrame } from '../ui/auth-frame.tsx';

const token = takeLinkToken();
if (token === null) location.replace('/auth/login');

function MailedLinkPage({ kind, title }: { kind: LinkKind; title: string }) {
  useTitle(title);
  return (
    <AuthFrame title={title}>{token !== null && <LinkPress kind={kind} token={token} />}</AuthFrame>
  );
}

export const ConfirmNewsletterPage = () => (
  <MailedLinkPage kind="confirm" title="Newsletter bestätigen" />
);
export const EndNewsletterPage = () => <MailedLinkPage kind="end" title="Newsletter abbestellen" />;
export const UndoEmailPage = () => <MailedLinkPage kind="undoEmail" title="Das warst nicht du?" />;
export const KeepAccountPage = () => <MailedLinkPage kind="keepAccount" title="Konto behalten" />;
