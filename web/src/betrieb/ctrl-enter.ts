import { type RefObject, useEffect, useRef } from 'react';

/**
 * Ctrl Enter sends, wherever in the returned element, or in the dialog around it, the focus is
 * (BOF-45).
 */
export function useCtrlEnter<Within extends HTMLElement>(
  send: () => void,
): RefObject<Within | null> {
  const place = useRef<Within>(null);
  const current = useRef(send);
  current.current = send;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      const within = place.current?.closest('[role=dialog], [role=alertdialog]') ?? place.current;
      if (!within?.contains(event.target as Node)) return;
      event.preventDefault();
      if (!event.repeat) current.current();
    };
    // Before a button or a list that has the focus takes it as its own.
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, []);
  return place;
}
