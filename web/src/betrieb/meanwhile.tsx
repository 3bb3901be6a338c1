import { type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';

interface Props {
  /** Takes over what stands now; absent while that is not loaded. */
  onTake?: (() => void) | undefined;
  /** What stands now. */
  children: ReactNode;
}

/** A colleague was first; what was written here stays (BOF-40). */
export function Meanwhile({ onTake, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  // Below the fold of a long dialog nobody would see why nothing was sent.
  useEffect(() => {
    void place.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={place}>
      <Alert
        tone="warning"
        live
        action={
          onTake && (
            <Button size="sm" onClick={onTake}>
              Diese Fassung übernehmen
            </Button>
          )
        }
      >
        {children}
      </Alert>
    </div>
  );
}
