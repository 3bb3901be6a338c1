import { isBusy, openOver } from './over.ts';

/** The advertisement over the page: `OVER_COOKIE` of the server. */
const SHOWN = 'popup=1';
const DAY_SECONDS = 24 * 3600;
const AFTER_MS = 30_000;
const LOOK_AGAIN_MS = 1000;
/** So long nothing has moved and no finger has touched the page. */
const STILL_MS = 1000;
/** Of this window: the last page, and whether there was another one before. */
const [LAST, SECOND] = ['seite', 'zweite'];

const wasShown = () => document.cookie.split('; ').includes(SHOWN);

/**
 * Whether this window shows its second page or a later one; the same page again is none. The gate
 * keeps nothing: after leaving, the way back shows it under the address of the page.
 */
function isSecondPage(): boolean {
  if (document.querySelector('.gate')) return false;
  const page = location.pathname + location.search;
  const last = sessionStorage.getItem(LAST);
  if (last !== null && last !== page) sessionStorage.setItem(SECOND, '1');
  sessionStorage.setItem(LAST, page);
  return sessionStorage.getItem(SECOND) === '1';
}

/**
 * Once a day, at the earliest on the second page, or after half a minute and one window of
 * scrolling; never over something else that is open.
 */
export function showPopUp(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.popup');
  let second = false;
  try {
    second = isSecondPage();
  } catch {
    // A browser that keeps nothing knows of no other page.
  }
  if (!dialog) return;
  dialog.querySelector('.popup-x')?.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  const began = performance.now();
  let scrolled = false;
  let touched = false;
  let movedAt = began;
  addEventListener(
    'scroll',
    () => {
      movedAt = performance.now();
      scrolled ||= scrollY >= innerHeight;
    },
    { passive: true, capture: true },
  );
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
    addEventListener(
      type,
      ({ touches }) => {
        movedAt = performance.now();
        touched = touches.length > 0;
      },
      { passive: true },
    );
  const timer = setInterval(() => {
    const mayCome = second || (scrolled && performance.now() - began >= AFTER_MS);
    if (!mayCome || document.hidden || isBusy()) return;
    if (touched || performance.now() - movedAt < STILL_MS) return;
    clearInterval(timer);
    // Another window may have shown it since this page came.
    if (wasShown()) return;
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
    document.cookie = `${SHOWN}; Max-Age=${DAY_SECONDS}; Path=/; SameSite=Lax${secure}`;
    openOver(dialog);
  }, LOOK_AGAIN_MS);
}
