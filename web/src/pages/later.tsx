import { ArrowLeft } from 'lucide-react';
import { useTitle } from '../lib/title.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Stands where a part of the product opens later, and promises nothing. */
export function LaterPage() {
  useTitle('Noch nicht verfügbar');
  return (
    <EmptyState
      level={1}
      title="Diese Seite ist noch nicht verfügbar"
      actions={
        <ButtonLink to="/home" icon={ArrowLeft}>
          Zurück zu Home
        </ButtonLink>
      }
    >
      Dieser Bereich öffnet später.
    </EmptyState>
  );
}
