import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DESKTOP, useMediaQuery } from '../../../../lib/page/media-query.ts';
import { rememberStep } from '../../../../lib/session/steps-left.ts';
import { onceLeft } from '../../../../ui/back-closes.ts';
import { firstInSteps, stepIn } from './editor-steps.ts';

/**
 * The step of the editor on a phone, in the address (EXP-45). Before it the history holds an entry
 * for each earlier step, so that the phone's own back leads one step back.
 */
export function useAdSteps(first: number, inseratId: number) {
  const { history } = useRouter();
  const { search, state } = useLocation();
  const stepped = !useMediaQuery(DESKTOP);
  const inAddress = stepIn((search as { schritt?: unknown }).schritt);
  const [step, setStep] = useState(inAddress ?? first);
  /** Where the address is on its way to. */
  const going = useRef<number | null>(null);

  const enter = (how: 'push' | 'replace', to: number) => {
    history[how](`${location.pathname}?schritt=${to}`, { ofSteps: true }, { ignoreBlocker: true });
    history.flush();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as there are steps
  useEffect(() => {
    if (!stepped || state.ofSteps) return;
    going.current = step;
    enter('replace', 1);
    for (let to = 2; to <= step; to++) enter('push', to);
  }, [stepped]);

  useEffect(() => {
    const arrived = () => {
      going.current = null;
    };
    addEventListener('popstate', arrived);
    return () => removeEventListener('popstate', arrived);
  }, []);
  useEffect(() => {
    if (inAddress === undefined || (going.current !== null && going.current !== inAddress)) return;
    going.current = null;
    setStep(inAddress);
  }, [inAddress]);

  useEffect(() => {
    if (stepped) rememberStep(inseratId, step);
  }, [stepped, inseratId, step]);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // A step opens at its top, unless a field further down already has the focus.
    if (stepped && !document.activeElement?.closest('.sec'))
      scrollTo({ top: 0, behavior: 'instant' });
  }, [stepped, step]);

  /** Renders at once, so that the focus can move within the same gesture. */
  const show = (to: number) => {
    if (!stepped || to === step) return;
    flushSync(() => setStep(to));
    going.current = to;
    // The list of all steps has closed with this: its entry goes first.
    onceLeft(() => {
      if (to < step) history.go(to - step, { ignoreBlocker: true });
      else for (let next = step + 1; next <= to; next++) enter('push', next);
    });
  };
  return {
    stepped,
    step,
    show,
    /** Shows the step of the first of these fields; returns the field that comes first. */
    showFieldOf: (fields: readonly string[]): readonly string[] => {
      const found = stepped ? firstInSteps(fields) : undefined;
      if (!found) return fields;
      show(found.step);
      return [found.field];
    },
  };
}

export type AdSteps = ReturnType<typeof useAdSteps>;
