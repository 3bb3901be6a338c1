const MOST = 4;
/** Below this it counts as the whole picture. */
const WHOLE = 1.05;

/** Two fingers enlarge the picture that is shown; one moves it then, two taps show it whole. */
export function pinch(dialog: HTMLElement, row: HTMLElement): { reset(): void } {
  const fingers = new Map<number, { x: number; y: number }>();
  let picture: HTMLElement | null = null;
  let [scale, x, y] = [1, 0, 0];
  let tapped = 0;

  const draw = () => {
    dialog.classList.toggle('zoomed', scale > 1);
    if (!picture) return;
    const most = [picture.clientWidth, picture.clientHeight].map(
      (side) => (side * (scale - 1)) / 2,
    );
    x = Math.max(-most[0]!, Math.min(x, most[0]!));
    y = Math.max(-most[1]!, Math.min(y, most[1]!));
    picture.style.transform = scale > 1 ? `translate(${x}px, ${y}px) scale(${scale})` : '';
  };
  const reset = () => {
    [scale, x, y] = [1, 0, 0];
    draw();
    picture = null;
  };
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };

  row.addEventListener('pointerdown', ({ target, pointerId, clientX, clientY, pointerType }) => {
    if (pointerType !== 'touch') return;
    fingers.set(pointerId, { x: clientX, y: clientY });
    const touched = target instanceof Element && target.closest('li')?.querySelector('img');
    if (scale === 1 && touched) picture = touched;
    if (fingers.size === 1 && scale > 1) {
      const now = performance.now();
      if (now - tapped < 300) reset();
      tapped = now;
    }
  });
  row.addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
    const before = fingers.get(pointerId);
    if (!before) return;
    const apart = spread();
    fingers.set(pointerId, { x: clientX, y: clientY });
    if (fingers.size === 2 && apart > 0) {
      scale = Math.max(1, Math.min(MOST, (scale * spread()) / apart));
    } else if (fingers.size === 1 && scale > 1) {
      x += clientX - before.x;
      y += clientY - before.y;
    } else return;
    draw();
  });
  // Or the browser would take the fingers to scroll or to enlarge the whole page.
  row.addEventListener(
    'touchmove',
    (event) => {
      if (event.cancelable && (event.touches.length > 1 || scale > 1)) event.preventDefault();
    },
    { passive: false },
  );
  const lift = ({ pointerId }: PointerEvent) => {
    fingers.delete(pointerId);
    if (fingers.size === 0 && scale < WHOLE) reset();
  };
  row.addEventListener('pointerup', lift);
  row.addEventListener('pointercancel', lift);
  return { reset };
}
