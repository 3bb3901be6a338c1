/** `<Crash />`: what stands where a page broke. */
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

export function Crash() {
  return (
    <div role="alert" style={{ display: 'grid', placeItems: 'center', minHeight: '60vh' }}>
      <EmptyState
        level={1}
        title="Hier ist etwas schiefgelaufen"
        actions={
          <Button variant="primary" onClick={() => location.reload()}>
            Seite neu laden
          </Button>
        }
      >
        Bitte lade die Seite neu. Deine gespeicherten Daten sind sicher.
      </EmptyState>
    </div>
  );
}
