import { useSyncExternalStore } from 'react';

/** Whether a media query holds now; follows changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

/** The width from which the frame shows the sidebar. */
export const DESKTOP = '(min-width: 900px)';
