/** The toasts themselves; `toast.tsx` loads them. */
import { type LucideIcon, X } from 'lucide-react';
import { useEffect, useLayoutEffect } from 'react';
import { Toaster as Sonner, toast as show } from 'sonner';
import { DESKTOP, useMediaQuery } from '../lib/page/media-query.ts';
import { IconButton } from './icon-button.tsx';
import { findPlace, keepClear } from './toast-place.ts';
import { enqueue, type Queued, shownOf } from './toast-queue.ts';
import './alert.css';
import './toast.css';

export interface Toast extends Queued {
  icon: LucideIcon;
  /** How long it stays in milliseconds; an error then only gives its place to others. */
  duration: number;
}

function ToastBody({ text, icon: Icon, urgent }: Toast) {
  useLayoutEffect(keepClear, []);
  // A text of another length needs another place.
  useLayoutEffect(findPlace);
  return (
    <div className="toast" data-slot="toast" role={urgent ? 'alert' : 'status'}>
      <Icon className="i" aria-hidden />
      <span className="msg">{text}</span>
      {urgent && (
        <IconButton
          icon={X}
          label="Meldung schliessen"
          tipSide="top"
          onClick={() => dismiss(text)}
        />
      )}
    </div>
  );
}

let places = 1;
let queue: Toast[] = [];
/** What is in sight, by its text. */
const inSight = new Map<string, { id: string; toast: Toast; timer?: number }>();
/** One that is on its way out takes no new words: the next time it is another toast. */
let counted = 0;

function dismiss(text: string): void {
  queue = queue.filter((toast) => toast.text !== text);
  update();
}

/** An error that has been seen; it stays while nobody else needs its place. */
function markSeen(text: string): void {
  queue = queue.map((toast) => (toast.text === text ? { ...toast, seen: true } : toast));
  update();
}

function hide(text: string): void {
  const gone = inSight.get(text);
  if (!gone) return;
  clearTimeout(gone.timer);
  inSight.delete(text);
  show.dismiss(gone.id);
}

function reveal(toast: Toast): void {
  const { text, urgent, duration, seen } = toast;
  const id = inSight.get(text)?.id ?? `${counted++}`;
  // It went by its own time or by a finger; one that was hidden has another id by now.
  const leave = () => {
    if (inSight.get(text)?.id === id) dismiss(text);
  };
  clearTimeout(inSight.get(text)?.timer);
  const timer = urgent && !seen ? window.setTimeout(markSeen, duration, text) : undefined;
  inSight.set(text, { id, toast, ...(timer !== undefined && { timer }) });
  show.custom(() => <ToastBody {...toast} />, {
    id,
    duration: urgent ? Number.POSITIVE_INFINITY : duration,
    onDismiss: leave,
    onAutoClose: leave,
  });
}

function update(): void {
  const wanted = shownOf(queue, places);
  for (const text of [...inSight.keys()])
    if (!wanted.some((toast) => toast.text === text)) hide(text);
  for (const toast of wanted) {
    const now = inSight.get(toast.text)?.toast;
    // That it has been seen changes nothing of what stands there.
    if (now !== toast && !(now && toast.seen)) reveal(toast);
  }
}

export interface Presenter {
  present(toast: Toast): void;
  dismiss(text: string): void;
}

function present(toast: Toast): void {
  queue = enqueue(queue, toast);
  update();
}

/** Hands over how to present a toast, once one would be seen. */
export function ToastPopup({ onReady }: { onReady: (presenter: Presenter) => void }) {
  const desktop = useMediaQuery(DESKTOP);
  useEffect(() => {
    places = desktop ? 2 : 1;
    update();
  }, [desktop]);
  useEffect(() => onReady({ present, dismiss }), [onReady]);
  return (
    <Sonner
      position={desktop ? 'bottom-right' : 'bottom-center'}
      offset={{ right: '1.5rem' }}
      mobileOffset={{ left: '1rem', right: '1rem' }}
      visibleToasts={desktop ? 2 : 1}
      expand
      containerAriaLabel="Meldungen"
      style={{ zIndex: 'var(--z-toast)', fontFamily: 'var(--font-ui)' }}
    />
  );
}
