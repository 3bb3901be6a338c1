import { useEffect, useRef, useState } from 'react';
import { cardOf } from './item-card.tsx';
import { takeReturning } from './way-back.ts';

type Find = () => HTMLElement | null;

const DIALOG = '[data-slot=dialog]';
/** So long a slow device may take to close one. */
const MOST_FRAMES = 300;

/**
 * Where the focus goes when a dialog of the list closes: back to the button, or to the card where
 * it is now. After its editor it goes to the card, too.
 */
export function useFocus(shown: readonly number[]) {
  const [returned] = useState(takeReturning);
  const first = returned !== undefined && shown.includes(returned) ? returned : null;
  /** When the dialog is cancelled, or the item does not move. */
  const back = useRef<Find>(() => null);
  /** Where it goes instead, once that is on the page. */
  const target = useRef<Find | null>(first === null ? null : () => cardOf(first));
  const pending = useRef(first !== null);

  // The card appears with the next page of the list, some renders after the dialog has closed.
  useEffect(() => {
    const find = target.current;
    if (!pending.current || !find?.()) return;
    pending.current = false;
    const place = (tries: number) => {
      if (target.current !== find) return;
      // A dialog that still closes would take the focus with it.
      if (tries > 0 && document.querySelector(DIALOG)) {
        requestAnimationFrame(() => place(tries - 1));
        return;
      }
      const element = find();
      element?.focus({ preventScroll: true });
      element?.scrollIntoView({ block: 'nearest' });
    };
    place(MOST_FRAMES);
  });

  const goTo = (find: Find) => {
    target.current = find;
    pending.current = true;
  };
  return {
    /** Before the dialog about this one opens. */
    remember: (id: number) => {
      const active = document.activeElement;
      const inSheet = !!active?.closest('[data-slot=sheet]');
      const opener = inSheet ? document.querySelector(`[data-more="${id}"]`) : active;
      back.current = () =>
        opener instanceof HTMLElement && opener.isConnected ? opener : cardOf(id);
      target.current = null;
      pending.current = false;
    },
    toCard: (id: number) => goTo(() => cardOf(id)),
    /** It is deleted: to its neighbour, or to the tab when there is none. */
    toNeighbour: (id: number) => {
      const at = shown.indexOf(id);
      const next = shown[at + 1] ?? shown[at - 1];
      const tab = () => document.querySelector<HTMLElement>('[role=tab][aria-selected=true]');
      goTo(() => (next === undefined ? null : cardOf(next)) ?? tab());
    },
    afterDialog: (): HTMLElement | boolean => (target.current ? false : (back.current() ?? true)),
  };
}
