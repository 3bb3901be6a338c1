import { Hand } from 'lucide-react';
import { DESKTOP, useMediaQuery } from '../lib/page/media-query.ts';
import { useGreeted } from '../lib/session/welcome.ts';
import { lazy } from '../ui/lazy.tsx';
import type { PlacedProps } from './greeting-placed.tsx';
import './frame.css';
import '../ui/toast.css';

const Placed = lazy<PlacedProps>(
  () => import('./greeting-placed.tsx').then((code) => code.Placed),
  () => ({ wanted: false }),
);

/**
 * «Hallo, Lena!», where it covers nothing: in the corner of the head, on a phone above the tab bar
 * (EXP-39).
 */
export function Greeting({ at }: { at: 'head' | 'foot' }) {
  const name = useGreeted();
  const desktop = useMediaQuery(DESKTOP);
  if (name === null || desktop !== (at === 'head')) return null;
  const words = <Words name={name} />;
  return at === 'head' ? words : <Placed>{words}</Placed>;
}

const Words = ({ name }: { name: string }) => (
  <p className="toast greeting" data-slot="greeting" role="status" data-keep-clear>
    <Hand className="i" aria-hidden />
    <span className="truncate">Hallo, {name}!</span>
  </p>
);
