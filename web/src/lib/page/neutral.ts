import { useSyncExternalStore } from 'react';

const KEY = 'neutral';
export const NEUTRAL_TITLE = 'Notizen';
const MANIFEST = '/app.webmanifest';
/** What `device.js` puts into a new document. */
const NEUTRAL_LINKS = [
  { rel: 'manifest', href: '/notizen.webmanifest' },
  { rel: 'apple-touch-icon', href: '/notizen-180.png' },
];
let installable = false;
const listeners = new Set<() => void>();

const isNeutral = () => localStorage.getItem(KEY) === 'on';

/** Neutral auf diesem Gerät: plain title and icon on every page (ACC-60). Off unless chosen. */
export function setNeutral(on: boolean): void {
  if (on) localStorage.setItem(KEY, 'on');
  else localStorage.removeItem(KEY);
  for (const notify of listeners) notify();
}

/** The dashboard can be installed from here on, under its name or the neutral one (EXP-114). */
export function offerInstallation(): void {
  installable = true;
  showIcons();
}

/** The title is set by the page that uses it. */
function showIcons(): void {
  const neutral = isNeutral();
  const open = installable ? [{ rel: 'manifest', href: MANIFEST }] : [];
  const wanted = neutral ? NEUTRAL_LINKS : open;
  for (const rel of ['manifest', 'apple-touch-icon']) {
    const link = document.head.querySelector(`link[rel="${rel}"]`);
    const href = wanted.find((one) => one.rel === rel)?.href;
    if (href === undefined) link?.remove();
    else if (link) link.setAttribute('href', href);
    else document.head.append(Object.assign(document.createElement('link'), { rel, href }));
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
