/**
 * `toast.success('Inserat gespeichert')`, `.info`, `.warning`, `.error`; 3 s by default (decision
 * X-16); errors stay until they are closed (EXP-73).
 */
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFirstTouch } from '../lib/page/on-first-interaction.ts';
import type { Presenter, Toast, ToastAct } from './toast-popup.tsx';

export type { ToastAct };

const SHOWN_MS = 3000;
const UNDO_MS = 8000;

interface Options {
  /** How long it stays in milliseconds. */
  duration?: number;
  /** A button that leads on. */
  act?: ToastAct;
}

export const toast = {
  success: (text: string, options?: Options) => present(text, { icon: CircleCheck, ...options }),
  info: (text: string, options?: Options) => present(text, { icon: Info, ...options }),
  warning: (text: string, options?: Options) => present(text, { icon: TriangleAlert, ...options }),
  /** With «Rückgängig»; stays while it is focused or hovered (EXP-72). */
  undo: (text: string, undo: () => void) =>
    present(text, { icon: CircleCheck, duration: UNDO_MS, undo }),
  /** `of` names the action that failed. */
  error: (text: string, { of }: { of?: string } = {}) =>
    present(text, { icon: CircleAlert, urgent: true, of }),
  /** The action went well: what its last try said holds no longer. */
  succeeded(of: string) {
    waiting = waiting.filter((toast) => toast.of !== of);
    presenter?.succeeded(of);
  },
  /** Another page is open: what the last one said goes once it has been seen. */
  leavePage: () => presenter?.leavePage(),
  /** Takes back what has been said and holds no longer. */
  dismiss(text: string) {
    waiting = waiting.filter((toast) => toast.text !== text);
    presenter?.dismiss(text);
  },
};

/** What waits until toasts can be seen, and then who presents them. */
let waiting: Toast[] = [];
let presenter: Presenter | null = null;
let load = () => {};

function present(
  text: string,
  { duration = SHOWN_MS, ...rest }: Options & Pick<Toast, 'icon' | 'urgent' | 'undo' | 'of'>,
): void {
  const toast = { text, duration, ...rest };
  if (presenter) presenter.present(toast);
  else {
    waiting.push(toast);
    load();
  }
}

function ready(now: Presenter): void {
  presenter = now;
  for (const toast of waiting) now.present(toast);
  waiting = [];
}

/** The router, as far as it tells when a page has changed. */
interface Pages {
  subscribe(event: 'onResolved', listener: (of: { pathChanged: boolean }) => void): () => void;
}

/**
 * Once, above the router, so that messages survive navigation. Its code comes with the first touch
 * of the page, or with the first message. With `pages`, errors go when the page changes (decision
 * 165); the portal's stay until they are closed (EXP-73).
 */
export function Toaster({ pages }: { pages?: Pages }) {
  useEffect(
    () => pages?.subscribe('onResolved', ({ pathChanged }) => pathChanged && toast.leavePage()),
    [pages],
  );
  const [code, setCode] = useState<typeof import('./toast-popup.tsx') | null>(null);
  useEffect(() => {
    load = () => {
      // When it fails, the first touch of the page or the next message tries again.
      import('./toast-popup.tsx').then(setCode, () => {});
    };
    if (waiting.length > 0) load();
  }, []);
  useFirstTouch(code === null, () => load());
  return code && <code.ToastPopup onReady={ready} />;
}
