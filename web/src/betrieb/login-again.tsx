import { staffMe } from '@samtrot/shared/staff/login-contract.ts';
import { useState } from 'react';
import { call } from '../lib/api/call.ts';
import { Dialog } from '../ui/dialog.tsx';
import { queryClient } from './api.ts';
import { LoginForm } from './login-form.tsx';
import { loginBegun, useLoginEnded } from './login-state.ts';

/** The log-in over the page that is open: what was typed there stays (BOF-10). */
export function LoginAgain({ staffId }: { staffId: number }) {
  const ended = useLoginEnded();
  const [step, setStep] = useState<'password' | 'factor'>('password');
  return (
    <Dialog
      open={ended}
      title={step === 'password' ? 'Bitte melde dich wieder an' : 'Zweiter Faktor'}
      description="Was du geschrieben hast, bleibt stehen."
    >
      <LoginForm
        onStep={setStep}
        onDone={async () => {
          const me = await call(staffMe, {});
          // Somebody else does not go on with what this person began.
          if (me.staff_id !== staffId) return location.assign('/betrieb');
          loginBegun();
          setStep('password');
          await queryClient.invalidateQueries();
        }}
      />
    </Dialog>
  );
}
