/** Where toasts stand: as low as they cover nothing that must stay in sight (EXP-73). */
import { boxesOf, EDGE, lowestFree } from './free-place.ts';

/** What leads on, and bars and heads of dialogs; whoever draws one marks it so. */
const KEPT = '[data-keep-clear], [type=submit], .btn-primary';
const DIALOGS = '.dialog, .sheet:not(.sheet-side), .photo-tools';
const CONTROL = 'button, a, input, label, select, textarea, summary, [role=button]';
const BETWEEN_TOASTS = 14;

let pressed: Element | null = null;
document.addEventListener(
  'click',
  ({ target }) => {
    if (target instanceof Element && !target.closest('[data-sonner-toaster]')) pressed = target;
  },
  true,
);

/** What was pressed and what has the focus: a closing dialog returns it to what opened it. */
function controls(): Element[] {
  const found = [pressed, document.activeElement].map((one) => one?.closest(CONTROL));
  return found.filter((one) => !!one?.isConnected && !one.closest('[data-sonner-toaster]')) as [];
}

const usable = (root: Element | Document): Element[] =>
  [...root.querySelectorAll(CONTROL)].filter((one) => !one.closest('[data-sonner-toaster]'));

/** Puts the toasts where they cover none of it, or as little as the window allows. */
export function findPlace(): void {
  const list = document.querySelector('[data-sonner-toaster]');
  const shown = boxesOf(document.querySelectorAll('[data-removed=false] [data-slot=toast]'));
  if (!list || shown.length === 0) return;
  const { left, right } = list.getBoundingClientRect();
  const height = shown.reduce((sum, { top, bottom }) => sum + bottom - top, 0);
  const size = { left, right, height: height + BETWEEN_TOASTS * (shown.length - 1) };
  const dialogs = [...document.querySelectorAll(DIALOGS)];
  // Under an open dialog nothing can be pressed.
  const roots = dialogs.length > 0 ? dialogs : [document];
  const kept = boxesOf(roots.flatMap((root) => [...root.querySelectorAll(KEPT)]));
  const used = boxesOf(controls().filter((one) => roots.some((root) => root.contains(one))));
  // An error stays for long: if the window allows, it stands upon nothing that can be used.
  const long = document.querySelector('[data-removed=false] [data-slot=toast][role=alert]');
  const all = long ? boxesOf(roots.flatMap((root) => usable(root))) : [];
  const bottom =
    lowestFree(size, [...kept, ...used, ...all, ...boxesOf(dialogs)]) ??
    lowestFree(size, [...kept, ...used, ...boxesOf(dialogs)]) ??
    lowestFree(size, [...kept, ...used]) ??
    lowestFree(size, kept) ??
    innerHeight - EDGE;
  document.body.style.setProperty('--toasts-bottom', `${innerHeight - bottom}px`);
}

/** A dialog that opens or closes is in its place two frames later, or after its transition. */
const later = () => requestAnimationFrame(() => requestAnimationFrame(findPlace));
const observer = new MutationObserver(() => {
  findPlace();
  later();
});

/** The window, and what a page loads under a toast that stands already. */
const sizes = new ResizeObserver(findPlace);

/** A toast whose button gets the focus stays: a press shall end where it began. */
function onFocus({ target }: FocusEvent): void {
  if (target instanceof Element && !target.closest('[data-sonner-toaster]')) findPlace();
}

let shown = 0;

/** While a toast is shown it makes way for what comes; returns how to end that. */
export function keepClear(): () => void {
  if (shown++ === 0) {
    observer.observe(document.body, { childList: true });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('transitionend', findPlace);
    sizes.observe(document.body);
    addEventListener('scrollend', findPlace);
  }
  later();
  return () => {
    later();
    if (--shown > 0) return;
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('transitionend', findPlace);
    sizes.disconnect();
    removeEventListener('scrollend', findPlace);
  };
}
