import { useSyncExternalStore } from 'react';

/** Whether the log-in ended while the page was open: the dialog asks again, what is typed stays. */
let ended = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  if (ended === value) return;
  ended = value;
  for (const listener of listeners) listener();
}

export const loginEnded = (): void => set(true);
export const loginBegun = (): void => set(false);

export const useLoginEnded = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => ended,
  );
