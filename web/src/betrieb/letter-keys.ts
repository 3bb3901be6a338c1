import { useEffect, useRef } from 'react';
import { PAIR_MS, TYPED_IN } from './keys.tsx';

/** Single letters of a page; never while somebody types, in a dialog, or after G. */
export function useLetterKeys(keys: Readonly<Record<string, () => void>>): void {
  const current = useRef(keys);
  current.current = keys;
  const pressedG = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, timeStamp } = event;
      if (ctrlKey || metaKey || altKey) return;
      if ((target as Element).closest(`${TYPED_IN}, [role=dialog]`)) return;
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
