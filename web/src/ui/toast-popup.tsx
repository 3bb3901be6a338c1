/** The toasts themselves; `toast.tsx` loads them. */
import { type LucideIcon, X } from 'lucide-react';
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Toaster as Sonner, toast as show } from 'sonner';
import { DESKTOP, useMediaQuery } from '../lib/page/media-query.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { findPlace, keepClear } from './toast-place.ts';
import { enqueue, onNextPage, type Queued, shownOf, withoutOf, withSeen } from './toast-queue.ts';
import './alert.css';
import './toast.css';

export interface ToastAct {
  label: string;
  run: () => void;
}

export interface Toast extends Queued {
  icon: LucideIcon;
  /** How long it stays in milliseconds; an error then only gives its place to others. */
  duration: number;
  /** What «Rückgängig» does. */
  undo?: (() => void) | undefined;
  act?: ToastAct;
}

/** What had the focus before a button of a toast. */
let cameFrom: HTMLElement | null = null;

const returnFocus = () => cameFrom?.focus({ preventScroll: true });

/**
 * Stops focus events before the toaster, which restores the earlier focus on blur: Tab would never
 * get past it.
 */
function passFocus(event: FocusEvent): void {
  event.stopPropagation();
  const from = event.relatedTarget as HTMLElement | null;
  if (event.type === 'focus' && !from?.closest('[data-sonner-toaster]')) cameFrom = from;
}

/** Stays while it is focused or hovered, and `Strg+Z` presses its button (EXP-72). */
function useUndo({ text, duration, undo }: Toast) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!undo || held) return;
    const timer = setTimeout(dismiss, duration, text);
    return () => clearTimeout(timer);
  }, [text, duration, undo, held]);
  const act =
    undo &&
    (() => {
      dismiss(text);
      undo();
    });
  useEffect(() => {
    if (!act) return;
    const onKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, shiftKey, key, target } = event;
      const typing =
        target instanceof Element && target.closest('input, textarea, [contenteditable]');
      if (!(ctrlKey || metaKey) || shiftKey || key.toLowerCase() !== 'z' || typing) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  const holding = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus(event: FocusEvent) {
      setHeld(true);
      passFocus(event);
    },
    onBlur(event: FocusEvent) {
      setHeld(false);
      passFocus(event);
    },
  };
  return { act, holding };
}

function ToastBody(toast: Toast) {
  const { text, icon: Icon, urgent, act } = toast;
  const { act: undo, holding } = useUndo(toast);
  const body = useRef<HTMLDivElement>(null);
  // Only its buttons are stops of the keyboard.
  useLayoutEffect(() => body.current?.closest('li')?.setAttribute('tabindex', '-1'), []);
  useLayoutEffect(keepClear, []);
  // A text of another length needs another place.
  useLayoutEffect(findPlace);
  return (
    <div
      className="toast"
      data-slot="toast"
      role={urgent ? 'alert' : 'status'}
      ref={body}
      {...holding}
    >
      <Icon className="i" aria-hidden />
      <span className="msg">{text}</span>
      {act && (
        <Button
          size="sm"
          onClick={() => {
            returnFocus();
            dismiss(text);
            act.run();
          }}
        >
          {act.label}
        </Button>
      )}
      {undo && (
        <Button
          size="sm"
          aria-keyshortcuts="Control+Z"
          onClick={() => {
            returnFocus();
            undo();
          }}
        >
          Rückgängig
        </Button>
      )}
      {urgent && (
        <IconButton
          icon={X}
          label="Meldung schliessen"
          tipSide="top"
          onClick={() => {
            returnFocus();
            dismiss(text);
          }}
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

/** An error that has been seen; it stays while nobody else needs its place and its page is open. */
function markSeen(text: string): void {
  queue = withSeen(queue, text);
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
    duration: urgent || toast.undo ? Number.POSITIVE_INFINITY : duration,
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
  succeeded(of: string): void;
  leavePage(): void;
}

function present(toast: Toast): void {
  queue = enqueue(queue, toast);
  update();
}

function succeeded(of: string): void {
  queue = withoutOf(queue, of);
  update();
}

function leavePage(): void {
  queue = onNextPage(queue);
  update();
}

/** Hands over how to present a toast, once one would be seen. */
export function ToastPopup({ onReady }: { onReady: (presenter: Presenter) => void }) {
  const desktop = useMediaQuery(DESKTOP);
  useEffect(() => {
    places = desktop ? 2 : 1;
    update();
  }, [desktop]);
  useEffect(() => onReady({ present, dismiss, succeeded, leavePage }), [onReady]);
  useEffect(() => {
    // Alt+T gives the list the focus, in which only buttons can be used.
    const toButton = ({ target, relatedTarget }: globalThis.FocusEvent) => {
      if (!(target instanceof Element && target.matches('[data-sonner-toaster]'))) return;
      cameFrom = relatedTarget as HTMLElement | null;
      target.querySelector('button')?.focus();
    };
    addEventListener('focusin', toButton);
    return () => removeEventListener('focusin', toButton);
  }, []);
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
