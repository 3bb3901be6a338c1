const FOCUSABLE = ':is(input, textarea, select, button):enabled, [contenteditable="true"]';

let last = new AbortController();

/**
 * Brings the control of this id, or in a group of this id the chosen or first, into view and to the
 * keyboard, after the page has drawn its messages. One whose section is still loading gets it as
 * soon as it is there, unless something else was done meanwhile.
 */
export function focusControl(id: string): void {
  last.abort();
  last = new AbortController();
  const { signal } = last;
  setTimeout(() => {
    if (signal.aborted || focusNow(id)) return;
    const observer = new MutationObserver(() => focusNow(id) && last.abort());
    observer.observe(document.body, { childList: true, subtree: true });
    signal.addEventListener('abort', () => observer.disconnect());
    for (const other of ['pointerdown', 'keydown'])
      addEventListener(other, () => last.abort(), { signal });
  }, 50);
}

/** Without waiting, so that a phone opens its keyboard: only a gesture does. */
export function focusAtOnce(id: string): boolean {
  last.abort();
  const control = document.getElementById(id);
  (targetIn(control) ?? control)?.focus();
  return control?.contains(document.activeElement) ?? false;
}

function focusNow(id: string): boolean {
  const control = document.getElementById(id);
  const target = targetIn(control);
  control?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
  return !!target;
}

const targetIn = (control: HTMLElement | null): HTMLElement | null | undefined =>
  control?.matches(FOCUSABLE)
    ? control
    : (control?.querySelector<HTMLElement>('[type=radio]:checked:enabled') ??
      control?.querySelector<HTMLElement>(FOCUSABLE));
