import { type ComponentType, type ReactNode, useState } from 'react';
import { lazy } from '../ui/lazy.tsx';

interface Part<P> {
  Later: ComponentType<P>;
  /** Once it has come. */
  Code?: ComponentType<P>;
}

interface LatePart<P> {
  (props: P): ReactNode;
  /** Loads it before it is rendered, which then happens at once; rendering it says a failure. */
  preload(): Promise<void>;
}

/** A part of an editor that is loaded beside its item. */
export function latePart<P extends object>(load: () => Promise<ComponentType<P>>): LatePart<P> {
  const part: Part<P> = { Later: lazy(load, () => ({ wanted: true })) };
  const arrive = async () => {
    part.Code = await load();
  };
  return Object.assign((props: P) => <Late part={part} props={props} />, {
    preload: () => arrive().catch(() => {}),
  });
}

/** Stays the one that it was mounted as: another one would lose its state. */
function Late<P extends object>({ part, props }: { part: Part<P>; props: P }) {
  const [Mounted] = useState(() => part.Code ?? part.Later);
  return <Mounted {...props} />;
}
