import { useTitle } from '../lib/title.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PublicFrame } from '../ui/public-frame.tsx';

/** Pages that links lead to already and that open later; none of them is a wrong address. */
const LATER = /^\/((public\/)?(datenschutz|rechtliches|impressum)|auth\/(forgot|reset))\/?$/;

/** For visitors on a path that does not exist (PUB-21 to PUB-23), or not yet. */
export function NotFound() {
  const later = LATER.test(location.pathname);
  useTitle(later ? 'Noch nicht verfügbar' : 'Seite nicht gefunden');
  return (
    <PublicFrame>
      <main id="inhalt" style={{ display: 'grid', placeItems: 'center', minHeight: '60vh' }}>
        <EmptyState
          level={1}
          title={later ? 'Diese Seite ist noch nicht verfügbar' : 'Seite nicht gefunden'}
          actions={
            <>
              <a className={buttonClass({})} href={later ? '/' : '/kontakt'}>
                {later ? 'Zur Startseite' : 'Support kontaktieren'}
              </a>
              <a className={buttonClass({ variant: 'primary' })} href="/auth/login">
                Zur Anmeldung
              </a>
            </>
          }
        >
          {later ? 'Dieser Bereich öffnet später.' : 'Diese Adresse gibt es nicht oder nicht mehr.'}
        </EmptyState>
      </main>
    </PublicFrame>
  );
}
