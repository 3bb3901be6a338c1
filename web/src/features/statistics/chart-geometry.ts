/** A bar in a box that is as many units wide as there are bars, and 100 high. */
export interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Share of its unit that a bar fills. */
const FILLED = 0.72;
/** What is not zero is seen. */
const LEAST_HEIGHT = 1.5;

/** The next round number that the scale ends at, of which the half is a whole number too. */
export function scaleTop(most: number): number {
  if (most <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 3, 4, 6, 8, 10].find((factor) => factor * power >= most)!;
  const top = step * power;
  return top % 2 === 0 ? top : top + 1;
}

export function barsOf(values: readonly number[], top: number): Bar[] {
  return values.map((value, index) => {
    const height = value === 0 ? 0 : Math.max(LEAST_HEIGHT, (value / top) * 100);
    return { x: index + (1 - FILLED) / 2, y: 100 - height, width: FILLED, height };
  });
}

/** Which bar lies under a place from 0 at the left to 1 at the right. */
export const barAt = (place: number, bars: number): number =>
  Math.max(0, Math.min(bars - 1, Math.floor(place * bars)));

/**
 * Which bars are named below the chart: the first, the last, and evenly between, at most so many.
 */
export function namedBars(bars: number, most: number): number[] {
  if (bars <= most) return Array.from({ length: bars }, (_, index) => index);
  return Array.from({ length: most }, (_, index) => Math.round((index * (bars - 1)) / (most - 1)));
}
