import { CircleCheck, Gift, MonitorSmartphone, TicketPercent } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { RegisterForm } from '../features/auth/register-form.tsx';
import { useTitle } from '../lib/page/title.ts';
import { PublicFrame } from '../ui/public-frame.tsx';
import { Velvet } from '../ui/velvet.tsx';
import '../ui/auth-frame.css';

const BENEFITS = [
  { icon: CircleCheck, text: 'Gratis-Inserate, 30 Tage online' },
  { icon: Gift, text: 'Bonus-Credits bei jeder grösseren Aufladung' },
  { icon: TicketPercent, text: 'Gutscheine, Rabatte und Aktionen' },
  { icon: MonitorSmartphone, text: 'Sichtbar auf unseren Partner-Webseiten' },
];

const LoginPage = lazy(() => import('./login.tsx').then((page) => ({ default: page.LoginPage })));

/** The form, and after it the login in the same document, which knows what was typed (EXP-68). */
export function RegisterPage() {
  const [login, setLogin] = useState(false);
  useEffect(() => {
    if (!login) return;
    // The way back leads to a form that has done its work.
    const back = () => location.reload();
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, [login]);
  if (!login) {
    return (
      <Register
        onLogin={() => {
          history.pushState(null, '', '/auth/login');
          setLogin(true);
        }}
      />
    );
  }
  return (
    <Suspense>
      <Login />
    </Suspense>
  );
}

/** What had the focus is gone: it goes on at the heading of the new page. */
function Login() {
  useEffect(() => document.querySelector('h1')?.focus(), []);
  return <LoginPage />;
}

function Register({ onLogin }: { onLogin: () => void }) {
  useTitle('Registrieren');
  return (
    <PublicFrame current="register">
      <main className="auth" id="inhalt">
        <div className="auth-form">
          <div className="auth-box wide">
            <h1 className="h1">Konto eröffnen</h1>
            <p className="muted">Gratis. In einer Minute bereit.</p>
            <RegisterForm onLogin={onLogin} />
          </div>
        </div>
        <Velvet
          as="aside"
          className="auth-side"
          folds={{ seed: 8, n: 58, w: 560, h: 860, amp: 0.1, bunch: 0.9 }}
          aria-labelledby="h-plus"
        >
          <h2 className="h1 below-4" id="h-plus">
            Das bekommst du
          </h2>
          <ul className="stack">
            {BENEFITS.map(({ icon: Icon, text }) => (
              <li key={text} className="icon-line">
                <Icon className="i v-muted" aria-hidden />
                <span>{text}</span>
              </li>
            ))}
          </ul>
        </Velvet>
      </main>
    </PublicFrame>
  );
}
