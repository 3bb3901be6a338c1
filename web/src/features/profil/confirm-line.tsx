import { resendConfirmation } from '@samtrot/shared/accounts/recovery-contract.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Mail } from 'lucide-react';
import { ApiError, call } from '../../lib/api/api.ts';
import { type Account, sessionEnded, stateQuery } from '../../lib/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirmSentence, resendFailure } from './confirm-text.ts';
import './confirm-line.css';

/** The reminder to confirm the address: one quiet line; nothing once it is confirmed (EXP-29). */
export function ConfirmLine({ account, className }: { account: Account; className?: string }) {
  const sentence = confirmSentence(account);
  return sentence && <Line sentence={sentence} className={className} />;
}

function Line({ sentence, className }: { sentence: string; className?: string | undefined }) {
  return (
    <div className={clsx('well row wrap', className)} data-slot="reminder">
      <Mail className="i muted" aria-hidden />
      <p className="confirm-line">{sentence}</p>
      <ConfirmButton variant="link" />
    </div>
  );
}

/** Sends the mail with the link once more. */
export function ConfirmButton({ variant }: { variant: 'link' | 'secondary' }) {
  // The link is opened elsewhere: returning to this page refetches the state.
  useQuery({ ...stateQuery, refetchOnWindowFocus: 'always' });
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: () => call(resendConfirmation, {}),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => {
      const failure = error instanceof ApiError ? error : undefined;
      if (failure?.code === 'NOT_LOGGED_IN') sessionEnded(client);
      else toast.error(resendFailure(failure));
    },
  });
  return (
    <Button
      variant={variant}
      size="sm"
      busy={resend.isPending}
      busyLabel="Wird gesendet …"
      onClick={() => resend.mutate()}
    >
      Mail neu senden
    </Button>
  );
}
