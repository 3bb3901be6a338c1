import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { moveTo, SEARCH_PAUSE_MS, searched } from './chip-keys.ts';

const isChosen = ({ ariaPressed, ariaCurrent }: HTMLElement): boolean =>
  ariaPressed === 'true' || ariaCurrent !== null;

/**
 * Makes the buttons or links of a group one Tab stop: arrows move, Home and End jump, letters
 * search (EXP-74).
 */
export function useRoving<Group extends HTMLElement = HTMLDivElement>() {
  const group = useRef<Group>(null);
  /** Where Tab arrives; without one at the first that is chosen. */
  const last = useRef<HTMLElement>(undefined);
  const search = useRef({ text: '', at: Number.NEGATIVE_INFINITY });
  const buttons = () => [...(group.current?.querySelectorAll<HTMLElement>('button, a') ?? [])];

  const mark = () => {
    const all = buttons();
    const known = last.current && all.includes(last.current) ? last.current : undefined;
    const stop = known ?? all.find(isChosen) ?? all[0];
    for (const button of all) button.tabIndex = button === stop ? 0 : -1;
  };
  useLayoutEffect(mark);

  return {
    ref: group,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const all = buttons();
      const from = all.indexOf(document.activeElement as HTMLElement);
      if (from === -1) return;
      const goTo = (to: number | undefined) => {
        event.preventDefault();
        if (to !== undefined) all[to]!.focus();
      };
      const { text, at } = search.current;
      const typed = event.timeStamp - at < SEARCH_PAUSE_MS ? text : '';
      if (event.key.length === 1 && event.key !== ' ') {
        search.current = { text: typed + event.key, at: event.timeStamp };
        const names = all.map(({ textContent }) => textContent);
        return goTo(searched(names, search.current.text, from));
      }
      const to = moveTo(event.key, from, all.length);
      if (to !== undefined) goTo(to);
    },
    onFocus: ({ target }: FocusEvent) => {
      last.current = buttons().find((button) => button === target) ?? last.current;
      mark();
    },
  };
}
