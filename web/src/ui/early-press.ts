/**
 * A press outside that closes nothing: the second of a double click falls on what the first opened.
 */
import { useEffect, useRef } from 'react';

const EARLY_MS = 400;

/** Whether a popup was closed by such a press. */
export function useEarlyPress(open: boolean): (details: { reason: string }) => boolean {
  const opened = useRef(0);
  useEffect(() => {
    if (open) opened.current = performance.now();
  }, [open]);
  return ({ reason }) =>
    reason === 'outside-press' && performance.now() - opened.current < EARLY_MS;
}
