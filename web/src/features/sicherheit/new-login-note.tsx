import {
  endOtherDevices,
  getDevices,
  getSecurity,
} from '@samtrot/shared/access/security-contract.ts';
import { whenText } from '@samtrot/shared/kernel/format.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, call, useRead } from '../../lib/api/api.ts';
import { isUnseen, markLoginSeen } from '../../lib/session/seen-login.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';

const DONE = 'Alle anderen Geräte sind abgemeldet. Setze jetzt ein neues Passwort.';

/** For 72 hours: that somebody logged in from a new browser (EXP-89). */
export function NewLoginNote() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data } = useRead(getSecurity, {});
  const report = useMutation({
    mutationFn: () => call(endOtherDevices, {}),
    onSuccess: async () => {
      toast.success(DONE);
      void client.invalidateQueries({ queryKey: [getDevices.name] });
      await navigate({ to: '/profil' });
    },
    onError: (error) =>
      toast.error(error instanceof ApiError ? error.message : 'Das hat nicht geklappt.'),
  });
  const [mine, setMine] = useState(false);
  const newest = data?.new_logins[0];
  if (!newest || mine || !isUnseen(data.new_logins)) return null;
  return (
    <Alert
      tone="warning"
      action={
        <div className="row-tight wrap">
          <Button
            size="sm"
            busy={report.isPending}
            busyLabel="Wird abgemeldet …"
            onClick={() => report.mutate()}
          >
            Das war ich nicht
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabled={report.isPending}
            onClick={() => {
              markLoginSeen(newest.at);
              setMine(true);
            }}
          >
            Das war ich
          </Button>
        </div>
      }
    >
      <p>
        <b className="strong">Neue Anmeldung bei deinem Konto:</b> {newest.device},{' '}
        {whenText(new Date(newest.at), new Date())}.
      </p>
    </Alert>
  );
}
