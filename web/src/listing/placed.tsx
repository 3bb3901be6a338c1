import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';
import { KINDS } from '../lib/format/item-kinds.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import './item-list.css';

export const Failed = ({
  text,
  busy,
  onRetry,
}: {
  text: string;
  busy: boolean;
  onRetry: () => void;
}) => (
  <Alert
    tone="danger"
    live
    className="below-4"
    action={
      <Button onClick={onRetry} busy={busy} busyLabel="Wird geladen …">
        Erneut laden
      </Button>
    }
  >
    <p>{text}</p>
  </Alert>
);

/** Deleted, or another account's: the server does not distinguish them. */
export function Missing({ kind }: { kind: PlacedKind }) {
  const { one, many, list } = KINDS[kind];
  return (
    <EmptyState
      title={kind === 'inserat' ? 'Dieses Inserat gibt es nicht' : `Diesen ${one} gibt es nicht`}
      actions={
        <ButtonLink to={list} variant="primary">
          Zu deinen {kind === 'banner' ? 'Bannern' : kind === 'inserat' ? 'Inseraten' : many}
        </ButtonLink>
      }
    >
      Vielleicht hast du es inzwischen gelöscht.
    </EmptyState>
  );
}
