/** What the entry of the history shows over its page, if anything. */
export const entryOver = (): string | undefined =>
  (history.state as { over?: string } | null)?.over;

/** Shown over the page: everything behind it is inert, Escape and the way back close it. */
export function openOver(dialog: HTMLDialogElement): void {
  const opener = document.activeElement;
  dialog.showModal();
  history.pushState({ over: dialog.id }, '');
  const goneBack = () => dialog.close();
  addEventListener('popstate', goneBack, { once: true });
  dialog.addEventListener(
    'close',
    () => {
      removeEventListener('popstate', goneBack);
      if (entryOver() === dialog.id) history.back();
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    { once: true },
  );
}

/** Whether something is open that nothing may come over. */
export const isBusy = (): boolean =>
  document.querySelector('dialog[open], :popover-open, details[data-closes][open]') !== null ||
  document.activeElement?.matches('input, select, textarea') === true;
