import { useEffect, useRef } from 'react';
import { useDiscreet } from '../lib/page/discreet.ts';

/** In the Diskret-Ansicht, what was uncovered is veiled when somebody leaves the window. */
export function useVeilAgain(veil: () => void): void {
  const discreet = useDiscreet();
  const latest = useRef(veil);
  useEffect(() => {
    latest.current = veil;
  });
  useEffect(() => {
    if (!discreet) return;
    const leave = () => latest.current();
    leave();
    addEventListener('blur', leave);
    return () => removeEventListener('blur', leave);
  }, [discreet]);
}
