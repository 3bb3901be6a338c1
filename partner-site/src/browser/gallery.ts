import { openOver } from './over.ts';
import { pinch } from './pinch.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

const shownIn = (row: HTMLElement) => Math.round(row.scrollLeft / Math.max(1, row.clientWidth));

/** To another slide of a row; at either end it stays. */
function go(row: HTMLElement, to: number, behavior: ScrollBehavior): void {
  const slide = row.children.item(Math.max(0, Math.min(to, row.children.length - 1)));
  if (slide instanceof HTMLElement) row.scrollTo({ left: slide.offsetLeft, behavior });
}

const gently = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';

/** Arrow keys on the slides of a page: to the next one, with the focus. */
function keys(slides: HTMLElement): void {
  slides.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    const { target } = event;
    if (!step || !(target instanceof HTMLElement) || target.matches('video')) return;
    const from = [...slides.children].findIndex((slide) => slide.contains(target));
    const next = slides.children.item(from + step)?.querySelector<HTMLElement>('button, video');
    if (!next?.checkVisibility()) return;
    event.preventDefault();
    next.focus({ preventScroll: true });
    go(slides, from + step, gently());
  });
}

/** The pictures of a gallery over the page. */
function large(gallery: Element, dialog: HTMLDialogElement): void {
  const row = dialog.querySelector<HTMLElement>('.large-slides');
  if (!row) return;
  const zoom = pinch(dialog, row);
  const status = dialog.querySelector('[role=status]');
  const openers = gallery.querySelectorAll<HTMLElement>(':scope > .slides .slide-open');
  let seen = 0;
  const see = (at: number) => {
    seen = at;
    const said = `Bild ${at + 1} von ${row.children.length}`;
    if (status && status.textContent !== said) status.textContent = said;
  };
  const open = (at: number, event: Event) => {
    // Without the script the button shows the same as a popover.
    event.preventDefault();
    openOver(dialog);
    see(at);
    row.focus();
    go(row, at, 'instant');
  };
  for (const [at, opener] of openers.entries())
    opener.addEventListener('click', (event) => open(at, event));
  gallery.querySelector('.gallery-all')?.addEventListener('click', (event) => open(0, event));
  const step = (by: number) => {
    zoom.reset();
    go(row, shownIn(row) + by, gently());
  };
  dialog.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('button');
    // What uncovers the pictures loads the page again; closing would go back meanwhile.
    if (!button || button.closest('form')) return;
    if (button.dataset.step) step(Number(button.dataset.step));
    else dialog.close();
  });
  dialog.addEventListener('keydown', (event) => {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    step(by);
  });
  row.addEventListener('scroll', () => {
    if (row.clientWidth > 0) see(shownIn(row));
  });
  dialog.addEventListener('close', () => {
    // Where the gallery is swiped it stands at the picture that was seen last.
    const slides = gallery.querySelector<HTMLElement>('.slides');
    if (slides) go(slides, seen, 'instant');
    zoom.reset();
  });
}

export function galleries(): void {
  for (const gallery of document.querySelectorAll('.gallery')) {
    const slides = gallery.querySelector<HTMLElement>(':scope > .slides');
    const dialog = gallery.querySelector<HTMLDialogElement>('dialog.large');
    if (slides) keys(slides);
    if (dialog) large(gallery, dialog);
  }
}
