const FOCUSABLE = 'input, textarea, select, button, [contenteditable="true"]';

/** Brings the control of this id, or the first of a group of this id, into view and to the keyboard, after the page has drawn its messages. */
export function focusControl(id: string): void {
  setTimeout(() => {
    const control = document.getElementById(id);
    const target = control?.matches(FOCUSABLE) ? control : control?.querySelector<HTMLElement>(FOCUSABLE);
    control?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  }, 50);
}
