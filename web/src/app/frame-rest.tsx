import { keepSession } from '@samtrot/shared/access/security-contract.ts';
import { WARN_BEFORE_SECONDS } from '@samtrot/shared/access/session-rules.ts';
import { useMutation } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { ApiError, call } from '../lib/api/api.ts';
import { onSessionTimes, readRestsIn } from '../lib/session/session-times.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import './frame-reminder.css';
import '../ui/alert.css';

/** Two minutes before the login ends by rest: the offer to stay (EXP-83). */
export function RestBar() {
  const restsIn = useSyncExternalStore(onSessionTimes, readRestsIn);
  const keep = useMutation({
    mutationFn: () => call(keepSession, {}),
    onError: (error) =>
      toast.error(error instanceof ApiError ? error.message : 'Das hat nicht geklappt.'),
  });
  if (restsIn === null || restsIn > WARN_BEFORE_SECONDS || restsIn <= 0) return null;
  return (
    <section className="alert reminder" data-slot="rest-bar" aria-label="Anmeldung endet bald">
      <Hourglass className="i" aria-hidden />
      <div className="row wrap grow">
        <p className="words" role="status">
          Du warst länger nicht da. In spätestens 2 Minuten wirst du abgemeldet.
        </p>
        <Button
          size="sm"
          busy={keep.isPending}
          busyLabel="Einen Moment …"
          onClick={() => keep.mutate()}
        >
          Angemeldet bleiben
        </Button>
      </div>
    </section>
  );
}
