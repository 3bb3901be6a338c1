import { useTitle } from '../lib/page/title.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PublicFrame } from '../ui/public-frame.tsx';

/** For visitors on a path that does not exist (PUB-21 to PUB-23). */
export function NotFound() {
  useTitle('Seite nicht gefunden');
  return (
    <PublicFrame>
      <main id="inhalt" style={{ display: 'grid', placeItems: 'center', minHeight: '60vh' }}>
        <EmptyState
          level={1}
          title="Seite nicht gefunden"
          actions={
            <>
              <a className={buttonClass({})} href="/kontakt">
                Support kontaktieren
              </a>
              <a className={buttonClass({ variant: 'primary' })} href="/auth/login">
                Zur Anmeldung
              </a>
            </>
          }
        >
          Diese Adresse gibt es nicht oder nicht mehr.
        </EmptyState>
      </main>
    </PublicFrame>
  );
}
