import { useEffect, useState } from 'react';

const DURATION_MS = 400;

/** Counts once from `from` to `to`; at once without a `from` or when the person wants no motion. */
export function useCountUp(to: number, from: number | null): number {
  const [shown, setShown] = useState(from ?? to);
  useEffect(() => {
    if (from === null || from === to || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setShown(to);
      return;
    }
    const started = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, (now - started) / DURATION_MS));
      setShown(Math.round(from + (to - from) * (1 - (1 - part) ** 3)));
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [to, from]);
  return shown;
}
