import { useEffect, useState } from 'react';

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'touchstart'] as const;

/**
 * Whether a dialog or sheet is to be rendered. Its code is no part of the first load: it comes with the first sign of a person at the
 * page, which is before anything can be opened, and stays from then on so that opening and closing can move.
 */
export function usePopupCode(load: () => Promise<unknown>, open: boolean): boolean {
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  useEffect(() => {
    if (wanted) return;
    const stop = new AbortController();
    const fetchOnce = () => {
      stop.abort();
      load().then(
        () => setWanted(true),
        // Tried again when it is opened.
        () => {},
      );
    };
    for (const sign of SIGNS) addEventListener(sign, fetchOnce, { signal: stop.signal, passive: true });
    return () => stop.abort();
  }, [wanted, load]);
  return wanted;
}
