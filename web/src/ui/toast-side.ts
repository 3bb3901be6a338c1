/** Marks for the style sheet that toasts stand at the top of a phone's window. */
const ATTRIBUTE = 'data-toasts-top';
/**
 * Where messages stand at the bottom, in pixels above the edge: from the bar on, as high as two of
 * two lines.
 */
const FROM = 76;
const TO = FROM + 144;

let pressed: Element | null = null;
document.addEventListener(
  'click',
  ({ target }) => {
    if (target instanceof Element && !target.closest('[data-sonner-toaster]')) pressed = target;
  },
  true,
);

function isInTheWay(element: Element | null): boolean {
  const control = element?.closest('button, a, input, label, select, textarea, [role=button]');
  if (!control?.isConnected || control.closest('[data-sonner-toaster]')) return false;
  const { top, bottom, height } = control.getBoundingClientRect();
  return height > 0 && top < innerHeight - FROM && bottom > innerHeight - TO;
}

const place = (): void =>
  void document.body.toggleAttribute(ATTRIBUTE, [pressed, document.activeElement].some(isInTheWay));

let shown = 0;

/**
 * While a message is shown on a phone it leaves in sight what was pressed, and what has the focus:
 * a dialog that closes returns it to the button that had opened it. Returns how to end that.
 */
export function keepPressedInSight(): () => void {
  if (shown++ === 0) document.addEventListener('focusin', place);
  place();
  return () => {
    if (--shown > 0) return;
    document.removeEventListener('focusin', place);
    document.body.removeAttribute(ATTRIBUTE);
  };
}
