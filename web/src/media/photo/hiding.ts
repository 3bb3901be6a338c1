/**
 * Hides parts of a picture for good. Each cell of a coarse grid becomes its mean colour, the means
 * are blended with their neighbours, and what is written back is computed from those few colours
 * alone: nothing of the pixels under the brush is left to be sharpened again.
 */
import { boundsOf, type Rect, type Size, type Stamp, touch } from './geometry.ts';

/** Four bytes for each pixel, as `ImageData` holds them. */
export interface Pixels extends Size {
  data: Uint8ClampedArray;
}

/**
 * So many cells along the shorter side of what is hidden; a face of five blended cells is nobody's.
 */
const CELLS = 5;
/** A dab is never finer than this share of the picture, so that many small ones hide too. */
const FINEST = 1 / 48;
const LEAST_CELL = 4;

/** Side of a cell in pixels: it grows with what is hidden. */
export function cellFor(region: Size, picture: Size): number {
  const finest = Math.max(picture.width, picture.height) * FINEST;
  return Math.max(
    LEAST_CELL,
    Math.round(finest),
    Math.ceil(Math.min(region.width, region.height) / CELLS),
  );
}

/**
 * The stamps together with those earlier ones they touch: a face that is hidden dab by dab is
 * hidden as one, with cells of its size.
 */
export function withTouching(
  stamps: readonly Stamp[],
  earlier: readonly (readonly Stamp[])[],
  picture: Size,
): readonly Stamp[] {
  const region = boundsOf(stamps, picture);
  const near = region && earlier.find((group) => touches(group, region, picture));
  if (!near) return stamps;
  const others = earlier.filter((group) => group !== near);
  return withTouching([...stamps, ...near], others, picture);
}

function touches(group: readonly Stamp[], region: Rect, picture: Size): boolean {
  const other = boundsOf(group, picture);
  return other !== null && touch(other, region);
}

/**
 * Hides what the stamps cover. `pixels` are the part of the picture at `region`; they are changed
 * in place. Colours come from whole cells, so pixels outside of the stamps count in the means at
 * the edge.
 */
export function hide(pixels: Pixels, region: Rect, stamps: readonly Stamp[], cell: number): void {
  const means = blended(meansOf(pixels, cell));
  const covered = coverOf(stamps, region);
  const { data, width, height } = pixels;
  for (let y = 0; y < height; y++) {
    const row = between((y + 0.5) / cell - 0.5, means.height);
    for (let x = 0; x < width; x++) {
      if (covered[y * width + x] === 0) continue;
      const column = between((x + 0.5) / cell - 0.5, means.width);
      const upper = row.from * means.width;
      const lower = row.to * means.width;
      for (let channel = 0; channel < 3; channel++) {
        const a = means.data[(upper + column.from) * 3 + channel]!;
        const b = means.data[(upper + column.to) * 3 + channel]!;
        const c = means.data[(lower + column.from) * 3 + channel]!;
        const d = means.data[(lower + column.to) * 3 + channel]!;
        const above = a + (b - a) * column.share;
        const below = c + (d - c) * column.share;
        data[(y * width + x) * 4 + channel] = above + (below - above) * row.share;
      }
    }
  }
}

/** Three bytes' worth of colour for each cell. */
interface Means extends Size {
  data: Float64Array;
}

function meansOf({ data, width, height }: Pixels, cell: number): Means {
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  const sums = new Float64Array(columns * rows * 3);
  const counts = new Uint32Array(columns * rows);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / cell) * columns;
    for (let x = 0; x < width; x++) {
      const at = row + Math.floor(x / cell);
      const pixel = (y * width + x) * 4;
      sums[at * 3]! += data[pixel]!;
      sums[at * 3 + 1]! += data[pixel + 1]!;
      sums[at * 3 + 2]! += data[pixel + 2]!;
      counts[at]!++;
    }
  }
  for (let at = 0; at < sums.length; at++) sums[at]! /= counts[Math.floor(at / 3)]!;
  return { data: sums, width: columns, height: rows };
}

/** Each mean with its eight neighbours, the nearer the heavier: a blur as wide as three cells. */
function blended({ data, width, height }: Means): Means {
  const result = new Float64Array(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        let weights = 0;
        for (let dy = -1; dy <= 1; dy++)
          for (let dx = -1; dx <= 1; dx++) {
            if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
            const weight = (2 - Math.abs(dx)) * (2 - Math.abs(dy));
            sum += weight * data[((y + dy) * width + x + dx) * 3 + channel]!;
            weights += weight;
          }
        result[(y * width + x) * 3 + channel] = sum / weights;
      }
  return { data: result, width, height };
}

/** The two cells whose middles a pixel lies between, and how far it is on its way to the second. */
function between(at: number, count: number): { from: number; to: number; share: number } {
  const from = Math.max(0, Math.min(count - 1, Math.floor(at)));
  const to = Math.min(count - 1, from + 1);
  return { from, to, share: Math.max(0, Math.min(1, at - from)) };
}

/** One byte for each pixel of the region: whether a stamp covers it. */
function coverOf(stamps: readonly Stamp[], region: Rect): Uint8Array {
  const cover = new Uint8Array(region.width * region.height);
  for (const { x, y, rx, ry } of stamps) {
    const top = Math.max(0, Math.floor(y - ry - region.y));
    const bottom = Math.min(region.height, Math.ceil(y + ry - region.y));
    for (let row = top; row < bottom; row++) {
      const off = (row + 0.5 + region.y - y) / ry;
      if (Math.abs(off) >= 1) continue;
      const half = rx * Math.sqrt(1 - off * off);
      const from = Math.max(0, Math.round(x - half - region.x));
      const to = Math.min(region.width, Math.round(x + half - region.x));
      if (to > from) cover.fill(1, row * region.width + from, row * region.width + to);
    }
  }
  return cover;
}
