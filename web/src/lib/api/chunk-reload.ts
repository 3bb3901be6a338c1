import { holdsUnsaved } from '../page/unsaved-changes.ts';

const KEY = 'reloaded';
const AGAIN_AFTER_MS = 10_000;

/**
 * After a deployment the chunks of an open page are gone; a reload fetches the current ones. At
 * most once in ten seconds, and never over unsaved changes: there the missing part shows the
 * failure itself (`ui/lazy.tsx`).
 */
addEventListener('vite:preloadError', () => {
  if (!holdsUnsaved()) void loadAnew();
});

async function loadAnew(): Promise<void> {
  // Without a responding server a reload would only lose the page and what was typed.
  const responds = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  // Asked again: something may have been typed meanwhile.
  if (
    !responds ||
    holdsUnsaved() ||
    Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_AFTER_MS
  )
    return;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}
