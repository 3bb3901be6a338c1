import { useCallback, useEffect, useRef, useState } from 'react';
import { findFaces } from './face-finder.ts';
import type { Rect, Size, Stamp } from './geometry.ts';
import {
  cutOut,
  finish,
  hidingStep,
  release,
  renderFile,
  type Step,
  take,
} from './image-processor.ts';

type Phase = 'opening' | 'ready' | 'working' | 'broken';

/** A picture under work, one thing after the other: presses while it works are ignored. */
export function usePhoto(file: File) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [phase, setPhase] = useState<Phase>('opening');
  const [size, setSize] = useState<Size>({ width: 1, height: 1 });
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const busy = useRef(false);

  const work = useCallback(
    async <T>(act: (on: HTMLCanvasElement) => T | Promise<T>): Promise<T | undefined> => {
      const on = canvas.current;
      if (!on || busy.current) return;
      busy.current = true;
      setPhase((before) => (before === 'opening' ? before : 'working'));
      try {
        // So that the screen can say that it works before the pixels take its time.
        await new Promise((done) => setTimeout(done));
        const result = await act(on);
        setSize({ width: on.width, height: on.height });
        setPhase('ready');
        return result;
      } catch {
        setPhase('broken');
      } finally {
        busy.current = false;
      }
    },
    [],
  );

  useEffect(() => {
    const on = canvas.current;
    void work((fresh) => renderFile(fresh, file));
    return () => {
      if (on) release(on);
    };
  }, [file, work]);

  const add = (on: HTMLCanvasElement, step: Step) => {
    take(on, step);
    setSteps([...steps, step]);
  };
  const hide = (on: HTMLCanvasElement, groups: readonly (readonly Stamp[])[]) =>
    add(on, hidingStep(groups, steps, on));
  const goTo = (target: readonly Step[]) =>
    work(async (on) => {
      await renderFile(on, file);
      for (const step of target) take(on, step);
      setSteps(target);
    });

  return {
    canvas,
    phase,
    size,
    changed: steps.length > 0,
    take: (step: Step) => work((on) => add(on, step)),
    hide: (stamps: readonly Stamp[]) => work((on) => hide(on, [stamps])),
    /** How many faces were found and hidden; null where this browser cannot look for them. */
    hideFaces: () =>
      work(async (on) => {
        const faces = await findFaces(on);
        if (!faces) return null;
        const groups = faces.map((face) => [face]);
        if (groups.length > 0) hide(on, groups);
        return groups.length;
      }),
    undo: () => goTo(steps.slice(0, -1)),
    reset: () => goTo([]),
    /** A part of it in exactly this size. */
    cutOut: (part: Rect, to: Size) => work((on) => cutOut(on, part, to, file.name)),
    /** The finished file, with one last step where there is one. */
    finish: (last: Step | null) =>
      work((on) => {
        if (last) take(on, last);
        return finish(on, file.name);
      }),
  };
}

export type Photo = ReturnType<typeof usePhoto>;
