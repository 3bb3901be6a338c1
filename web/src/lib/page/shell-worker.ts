import { DOCUMENT } from './shell-rules.ts';

const FILE = '/service-worker.js';
/** Whether the session of this document has ended: no worker begins after that. */
let ended = false;

const workers = (): ServiceWorkerContainer | undefined => navigator.serviceWorker;

/** Whether this browser can have one. */
export const hasShellWorker = (): boolean => workers() !== undefined;

/** Calls back when the page has nothing more urgent to do. Returns the function that forgets it. */
function whenIdle(act: () => void): () => void {
  const begin = () => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(act, { timeout: 5_000 });
    else setTimeout(act, 1_000);
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
  return () => removeEventListener('load', begin);
}

/** The worker of the dashboard, which begins if it is not there yet; undefined without one. */
export async function shellWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (ended) return undefined;
  await workers()?.register(FILE, { scope: '/', updateViaCache: 'none' });
  return workers()?.ready;
}

/** The same, if it is there already. */
export const presentShellWorker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  workers()?.getRegistration();

/** Keeps the shell of the dashboard on this device until the session ends (EXP-114). */
export const startShellWorker = (): (() => void) =>
  whenIdle(async () => {
    if (ended) return;
    try {
      const registration = await shellWorker();
      if (ended) return endShellWorker();
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      registration?.active?.postMessage([location.origin + DOCUMENT, ...loaded]);
    } catch {
      // A browser without it, or that forbids it, shows the same pages.
    }
  });

/**
 * Empties what is kept of the shell. The worker does it, because it outlives a page that is left;
 * so does the page, for what no worker answers.
 */
export function emptyShell(): void {
  workers()?.controller?.postMessage('empty');
  deleteAll();
}

/** The session has ended: the worker goes too, and with it every message to this device. */
export function endShellWorker(): void {
  ended = true;
  workers()?.controller?.postMessage('end');
  void workers()
    ?.getRegistrations()
    .then((all) => all.map((one) => one.unregister()))
    .catch(() => {});
  deleteAll();
}

function deleteAll(): void {
  // Only there where the origin is secure.
  if (typeof caches === 'undefined') return;
  void caches
    .keys()
    .then((names) => names.map((name) => caches.delete(name)))
    .catch(() => {});
}
