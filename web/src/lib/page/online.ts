import { useSyncExternalStore } from 'react';

function listen(notify: () => void): () => void {
  addEventListener('online', notify);
  addEventListener('offline', notify);
  return () => {
    removeEventListener('online', notify);
    removeEventListener('offline', notify);
  };
}

/** What a press says that needs the server (EXP-64). */
export const NEEDS_NETWORK = 'Geht wieder, sobald du online bist.';

/** Whether the device has a network; the server may be away all the same. */
export const isOnline = (): boolean => globalThis.navigator?.onLine !== false;

export const useOnline = (): boolean => useSyncExternalStore(listen, isOnline);
