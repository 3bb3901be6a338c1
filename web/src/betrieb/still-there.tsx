import { WARN_BEFORE_SECONDS } from '@samtrot/shared/access/session-rules.ts';
import { staffStay } from '@samtrot/shared/staff/login-contract.ts';
import { useMutation } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from '../lib/api/call.ts';
import { onSessionTimes, readRestsIn } from '../lib/session/session-times.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';

/** Two minutes before the log-in ends by rest (BOF-10). */
export function StillThere({ onLogout }: { onLogout: () => void }) {
  const restsIn = useSyncExternalStore(onSessionTimes, readRestsIn);
  const stay = useMutation({ mutationFn: () => call(staffStay, {}) });
  const near = restsIn !== null && restsIn > 0 && restsIn <= WARN_BEFORE_SECONDS;
  return (
    <Dialog
      open={near}
      title="Noch da?"
      description="In spätestens 2 Minuten wirst du abgemeldet. Was du geschrieben hast, bleibt stehen."
    >
      <DialogActions>
        <Button onClick={onLogout}>Abmelden</Button>
        <Button
          variant="primary"
          busy={stay.isPending}
          busyLabel="Einen Moment …"
          onClick={() => stay.mutate()}
        >
          Weiterarbeiten
        </Button>
      </DialogActions>
    </Dialog>
  );
}
