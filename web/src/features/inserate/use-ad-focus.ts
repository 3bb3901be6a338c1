import { useEffect, useRef } from 'react';
import { cardOf } from './ad-card.tsx';

/** Where the focus goes when a dialog of the list closes: back to the button, or to the card where it is now. */
export function useAdFocus(shown: readonly number[]) {
  const opener = useRef<HTMLElement | null>(null);
  const asked = useRef<number | null>(null);
  const wanted = useRef<(() => HTMLElement | null) | null>(null);

  // The card that is wanted appears with the next page of the list, some renders after the dialog has closed.
  useEffect(() => {
    const target = wanted.current?.();
    if (!target) return;
    wanted.current = null;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: 'nearest' });
  });

  const moreButton = (id: number) => document.querySelector<HTMLElement>(`[data-more="${id}"]`);
  return {
    /** Before the dialog about this ad opens. */
    remember: (id: number) => {
      const active = document.activeElement;
      const inSheet = active instanceof HTMLElement && active.closest('[data-slot=sheet]') !== null;
      opener.current = inSheet ? moreButton(id) : (active as HTMLElement | null);
      asked.current = id;
    },
    toCard: (id: number) => {
      wanted.current = () => cardOf(id);
    },
    /** The ad is gone: to the one that takes its place, or to the tab when there is none. */
    toNeighbour: (id: number) => {
      const at = shown.indexOf(id);
      const next = shown[at + 1] ?? shown[at - 1];
      wanted.current = () =>
        (next === undefined ? null : cardOf(next)) ??
        document.querySelector<HTMLElement>('[role=tab][aria-selected=true]');
    },
    afterDialog: (): HTMLElement | boolean => {
      if (wanted.current) return false;
      const back = opener.current;
      if (back?.isConnected) return back;
      return (asked.current === null ? null : cardOf(asked.current)) ?? true;
    },
  };
}
