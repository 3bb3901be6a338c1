import { useSyncExternalStore } from 'react';

const KEY = 'neutral';
export const NEUTRAL_TITLE = 'Notizen';
/** What `device.js` puts into a new document. */
const LINKS = [
  { rel: 'manifest', href: '/notizen.webmanifest' },
  { rel: 'apple-touch-icon', href: '/notizen-180.png' },
];
const listeners = new Set<() => void>();

const isNeutral = () => localStorage.getItem(KEY) === 'on';

/** Neutral auf diesem Gerät: plain title and icon on every page (ACC-60). Off unless chosen. */
export function setNeutral(on: boolean): void {
  if (on) localStorage.setItem(KEY, 'on');
  else localStorage.removeItem(KEY);
  for (const notify of listeners) notify();
}

/** The title is set by the page that uses it. */
function showIcons(): void {
  const neutral = isNeutral();
  for (const { rel, href } of LINKS) {
    const link = document.head.querySelector(`link[rel="${rel}"]`);
    if (neutral && !link)
      document.head.append(Object.assign(document.createElement('link'), { rel, href }));
    else if (!neutral) link?.remove();
  }
  const icon = neutral ? '/notizen.svg' : '/favicon.svg';
  document.head.querySelector('link[rel="icon"]')?.setAttribute('href', icon);
}

export const useNeutral = (): boolean =>
  useSyncExternalStore(
    (notify) => {
      const changed = () => {
        showIcons();
        notify();
      };
      listeners.add(changed);
      addEventListener('storage', changed);
      return () => {
        listeners.delete(changed);
        removeEventListener('storage', changed);
      };
    },
    isNeutral,
    () => false,
  );
