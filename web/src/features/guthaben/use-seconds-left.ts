import { useEffect, useState } from 'react';

/**
 * Whole seconds until an instant (milliseconds since 1970), counting down; 0 without one and when
 * it has passed. Reckoned at every rendering, so that the first one is right however long the page
 * was open.
 */
export function useSecondsLeft(until: number | null): number {
  const left = until === null ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000));
  const [, setNow] = useState(0);
  useEffect(() => {
    if (until === null || until <= Date.now()) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (until <= Date.now()) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
