import type { RouterHistory } from '@tanstack/react-router';

/**
 * After another page has opened: the link that was pressed may be gone with its page, or stand
 * before the new content; the focus goes on there, and readers begin to read it.
 */
export function focusContent(): void {
  const content = document.getElementById('inhalt');
  if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
}

/** Tells whether somebody has gone to another page, perhaps before the first one was there. */
export function noteMoves(history: Pick<RouterHistory, 'subscribe'>): () => boolean {
  let moved = false;
  const stop = history.subscribe(({ action }) => {
    // A document that opens elsewhere replaces its address.
    if (action.type === 'REPLACE') return;
    moved = true;
    stop();
  });
  return () => moved;
}
