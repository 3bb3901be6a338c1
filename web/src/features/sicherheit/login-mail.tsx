import { getSecurity, setLoginMail } from '@samtrot/shared/access/security-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api/api.ts';
import { SettingRow } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.tsx';

interface Props {
  on: boolean;
  /** It is sent whatever the switch says. */
  required: boolean;
}

/** The switch of the mail about logins from new browsers (ACC-04). */
export function LoginMailSwitch({ on, required }: Props) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (next: boolean) => call(setLoginMail, { on: next }),
    onSuccess: ({ message }) => {
      toast.success(message);
      return client.invalidateQueries({ queryKey: [getSecurity.name] });
    },
    onError: (error) =>
      toast.error(error instanceof ApiError ? error.message : 'Das hat nicht geklappt.'),
  });
  return (
    <SettingRow
      label="Mail bei einer neuen Anmeldung"
      help={
        required
          ? 'Bleibt eingeschaltet, solange sich eine Änderung an deinem Konto rückgängig machen lässt.'
          : 'Wir schreiben dir, wenn sich jemand mit einem unbekannten Browser anmeldet.'
      }
      checked={required || (change.isPending ? change.variables : on)}
      disabled={required || change.isPending}
      onChange={(event) => change.mutate(event.target.checked)}
    />
  );
}
