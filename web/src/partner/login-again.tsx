import { consoleMe } from '@samtrot/shared/partners/entry-contract.ts';
import { useState } from 'react';
import { queryClient } from '../betrieb/api.ts';
import { loginBegun } from '../betrieb/login-state.ts';
import { call } from '../lib/api/call.ts';
import { Dialog } from '../ui/dialog.tsx';
import { LoginForm } from './login-form.tsx';

/** The log-in over the page that is open: what was typed there stays. */
export function LoginAgain({ open, personId }: { open: boolean; personId: number }) {
  const [step, setStep] = useState<'password' | 'factor'>('password');
  return (
    <Dialog
      open={open}
      title={step === 'password' ? 'Bitte melde dich wieder an' : 'Zweiter Faktor'}
      description="Was du geschrieben hast, bleibt stehen."
    >
      <LoginForm
        onStep={setStep}
        onDone={async () => {
          const me = await call(consoleMe, {});
          // Somebody else does not go on with what this person began.
          if (me.person_id !== personId) return location.assign('/partner');
          loginBegun();
          setStep('password');
          await queryClient.invalidateQueries();
        }}
      />
    </Dialog>
  );
}
