import { resendConfirmation } from '@samtrot/shared/accounts/recovery-contract.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MailCheck, X } from 'lucide-react';
import { useState } from 'react';
import { ApiError, call } from '../lib/api/api.ts';
import { sessionEnded, stateQuery, useAccount } from '../lib/session/session.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { toast } from '../ui/toast.tsx';
import { reminderFailure, waiting } from './frame-reminder-text.ts';
import './frame-reminder.css';
import '../ui/alert.css';

/** Which reminder was put away in this browser session; the kind only, never an address. */
const KEY = 'reminder-hidden';

/** Above every page while an address waits for its confirmation, until it is put away. */
export function ConfirmReminder() {
  const wait = waiting(useAccount());
  const [hidden, setHidden] = useState(() => sessionStorage.getItem(KEY));
  if (!wait || wait.kind === hidden) return null;
  const hide = () => {
    sessionStorage.setItem(KEY, wait.kind);
    setHidden(wait.kind);
    document.getElementById('inhalt')?.focus({ preventScroll: true });
  };
  return <Reminder title={wait.title} text={wait.text} onHide={hide} />;
}

function Reminder({ title, text, onHide }: { title: string; text: string; onHide: () => void }) {
  // The link is opened elsewhere: returning to this page refetches the state.
  useQuery({ ...stateQuery, refetchOnWindowFocus: 'always' });
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: () => call(resendConfirmation, {}),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => {
      const failure = error instanceof ApiError ? error : undefined;
      if (failure?.code === 'NOT_LOGGED_IN') sessionEnded(client);
      else toast.error(reminderFailure(failure));
    },
  });
  return (
    <section className="alert reminder" data-slot="reminder" aria-labelledby="reminder-title">
      <MailCheck className="i" aria-hidden />
      <div className="grow what">
        <div className="words">
          <p className="strong" id="reminder-title">
            {title}
          </p>
          <p className="sm muted">{text}</p>
        </div>
        <Button
          size="sm"
          busy={resend.isPending}
          busyLabel="Wird gesendet …"
          onClick={() => resend.mutate()}
        >
          Bestätigungsmail erneut senden
        </Button>
      </div>
      <IconButton icon={X} label="Hinweis ausblenden" tipSide="left" onClick={onHide} />
    </section>
  );
}
