import { useState } from 'react';
import { queryClient, useHouseTitle } from './api.ts';
import { Entrance } from './entrance.tsx';
import { LoginForm } from './login-form.tsx';

export function LoginPage() {
  const [step, setStep] = useState<'password' | 'factor'>('password');
  const title = step === 'password' ? 'Betrieb' : 'Zweiter Faktor';
  useHouseTitle(step === 'password' ? 'Anmelden' : title);
  return (
    <Entrance title={title} help={step === 'password' ? 'Nur für Mitarbeitende.' : undefined}>
      <LoginForm
        onStep={setStep}
        onDone={() => {
          queryClient.clear();
          location.assign('/betrieb');
        }}
      />
    </Entrance>
  );
}
