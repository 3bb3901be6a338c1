/**
 * Where things lie in a picture. All lengths are pixels of the picture, whatever its size on the
 * screen.
 */

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Rect extends Point, Size {}

/** An ellipse that hides what is under it: a dab of the brush, or a face. */
export interface Stamp extends Point {
  rx: number;
  ry: number;
}

/** Quarter turns clockwise; three are one to the left. */
export type Turn = 1 | 3;

/** Longest side of a result. Its square is also the most that phones allow a canvas to hold. */
const MAX_SIDE = 4096;

/** Smallest side of a crop, so that something remains to be seen and taken hold of. */
const MIN_CROP = 64;

/** What a picture needs to be worked on. */
export const LEAST: Size = { width: MIN_CROP, height: MIN_CROP };

/** Why this picture is too small for that, or null. */
export const smallProblem = ({ width, height }: Size, least: Size): string | null =>
  width >= least.width && height >= least.height
    ? null
    : `Das Bild ist mit ${width} × ${height} Pixeln zu klein. Es braucht mindestens ${least.width} × ${least.height}.`;

/**
 * How far apart the dabs of one stroke lie, as a share of the brush; close enough that its edge is
 * straight.
 */
const DAB_DISTANCE = 0.25;

/** A detector's box ends at brows and chin; what makes a face known reaches further. */
const FACE_WIDTH = 1.3;
const FACE_HEIGHT = 1.5;

/** The largest size of the same shape whose sides fit `max`; never larger than it was. */
export function fitted({ width, height }: Size, max = MAX_SIDE): Size {
  const scale = Math.min(1, max / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

export const turnedSize = ({ width, height }: Size): Size => ({ width: height, height: width });

/** Where a point of the picture lies after the turn. */
export const turnedPoint = ({ x, y }: Point, { width, height }: Size, turn: Turn): Point =>
  turn === 1 ? { x: height - y, y: x } : { x: y, y: width - x };

/**
 * The matrix of the turn, as canvases take it: it maps the old picture onto the whole of the new
 * one.
 */
export const turnMatrix = (
  { width, height }: Size,
  turn: Turn,
): [number, number, number, number, number, number] =>
  turn === 1 ? [0, 1, -1, 0, height, 0] : [0, -1, 1, 0, 0, width];

/** The largest crop of this shape (width by height), in the middle. Without a shape: everything. */
export function widestCrop({ width, height }: Size, ratio: number | null): Rect {
  if (ratio === null) return { x: 0, y: 0, width, height };
  const wide = Math.min(width, height * ratio);
  const high = wide / ratio;
  return { x: (width - wide) / 2, y: (height - high) / 2, width: wide, height: high };
}

export type Corner = 'nw' | 'ne' | 'sw' | 'se';

/**
 * The crop with one corner taken to a point; the opposite one stays. It keeps its shape and stays
 * inside the picture.
 */
export function draggedCorner(
  crop: Rect,
  corner: Corner,
  to: Point,
  bounds: Size,
  ratio: number | null,
): Rect {
  const west = corner.endsWith('w');
  const north = corner.startsWith('n');
  const fixed = {
    x: west ? crop.x + crop.width : crop.x,
    y: north ? crop.y + crop.height : crop.y,
  };
  const room = {
    width: west ? fixed.x : bounds.width - fixed.x,
    height: north ? fixed.y : bounds.height - fixed.y,
  };
  const least = Math.min(MIN_CROP, bounds.width, bounds.height);
  let width = clamp(west ? fixed.x - to.x : to.x - fixed.x, least, room.width);
  let height = clamp(north ? fixed.y - to.y : to.y - fixed.y, least, room.height);
  if (ratio !== null) {
    width = Math.min(Math.max(width, height * ratio), room.width, room.height * ratio);
    height = width / ratio;
  }
  return {
    x: west ? fixed.x - width : fixed.x,
    y: north ? fixed.y - height : fixed.y,
    width,
    height,
  };
}

export const movedCrop = (crop: Rect, by: Point, bounds: Size): Rect => ({
  ...crop,
  x: clamp(crop.x + by.x, 0, bounds.width - crop.width),
  y: clamp(crop.y + by.y, 0, bounds.height - crop.height),
});

/**
 * The crop drawn so many times smaller than the widest one of its shape; its middle stays where
 * that is possible.
 */
export function zoomedCrop(crop: Rect, zoom: number, bounds: Size, ratio: number): Rect {
  const widest = widestCrop(bounds, ratio);
  const width = widest.width / Math.max(1, zoom);
  const height = width / ratio;
  const middle = { x: crop.x + crop.width / 2, y: crop.y + crop.height / 2 };
  return movedCrop(
    { x: middle.x - width / 2, y: middle.y - height / 2, width, height },
    { x: 0, y: 0 },
    bounds,
  );
}

/** The crop in whole pixels, inside the picture. */
export function wholePixels(crop: Rect, bounds: Size): Rect {
  const x = clamp(Math.round(crop.x), 0, bounds.width - 1);
  const y = clamp(Math.round(crop.y), 0, bounds.height - 1);
  return {
    x,
    y,
    width: clamp(Math.round(crop.width), 1, bounds.width - x),
    height: clamp(Math.round(crop.height), 1, bounds.height - y),
  };
}

export const isWhole = (crop: Rect, bounds: Size): boolean => {
  const { width, height } = wholePixels(crop, bounds);
  return width === bounds.width && height === bounds.height;
};

/** A point of the screen as a point of the picture that is shown in `box`. */
export const inPicture = (at: Point, box: Rect, picture: Size): Point => ({
  x: clamp(((at.x - box.x) / box.width) * picture.width, 0, picture.width),
  y: clamp(((at.y - box.y) / box.height) * picture.height, 0, picture.height),
});

/**
 * The dabs of a stroke: at its points, and between them where the hand was faster than the screen.
 */
export function dabsOf(path: readonly Point[], diameter: number): Stamp[] {
  const radius = diameter / 2;
  const dabs: Stamp[] = [];
  let last: Point | undefined;
  for (const point of path) {
    const distance = last ? Math.hypot(point.x - last.x, point.y - last.y) : 0;
    const steps = Math.max(1, Math.ceil(distance / (diameter * DAB_DISTANCE)));
    for (let step = last ? 1 : steps; step <= steps; step++) {
      const from = last ?? point;
      const share = step / steps;
      dabs.push({
        x: from.x + (point.x - from.x) * share,
        y: from.y + (point.y - from.y) * share,
        rx: radius,
        ry: radius,
      });
    }
    last = point;
  }
  return dabs;
}

/** The ellipse that hides the face in a detector's box, with hair, ears and chin. */
export const faceStamp = ({ x, y, width, height }: Rect): Stamp => ({
  x: x + width / 2,
  y: y + height / 2,
  rx: (width * FACE_WIDTH) / 2,
  ry: (height * FACE_HEIGHT) / 2,
});

/**
 * What is around the stamps, in whole pixels inside the picture; nothing when they all lie outside.
 */
export function boundsOf(stamps: readonly Stamp[], picture: Size): Rect | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, rx, ry } of stamps) {
    left = Math.min(left, x - rx);
    right = Math.max(right, x + rx);
    top = Math.min(top, y - ry);
    bottom = Math.max(bottom, y + ry);
  }
  const x = clamp(Math.floor(left), 0, picture.width);
  const y = clamp(Math.floor(top), 0, picture.height);
  const width = clamp(Math.ceil(right), 0, picture.width) - x;
  const height = clamp(Math.ceil(bottom), 0, picture.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

export const touch = (a: Rect, b: Rect): boolean =>
  a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;

export const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));
