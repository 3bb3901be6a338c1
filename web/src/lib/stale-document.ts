const KEY = 'reloaded';
const AGAIN_AFTER_MS = 10_000;

/** After an update the files of an open page are gone; loading it anew fetches the current ones. At most once in ten seconds. */
addEventListener('vite:preloadError', (event) => {
  // Without a connection there are no current ones either, and the page would be gone.
  if (!navigator.onLine) return;
  if (Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_AFTER_MS) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  event.preventDefault();
  location.reload();
});
