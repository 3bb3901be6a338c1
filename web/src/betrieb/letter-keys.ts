import { useEffect, useRef } from 'react';
import { PAIR_MS } from './keys.tsx';

/** Where keys are typed or choose; a form that is always on its page names itself `data-form`. */
const FORM = 'input, textarea, select, [contenteditable], form, [data-form]';
/** Choices that the letters themselves make. */
const OWN = '[data-letters]';
/** What asks something now: wherever the focus is, no letter decides behind it. */
const ASKING = '[role=dialog], [role=alertdialog], [data-asking]';

/** Single letters of a page; never in a form, while something is asked, or after G (BOF-45). */
export function useLetterKeys(keys: Readonly<Record<string, () => void>>): void {
  const current = useRef(keys);
  current.current = keys;
  const pressedG = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, timeStamp } = event;
      if (ctrlKey || metaKey || altKey) return;
      const at = target as Element;
      if (document.querySelector(ASKING) || (at.closest(FORM) && !at.closest(OWN))) return;
      const letter = key.toLowerCase();
      const afterG = timeStamp - pressedG.current <= PAIR_MS;
      pressedG.current = letter === 'g' && !afterG ? timeStamp : Number.NEGATIVE_INFINITY;
      const act = current.current[letter];
      if (!act || afterG) return;
      // The letter must not be typed into the field that gets the focus.
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
