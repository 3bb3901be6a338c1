import { clsx } from 'clsx';
import { Hand } from 'lucide-react';
import { DESKTOP, useMediaQuery } from '../lib/page/media-query.ts';
import { useGreeted } from '../lib/session/welcome.ts';
import './frame.css';
import '../ui/toast.css';

/**
 * «Hallo, Lena!», where it covers nothing: in the corner of the head, on a phone above the tab bar
 * (EXP-39).
 */
export function Greeting({ at }: { at: 'head' | 'foot' }) {
  const name = useGreeted();
  const desktop = useMediaQuery(DESKTOP);
  if (name === null || desktop !== (at === 'head')) return null;
  return (
    <p
      className={clsx('toast greeting', `greeting-${at}`)}
      data-slot="greeting"
      role="status"
      data-keep-clear
    >
      <Hand className="i" aria-hidden />
      <span className="truncate">Hallo, {name}!</span>
    </p>
  );
}
