const KEY = 'preview-veiled';
const listeners = new Set<() => void>();

/**
 * Whether the preview covers its pictures, on this device. Off at first, also in the
 * Diskret-Ansicht: it shows what visitors see (EXP-15).
 */
export const isVeiled = (): boolean => localStorage.getItem(KEY) === 'on';

export function setVeiled(on: boolean): void {
  if (on) localStorage.setItem(KEY, 'on');
  else localStorage.removeItem(KEY);
  for (const notify of listeners) notify();
}

export function onVeil(notify: () => void): () => void {
  listeners.add(notify);
  addEventListener('storage', notify);
  return () => {
    listeners.delete(notify);
    removeEventListener('storage', notify);
  };
}
