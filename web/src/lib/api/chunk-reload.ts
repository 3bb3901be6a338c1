import { holdsUnsaved } from '../page/unsaved-changes.ts';

const KEY = 'reloaded';
const AGAIN_AFTER_MS = 10_000;

/**
 * After an update the files of an open page are gone; loading it anew fetches the current ones. At
 * most once in ten seconds, and never over something unsaved: there the part that did not come says
 * so itself (`ui/lazy.tsx`).
 */
addEventListener('vite:preloadError', () => {
  if (!holdsUnsaved()) void loadAnew();
});

async function loadAnew(): Promise<void> {
  // Without a server that answers there are no current ones either, and the page would be gone with
  // what was typed.
  const answers = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  // Asked again: something may have been typed meanwhile.
  if (
    !answers ||
    holdsUnsaved() ||
    Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_AFTER_MS
  )
    return;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}
