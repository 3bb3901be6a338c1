import { Hand } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DESKTOP, useMediaQuery } from '../lib/page/media-query.ts';
import { useGreeted } from '../lib/session/welcome.ts';
import { placeFor } from './greeting-place.ts';
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
  return at === 'head' ? <Words name={name} /> : <Placed name={name} />;
}

const UNSEEN = { top: 0, clipPath: 'inset(50%)' };

/** It lies upon the page and scrolls with it; without a free place it is only said. */
function Placed({ name }: { name: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<ReturnType<typeof placeFor>>(null);
  useLayoutEffect(() => {
    const find = () => setPlace(placeFor(box.current!));
    find();
    // What comes later may take its place: it moves before that is painted.
    const findAtOnce = () => flushSync(find);
    const sizes = new ResizeObserver(findAtOnce);
    sizes.observe(document.body);
    const content = new MutationObserver(findAtOnce);
    const page = document.getElementById('inhalt');
    if (page) content.observe(page, { childList: true, subtree: true, characterData: true });
    return () => {
      sizes.disconnect();
      content.disconnect();
    };
  }, []);
  return (
    <div ref={box} className="greeting-foot" style={place ?? UNSEEN}>
      <Words name={name} />
    </div>
  );
}

const Words = ({ name }: { name: string }) => (
  <p className="toast greeting" data-slot="greeting" role="status" data-keep-clear>
    <Hand className="i" aria-hidden />
    <span className="truncate">Hallo, {name}!</span>
  </p>
);
