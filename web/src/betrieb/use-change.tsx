import type { Output, Params, PartnerAction, StaffAction } from '@samtrot/shared/kernel/action.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import { staffConfirm } from '@samtrot/shared/staff/login-contract.ts';
import { type ReactNode, useState } from 'react';
import { ApiError, call } from '../lib/api/call.ts';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { queryClient } from './api.ts';
import { FactorForm, type Proof } from './factor-form.tsx';
import { loginEnded } from './login-state.ts';

/**
 * Whether it was carried out or put forward; a failure is said by a toast. `done` is said where the
 * call has no sentence of its own, or takes its answer. `refused` returns true for a failure that
 * it shows at its fields.
 */
export type Run = <A extends StaffAction | PartnerAction>(
  spec: A,
  params: Params<A>,
  done?: string | ((answer: Output<A>) => void),
  refused?: (error: ApiError) => boolean,
) => Promise<boolean>;

/** Shows field errors at their fields and other errors as a toast. */
export const atFields =
  (show: (errors: Record<string, string>) => void) =>
  ({ fields }: ApiError): boolean => {
    const found = Object.keys(fields).length > 0;
    if (found) show(fields);
    return found;
  };

interface Change {
  run: Run;
  busy: boolean;
  /** Field errors of the last change; a toast shows them where no field does. */
  errors: FieldErrors;
  /** Belongs into the page: asks for the second factor where the change needs a fresh one. */
  dialog: ReactNode;
}

/** Runs changes of the house; asks for the factor again and repeats the call (BOF-11). */
export function useChange({ atFields = false } = {}): Change {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [again, setAgain] = useState<{ answer(confirmed: boolean): void } | null>(null);
  const confirmed = () => new Promise<boolean>((answer) => setAgain({ answer }));
  const end = (result: boolean) => {
    again?.answer(result);
    setAgain(null);
  };

  const run: Run = async (spec, params, done, refused) => {
    setBusy(true);
    setErrors({});
    try {
      for (;;) {
        try {
          const answer = await call(spec, params);
          toast.succeeded(spec.name);
          const { message } = answer as { message?: string };
          if (typeof done === 'function') done(answer);
          const said = message ?? (typeof done === 'string' ? done : undefined);
          if (said) toast.success(said);
          await queryClient.invalidateQueries();
          return true;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (error.code === 'FRESH_FACTOR_REQUIRED' && (await confirmed())) continue;
          if (error.code === 'NOT_LOGGED_IN') loginEnded();
          else if (atFields && Object.keys(error.fields).length > 0) setErrors(error.fields);
          else if (!refused?.(error) && error.code !== 'FRESH_FACTOR_REQUIRED')
            toast.error(Object.values(error.fields)[0] ?? error.message, { of: spec.name });
          await queryClient.invalidateQueries();
          return false;
        }
      }
    } finally {
      setBusy(false);
    }
  };
  const dialog = (
    <Dialog
      open={again !== null}
      onClose={() => end(false)}
      title="Bitte bestätige dich nochmals"
      description="Deine letzte Bestätigung ist älter als 10 Minuten."
    >
      <FactorForm
        act="Bestätigen"
        onProof={async ({ code, passkey }: Proof) => {
          await call(staffConfirm, {
            ...(code !== undefined && { code }),
            ...(passkey !== undefined && { passkey }),
          });
          end(true);
        }}
      />
    </Dialog>
  );
  return { run, busy, errors, dialog };
}
