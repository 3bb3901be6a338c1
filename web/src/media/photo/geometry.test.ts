import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  boundsOf,
  type Corner,
  dabsOf,
  draggedCorner,
  faceStamp,
  fitted,
  inPicture,
  isWhole,
  LEAST,
  movedCrop,
  smallProblem,
  turnedPoint,
  turnedSize,
  turnMatrix,
  wholePixels,
  widestCrop,
  zoomedCrop,
} from './geometry.ts';

const size = fc.record({
  width: fc.integer({ min: 64, max: 4096 }),
  height: fc.integer({ min: 64, max: 4096 }),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });

test('a large picture is brought to 4096 pixels with its shape, a small one keeps its size', () => {
  expect(fitted({ width: 8192, height: 6144 })).toEqual({ width: 4096, height: 3072 });
  expect(fitted({ width: 3000, height: 9000 })).toEqual({ width: 1365, height: 4096 });
  expect(fitted({ width: 800, height: 600 })).toEqual({ width: 800, height: 600 });
  expect(fitted({ width: 100_000, height: 1 })).toEqual({ width: 4096, height: 1 });
});

test('a turn right moves the upper left corner to the upper right, a turn left reverts it', () => {
  const picture = { width: 400, height: 300 };
  expect(turnedPoint({ x: 0, y: 0 }, picture, 1)).toEqual({ x: 300, y: 0 });
  expect(turnedPoint({ x: 0, y: 0 }, picture, 3)).toEqual({ x: 0, y: 400 });
  fc.assert(
    fc.property(size, share, share, (of, a, b) => {
      const point = { x: Math.round(a * of.width), y: Math.round(b * of.height) };
      expect(turnedPoint(turnedPoint(point, of, 1), turnedSize(of), 3)).toEqual(point);
      let [around, now] = [point, of];
      for (let turn = 0; turn < 4; turn++) {
        around = turnedPoint(around, now, 1);
        now = turnedSize(now);
      }
      expect(around).toEqual(point);
    }),
  );
});

test('the matrix that draws a turn agrees with where its points go', () => {
  fc.assert(
    fc.property(size, share, share, fc.constantFrom(1 as const, 3 as const), (of, a, b, turn) => {
      const point = { x: Math.round(a * of.width), y: Math.round(b * of.height) };
      const [m11, m12, m21, m22, dx, dy] = turnMatrix(of, turn);
      const to = turnedPoint(point, of, turn);
      expect(m11 * point.x + m21 * point.y + dx).toBe(to.x);
      expect(m12 * point.x + m22 * point.y + dy).toBe(to.y);
    }),
  );
});

test('the first crop is the largest of its shape, in the middle', () => {
  const picture = { width: 1000, height: 500 };
  expect(widestCrop(picture, null)).toEqual({ x: 0, y: 0, ...picture });
  expect(widestCrop(picture, 1)).toEqual({ x: 250, y: 0, width: 500, height: 500 });
  expect(widestCrop(picture, 4 / 5)).toEqual({ x: 300, y: 0, width: 400, height: 500 });
  expect(isWhole(widestCrop(picture, null), picture)).toBe(true);
  expect(isWhole(widestCrop(picture, 1), picture)).toBe(false);
});

test("dragging any corner keeps the crop's shape and opposite corner, within the picture", () => {
  const corner = fc.constantFrom<Corner[]>('nw', 'ne', 'sw', 'se');
  const ratio = fc.constantFrom(null, 4 / 5, 1);
  const anywhere = fc.integer({ min: -9000, max: 9000 });
  fc.assert(
    fc.property(size, corner, ratio, anywhere, anywhere, (picture, which, shape, x, y) => {
      const before = widestCrop(picture, shape);
      const after = draggedCorner(before, which, { x, y }, picture, shape);
      expect(after.x).toBeGreaterThanOrEqual(-1e-6);
      expect(after.y).toBeGreaterThanOrEqual(-1e-6);
      expect(after.x + after.width).toBeLessThanOrEqual(picture.width + 1e-6);
      expect(after.y + after.height).toBeLessThanOrEqual(picture.height + 1e-6);
      expect(Math.min(after.width, after.height)).toBeGreaterThan(50);
      if (shape !== null) expect(after.width / after.height).toBeCloseTo(shape, 6);
      const west = which.endsWith('w');
      const north = which.startsWith('n');
      expect(west ? after.x + after.width : after.x).toBeCloseTo(
        west ? before.x + before.width : before.x,
        6,
      );
      expect(north ? after.y + after.height : after.y).toBeCloseTo(
        north ? before.y + before.height : before.y,
        6,
      );
    }),
  );
});

test('a moved crop keeps its size and stays within the picture, in whole pixels', () => {
  const picture = { width: 100, height: 80 };
  const crop = { x: 10, y: 10, width: 50, height: 40 };
  expect(movedCrop(crop, { x: 500, y: -500 }, picture)).toEqual({
    x: 50,
    y: 0,
    width: 50,
    height: 40,
  });
  expect(wholePixels({ x: 49.6, y: 39.6, width: 50.4, height: 40.4 }, picture)).toEqual({
    x: 50,
    y: 40,
    width: 50,
    height: 40,
  });
});

test('a point of the screen is found in the picture, at its edge when it lies outside', () => {
  const box = { x: 20, y: 100, width: 200, height: 100 };
  const picture = { width: 4000, height: 2000 };
  expect(inPicture({ x: 120, y: 150 }, box, picture)).toEqual({ x: 2000, y: 1000 });
  expect(inPicture({ x: 0, y: 999 }, box, picture)).toEqual({ x: 0, y: 2000 });
});

test('a fast stroke leaves no gap: dabs lie at most a quarter of the brush apart', () => {
  const dabs = dabsOf(
    [
      { x: 0, y: 0 },
      { x: 1000, y: 0 },
      { x: 1000, y: 0 },
      { x: 1000, y: 700 },
    ],
    80,
  );
  expect(dabs[0]).toEqual({ x: 0, y: 0, rx: 40, ry: 40 });
  expect(dabs.at(-1)).toEqual({ x: 1000, y: 700, rx: 40, ry: 40 });
  for (const [index, dab] of dabs.entries()) {
    const next = dabs[index + 1];
    if (next) expect(Math.hypot(next.x - dab.x, next.y - dab.y)).toBeLessThanOrEqual(20 + 1e-9);
  }
  expect(dabsOf([{ x: 5, y: 6 }], 10)).toEqual([{ x: 5, y: 6, rx: 5, ry: 5 }]);
  expect(dabsOf([], 10)).toEqual([]);
});

test('what hides a face reaches beyond the box of the detector', () => {
  const box = { x: 100, y: 100, width: 200, height: 200 };
  const region = boundsOf([faceStamp(box)], { width: 1000, height: 1000 })!;
  expect(region).toEqual({ x: 70, y: 50, width: 260, height: 300 });
});

test('what is around stamps ends at the edge of the picture; there is none when all lie outside', () => {
  const picture = { width: 100, height: 100 };
  expect(boundsOf([{ x: 0, y: 99, rx: 10, ry: 10 }], picture)).toEqual({
    x: 0,
    y: 89,
    width: 10,
    height: 11,
  });
  expect(boundsOf([{ x: -50, y: 50, rx: 10, ry: 10 }], picture)).toBeNull();
  expect(boundsOf([], picture)).toBeNull();
});

test('a zoomed crop keeps its shape and its middle, and stays inside the picture [BAN-37]', () => {
  const bounds = { width: 1000, height: 1000 };
  const widest = widestCrop(bounds, 2);
  expect(zoomedCrop(widest, 2, bounds, 2)).toEqual({ x: 250, y: 375, width: 500, height: 250 });
  expect(zoomedCrop({ x: 0, y: 0, width: 500, height: 250 }, 1, bounds, 2)).toEqual({
    x: 0,
    y: 0,
    width: 1000,
    height: 500,
  });
  expect(zoomedCrop(widest, 0.5, bounds, 2)).toEqual(widest);
  fc.assert(
    fc.property(
      size,
      share,
      share,
      fc.double({ min: 1, max: 4, noNaN: true }),
      (within, x, y, zoom) => {
        const ratio = 715 / 244;
        const start = zoomedCrop(widestCrop(within, ratio), 2, within, ratio);
        const moved = movedCrop(start, { x: x * within.width, y: y * within.height }, within);
        const crop = zoomedCrop(moved, zoom, within, ratio);
        expect(crop.width / crop.height).toBeCloseTo(ratio, 6);
        expect(crop.x).toBeGreaterThanOrEqual(0);
        expect(crop.y).toBeGreaterThanOrEqual(0);
        expect(crop.x + crop.width).toBeLessThanOrEqual(within.width + 1e-6);
        expect(crop.y + crop.height).toBeLessThanOrEqual(within.height + 1e-6);
      },
    ),
  );
});

test.each([
  [64, 64, null],
  [1, 1, 'Das Bild ist mit 1 × 1 Pixeln zu klein. Es braucht mindestens 64 × 64.'],
  [63, 900, 'Das Bild ist mit 63 × 900 Pixeln zu klein. Es braucht mindestens 64 × 64.'],
  [900, 63, 'Das Bild ist mit 900 × 63 Pixeln zu klein. Es braucht mindestens 64 × 64.'],
])(
  'a picture of %i x %i is worked on, or refused with the sizes [FIX-23]',
  (width, height, problem) => {
    expect(smallProblem({ width, height }, LEAST)).toBe(problem);
  },
);
