import { useSyncExternalStore } from 'react';

const KEY = 'welcomed';
const SHOWN_MS = 3000;

let greeted: string | null = null;
const listeners = new Set<() => void>();

function greet(name: string | null): void {
  greeted = name;
  for (const listener of listeners) listener();
}

/** Greets her in the frame, once in a browser session (HOM-07). */
export function welcome(name: string): void {
  if (sessionStorage.getItem(KEY)) return;
  sessionStorage.setItem(KEY, '1');
  greet(name);
  setTimeout(greet, SHOWN_MS, null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Who is greeted now, for three seconds. */
export const useGreeted = (): string | null => useSyncExternalStore(subscribe, () => greeted);
