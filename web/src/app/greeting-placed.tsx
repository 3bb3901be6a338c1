import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { placeFor } from './greeting-place.ts';
import './frame.css';

export interface PlacedProps {
  children: ReactNode;
}

const UNSEEN = { top: 0, clipPath: 'inset(50%)' };

/** It lies upon the page and scrolls with it; without a free place it is only said. */
export function Placed({ children }: PlacedProps) {
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
      {children}
    </div>
  );
}
