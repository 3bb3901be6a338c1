import type { ReactNode } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { SkeletonRegion } from '../ui/skeleton.tsx';
import { ItemCardSkeleton } from './item-card-skeleton.tsx';
import './item-card.css';
import './item-list.css';

interface Props {
  className?: string;
  /** What could not be loaded, with its retry; null while nothing is wrong. */
  failure: { text: string; busy: boolean; onRetry: () => void } | null;
  /** Absent while there is nothing to show. */
  children: ReactNode;
}

/** A page with a list: its failure, the skeleton while it loads, the list. */
export const ListPage = ({ className, failure, children }: Props) => (
  <div className={`list-page ${className ?? ''}`}>
    {failure && (
      <Alert
        tone="danger"
        live
        className="below-4"
        action={
          <Button onClick={failure.onRetry} busy={failure.busy} busyLabel="Wird geladen …">
            Erneut laden
          </Button>
        }
      >
        <p>{failure.text}</p>
      </Alert>
    )}
    {children ||
      (!failure && (
        <SkeletonRegion className="cards">
          <ItemCardSkeleton />
          <ItemCardSkeleton />
          <ItemCardSkeleton />
        </SkeletonRegion>
      ))}
  </div>
);
