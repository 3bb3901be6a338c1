import { useState } from 'react';
import { queryClient } from '../betrieb/api.ts';
import { Entrance } from '../betrieb/entrance.tsx';
import { LoginForm } from './login-form.tsx';
import { useConsoleTitle } from './me.ts';

export function LoginPage() {
  const [step, setStep] = useState<'password' | 'factor'>('password');
  useConsoleTitle('Anmelden');
  return (
    <Entrance
      tag="Partner"
      title={step === 'password' ? 'Partner-Seite' : 'Zweiter Faktor'}
      help={
        step === 'password'
          ? 'Für die Leute der Webseiten. Zugang gibt es per Einladung.'
          : undefined
      }
    >
      <LoginForm
        onStep={setStep}
        onDone={() => {
          queryClient.clear();
          location.assign('/partner');
        }}
      />
    </Entrance>
  );
}
