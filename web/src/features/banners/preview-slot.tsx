import type { BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import { useId } from 'react';
import './step-content.css';
import './step-type.css';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  rx: number;
}

const CARD_XS = [14, 67, 120, 173];
const cards = (y: number): Box[] => CARD_XS.map((x) => ({ x, y, width: 45, height: 40, rx: 3 }));
const line = (y: number, height: number, x = 14, width = 212): Box => ({
  x,
  y,
  width,
  height,
  rx: 3,
});

/** The place of each type on a page of 240 by 150: what is around it, and the banner itself. */
const PLACES: Record<BannerTypeId, { around: Box[]; banner: Box; over?: boolean }> = {
  a1: {
    around: [...cards(76), ...cards(122)],
    banner: { x: 14, y: 32, width: 212, height: 34, rx: 4 },
  },
  a2: {
    around: [line(32, 10), ...cards(50), ...cards(140)],
    banner: { x: 52, y: 98, width: 136, height: 34, rx: 4 },
  },
  a3: {
    around: [line(32, 10), ...cards(50), ...cards(98)],
    banner: { x: 84, y: 34, width: 72, height: 98, rx: 6 },
    over: true,
  },
  a4: {
    around: [line(32, 24), ...cards(66), line(118, 13, 86, 60), line(118, 13, 154, 72)],
    banner: { x: 14, y: 118, width: 64, height: 13, rx: 4 },
  },
};

/** A page of a partner website, drawn to scale, with the place of this type on it. */
export function PreviewSlot({ typ }: { typ: BannerTypeId }) {
  const clip = useId();
  const { around, banner, over } = PLACES[typ];
  return (
    <svg className="slot" viewBox="0 0 240 150" aria-hidden>
      <clipPath id={clip}>
        <rect width="240" height="150" rx="9" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect x=".5" y=".5" width="239" height="149" rx="9" className="pg" />
        {[13, 21, 29].map((x) => (
          <circle key={x} cx={x} cy="11" r="2.5" className="off" />
        ))}
        <path d="M0 21.5H240" className="hr" />
        {around.map((box) => (
          <rect key={`${box.x} ${box.y}`} {...box} className="off" />
        ))}
        {over && <rect width="240" height="150" className="dim" />}
        <rect {...banner} className="on" />
      </g>
    </svg>
  );
}
