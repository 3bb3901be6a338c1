import { useEffect, useState } from 'react';

/** What was last typed, once nobody has typed for this time. */
export function useSettled<T>(typed: T, pauseMs: number): T {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, pauseMs]);
  return settled;
}
