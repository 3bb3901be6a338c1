import { type ReactNode, useRef, useState } from 'react';
import type { ApiError } from '../lib/api/call.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { queryClient } from './api.ts';
import { steady, without } from './steady.ts';
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

/** In place of a part that is there only with something in it: says that it could not be loaded. */
export const FailedPart = ({ query, title }: { query: Query; title: string }) =>
  query.error && (
    <section className="house-panel" aria-label={title}>
      <h2>{title}</h2>
      <Loaded query={query}>{() => null}</Loaded>
    </section>
  );

/** Changes of this person so far: each asks all lists again. */
let deeds = 0;
queryClient.getQueryCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'invalidate') deeds++;
});

/**
 * The items to show: while pointer or focus is in the list nothing moves, new ones wait for a
 * press, and only what the person does herself takes away (BOF-146). Another `which` is another
 * list; `arranged` puts what was loaded into the order that is shown.
 */
export function useSteady<T>(
  loaded: readonly T[] | undefined,
  idOf: (item: T) => unknown,
  {
    which = '',
    arranged = (items) => items,
  }: { which?: string; arranged?: (items: readonly T[]) => readonly T[] } = {},
) {
  const items = arranged(loaded ?? []);
  const known = useRef(items);
  const seen = useRef({ loaded, which, deeds });
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [, again] = useState(0);
  const begins = seen.current.loaded === undefined || seen.current.which !== which;
  if (begins || (!pointed && !focused)) known.current = items;
  else if (loaded !== seen.current.loaded && deeds !== seen.current.deeds)
    known.current = without(known.current, items, idOf);
  if (begins || loaded !== seen.current.loaded) seen.current = { loaded, which, deeds };
  const { shown, fresh } = steady(known.current, items, idOf);
  return {
    shown,
    waiting: fresh.length,
    showAll: () => {
      known.current = items;
      again((n) => n + 1);
    },
    /** On the element around the list. */
    around: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}

/** Over the beginning of the list: it moves nothing when it comes (BOF-146). */
export const NewOnes = ({ count, onShow }: { count: number; onShow: () => void }) =>
  count === 0 ? null : (
    <div className="new-ones">
      <Button size="sm" onClick={onShow}>
        {count} neue anzeigen
      </Button>
    </div>
  );
