import { useEffect, useRef, useState } from 'react';

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'focusin'] as const;

/**
 * Runs once at the first sign of a person at the page: the moment for code that no page needs to be
 * drawn, and that is needed before anything can be done with it.
 */
export function useFirstTouch(active: boolean, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!active) return;
    const stop = new AbortController();
    const once = () => {
      stop.abort();
      latest.current();
    };
    for (const sign of SIGNS) addEventListener(sign, once, { signal: stop.signal, passive: true });
    return () => stop.abort();
  }, [active]);
}

/** Code that comes at the first sign of a person; null until then, and where it cannot be had. */
export function useTouched<Code>(load: () => Promise<Code>): Code | null {
  const [code, setCode] = useState<Code | null>(null);
  useFirstTouch(code === null, () => {
    load().then(
      (loaded) => setCode(() => loaded),
      () => {},
    );
  });
  return code;
}
