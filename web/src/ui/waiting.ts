import { useEffect, useSyncExternalStore } from 'react';

/** How many regions of the page wait for their data. */
let waiting = 0;
const listeners = new Set<() => void>();

function add(count: number): void {
  waiting += count;
  for (const notify of listeners) notify();
}

/** Counts as waiting while the component is shown. */
export const useWaiting = (): void =>
  useEffect(() => {
    add(1);
    return () => add(-1);
  }, []);

export const useIsWaiting = (): boolean =>
  useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    () => waiting > 0,
    () => false,
  );
