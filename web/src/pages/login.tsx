import { LoginForm } from '../features/auth/login-form.tsx';
import { takeFailedLoad } from '../lib/stored-session.ts';
import { useTitle } from '../lib/title.ts';
import { Alert } from '../ui/alert.tsx';
import { PublicFrame } from '../ui/public-frame.tsx';
import { Velvet } from '../ui/velvet.tsx';

const failedLoad = takeFailedLoad();

export function LoginPage() {
  useTitle('Anmelden');
  return (
    <PublicFrame current="login">
      <main className="auth" id="inhalt">
        <div className="auth-form">
          <div className="auth-box">
            <h1 className="h1">Anmelden</h1>
            <p className="muted" style={{ marginTop: '.375rem' }}>
              Schön, dass du da bist.
            </p>
            {failedLoad && (
              <Alert tone="danger" live className="load-failed">
                <p className="strong">Fehler beim Laden der Daten</p>
                <p>Bitte melde dich noch einmal an.</p>
              </Alert>
            )}
            <LoginForm />
          </div>
        </div>
        <Velvet
          as="aside"
          className="auth-side login"
          folds={{ seed: 8, n: 58, w: 560, h: 760, amp: 0.1, bunch: 0.9 }}
          aria-label="Hinweis"
        >
          <h2 className="h1">
            Dein Bereich.
            <br />
            Nur für dich.
          </h2>
          <p className="v-muted" style={{ marginTop: '.75rem', maxWidth: '24rem', lineHeight: 1.5 }}>
            Neutraler Name im Browser, verdeckte Bilder in der Diskret-Ansicht, Abmelden mit einem Tipp.
          </p>
        </Velvet>
      </main>
    </PublicFrame>
  );
}
