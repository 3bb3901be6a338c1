/** What was just registered, for the login form of this document. Never stored (EXP-68). */
interface Credentials {
  email: string;
  password: string;
}

const KEPT_MS = 5 * 60_000;

let kept: Credentials | undefined;
const listeners = new Set<() => void>();

/** Keeps them for five minutes, in memory alone. */
export function keepCredentials(credentials: Credentials): void {
  kept = credentials;
  setTimeout(() => {
    if (kept !== credentials) return;
    kept = undefined;
    for (const notify of listeners) notify();
  }, KEPT_MS);
}

export const freshCredentials = (): Credentials | undefined => kept;

/** Calls back once they are forgotten; returns the function that ends that. */
export function onForgotten(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
