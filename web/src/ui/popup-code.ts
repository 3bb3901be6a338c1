import { useState } from 'react';
import { useFirstTouch } from '../lib/page/on-first-interaction.ts';

/**
 * Whether a dialog or sheet is to be rendered. Its code is no part of the first load: it comes with
 * the first touch of the page, before anything can be opened, and stays from then on so that
 * opening and closing can move.
 */
export function usePopupCode(load: () => Promise<unknown>, open: boolean): boolean {
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  useFirstTouch(!wanted, () => {
    // When it fails, opening tries again.
    load().then(
      () => setWanted(true),
      () => {},
    );
  });
  return wanted;
}
