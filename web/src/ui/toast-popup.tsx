/** The toasts themselves; `toast.tsx` loads them. */
import { type LucideIcon, X } from 'lucide-react';
import { useEffect, useLayoutEffect } from 'react';
import { Toaster as Sonner, toast as show } from 'sonner';
import { DESKTOP, useMediaQuery } from '../lib/page/media-query.ts';
import { IconButton } from './icon-button.tsx';
import { keepPressedInSight } from './toast-side.ts';
import './alert.css';
import './toast.css';

export interface Toast {
  text: string;
  icon: LucideIcon;
  /** How long it stays in milliseconds. */
  duration: number;
  /** Announced at once, and can be closed sooner. */
  urgent?: boolean | undefined;
}

/**
 * How often a text has gone. One that is on its way out takes no new words, so the next time it is
 * another toast.
 */
const gone = new Map<string, number>();
const idOf = (text: string) => `${gone.get(text) ?? 0} ${text}`;

function ToastBody({
  text,
  icon: Icon,
  urgent,
  onClose,
}: Omit<Toast, 'duration'> & { onClose: () => void }) {
  useLayoutEffect(keepPressedInSight, []);
  return (
    <div className="toast" data-slot="toast" role={urgent ? 'alert' : 'status'}>
      <Icon className="i" aria-hidden />
      <span className="msg">{text}</span>
      {urgent && <IconButton icon={X} label="Meldung schliessen" tipSide="top" onClick={onClose} />}
    </div>
  );
}

function present({ duration, ...toast }: Toast): void {
  const { text } = toast;
  const id = idOf(text);
  const leave = () => void (idOf(text) === id && gone.set(text, (gone.get(text) ?? 0) + 1));
  // The text is the key: saying the same thing twice shows it once.
  show.custom(() => <ToastBody {...toast} onClose={() => show.dismiss(id)} />, {
    id,
    duration,
    onDismiss: leave,
    onAutoClose: leave,
  });
}

export interface Presenter {
  present(toast: Toast): void;
  dismiss(text: string): void;
}

/** Hands over how to present a toast, once one would be seen. */
export function ToastPopup({ onReady }: { onReady: (presenter: Presenter) => void }) {
  const desktop = useMediaQuery(DESKTOP);
  useEffect(() => onReady({ present, dismiss: (text) => show.dismiss(idOf(text)) }), [onReady]);
  return (
    <Sonner
      position={desktop ? 'bottom-right' : 'bottom-center'}
      offset="1.5rem"
      mobileOffset={{
        left: '1rem',
        right: '1rem',
        bottom: 'calc(var(--tabbar-h) + env(safe-area-inset-bottom) + 0.75rem)',
      }}
      // As many as refreshing everything says at most: a warning for each of four stores and one
      // for the whole.
      visibleToasts={5}
      expand
      containerAriaLabel="Meldungen"
      style={{ zIndex: 'var(--z-toast)', fontFamily: 'var(--font-ui)' }}
    />
  );
}
