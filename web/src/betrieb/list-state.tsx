import { type ReactNode, useRef, useState } from 'react';
import type { ApiError } from '../lib/api/call.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useKeptText } from './unsent.tsx';
import './page.css';

interface Query {
  data: unknown;
  error: ApiError | null;
  isPending: boolean;
  refetch(): unknown;
}

/** What may not be read any more does not stay. */
const REFUSED = 403;

function Refused({ text }: { text: string }) {
  useKeptText();
  return (
    <p className="house-state" role="alert">
      {text}
    </p>
  );
}

/**
 * Loading, failed, or what came; a failed update leaves what is shown, and what was typed there
 * (BOF-10, BOF-147).
 */
export function Loaded({ query, children }: { query: Query; children: () => ReactNode }) {
  const { data, error, isPending, refetch } = query;
  if (error?.code === 'NOT_FOUND') return <Refused text="Das gibt es nicht." />;
  if (error?.status === REFUSED) return <Refused text={error.message} />;
  if (isPending) return <Spinner />;
  return (
    <>
      {error && (
        <p className="house-state" role="alert">
          Das konnten wir nicht laden.{' '}
          <Button size="sm" onClick={() => refetch()}>
            Nochmals versuchen
          </Button>
        </p>
      )}
      {data !== undefined && children()}
    </>
  );
}

/**
 * The items to show: while pointer or focus is in the list, new ones wait for a press; all others
 * stay where they are (BOF-146).
 */
export function useSteady<T>(items: readonly T[], idOf: (item: T) => number) {
  const known = useRef<Set<number> | null>(null);
  const [inside, setInside] = useState(false);
  const ids = new Set(items.map(idOf));
  if (known.current === null || !inside) known.current = ids;
  const fresh = items.filter((item) => !known.current!.has(idOf(item)));
  const [, again] = useState(0);
  return {
    shown: items.filter((item) => known.current!.has(idOf(item))),
    waiting: fresh.length,
    showAll: () => {
      known.current = ids;
      again((n) => n + 1);
    },
    /** On the element around the list. */
    around: {
      onPointerEnter: () => setInside(true),
      onPointerLeave: () => setInside(false),
      onFocus: () => setInside(true),
      onBlur: () => setInside(false),
    },
  };
}

export const NewOnes = ({ count, onShow }: { count: number; onShow: () => void }) =>
  count === 0 ? null : (
    <Button size="sm" onClick={onShow}>
      {count} neue anzeigen
    </Button>
  );
