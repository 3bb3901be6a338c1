import { useSyncExternalStore } from 'react';

const KEY = 'discreet';
/** How long a tapped picture stays visible. */
export const REVEAL_MS = 10_000;
const listeners = new Set<() => void>();

const isDiscreet = () => localStorage.getItem(KEY) !== 'off';

/** Diskret-Ansicht: veils every picture. On unless this device switched it off. */
export function setDiscreet(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
  for (const notify of listeners) notify();
}

export const useDiscreet = (): boolean =>
  useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      addEventListener('storage', notify);
      return () => {
        listeners.delete(notify);
        removeEventListener('storage', notify);
      };
    },
    isDiscreet,
    () => true,
  );
