import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rect, Stamp } from './geometry.ts';
import { cellFor, hide, type Pixels, withTouching } from './hiding.ts';

const SIDE = 60;
const WHOLE: Rect = { x: 0, y: 0, width: SIDE, height: SIDE };
const EVERYTHING: Stamp[] = [{ x: SIDE / 2, y: SIDE / 2, rx: SIDE * 2, ry: SIDE * 2 }];

function picture(colour: (x: number, y: number) => [number, number, number]): Pixels {
  const data = new Uint8ClampedArray(SIDE * SIDE * 4);
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) data.set([...colour(x, y), 255], (y * SIDE + x) * 4);
  return { data, width: SIDE, height: SIDE };
}

/**
 * Some picture, and the same with the pixels of each cell shuffled: every mean is equal, nothing
 * else is.
 */
function twins(seed: number, cell: number): [Pixels, Pixels] {
  const random = mulberry(seed);
  const one = picture(() => [random() * 256, random() * 256, random() * 256]);
  const other = { ...one, data: one.data.slice() };
  for (let top = 0; top < SIDE; top += cell)
    for (let left = 0; left < SIDE; left += cell) {
      const places: number[] = [];
      for (let y = top; y < Math.min(SIDE, top + cell); y++)
        for (let x = left; x < Math.min(SIDE, left + cell); x++) places.push((y * SIDE + x) * 4);
      const shuffled = places.toSorted(() => random() - 0.5);
      for (const [index, place] of places.entries())
        other.data.set(one.data.subarray(shuffled[index]!, shuffled[index]! + 4), place);
    }
  return [one, other];
}

const bytes = ({ data }: Pixels) => Buffer.from(data);

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('hiding is irreversible: pictures with equal cell means become equal, byte for byte', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 4, max: 30 }), (seed, cell) => {
      const [one, other] = twins(seed, cell);
      expect(bytes(one).equals(bytes(other))).toBe(false);
      hide(one, WHOLE, EVERYTHING, cell);
      hide(other, WHOLE, EVERYTHING, cell);
      expect(bytes(one).equals(bytes(other))).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('a plain surface stays as it is, so nothing is added', () => {
  const plain = picture(() => [120, 80, 40]);
  hide(plain, WHOLE, EVERYTHING, 12);
  expect(plain.data.every((value, index) => value === [120, 80, 40, 255][index % 4])).toBe(true);
});

test('fine contrast disappears: a checkerboard becomes its mean', () => {
  const board = picture((x, y) => ((x + y) % 2 === 0 ? [255, 255, 255] : [0, 0, 0]));
  hide(board, WHOLE, EVERYTHING, 12);
  for (let at = 0; at < board.data.length; at += 4)
    expect(Math.abs(board.data[at]! - 127.5)).toBeLessThan(1);
});

test('only what the stamps cover changes, and all of it', () => {
  const noise = mulberry(7);
  const before = picture(() => [noise() * 256, noise() * 256, noise() * 256]);
  const after = { ...before, data: before.data.slice() };
  const stamp = { x: 130, y: 220, rx: 20, ry: 12 };
  // The region lies elsewhere in the picture; the stamp is given in the picture's pixels.
  hide(after, { x: 100, y: 200, width: SIDE, height: SIDE }, [stamp], 12);
  let inside = 0;
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const distance = Math.hypot(
        (x + 100.5 - stamp.x) / stamp.rx,
        (y + 200.5 - stamp.y) / stamp.ry,
      );
      const at = (y * SIDE + x) * 4;
      const same = [0, 1, 2].every(
        (channel) => before.data[at + channel] === after.data[at + channel],
      );
      if (distance > 1.06) expect(same).toBe(true);
      if (distance < 0.94) {
        inside++;
        // Of random colours hardly one is its own mean.
        expect(after.data[at]).toBeGreaterThan(60);
        expect(after.data[at]).toBeLessThan(196);
      }
      expect(after.data[at + 3]).toBe(255);
    }
  expect(inside).toBeGreaterThan(500);
});

test('cells grow with what is hidden and with the picture', () => {
  const phone = { width: 4032, height: 3024 };
  expect(cellFor({ width: 1000, height: 1400 }, phone)).toBe(200);
  expect(cellFor({ width: 100, height: 100 }, phone)).toBe(84);
  expect(cellFor({ width: 30, height: 30 }, { width: 80, height: 60 })).toBe(6);
  expect(cellFor({ width: 3, height: 3 }, { width: 40, height: 40 })).toBe(4);
});

test('overlapping dabs hide as one, also through a third; others stay apart', () => {
  const whole = { width: 1000, height: 1000 };
  const dab = (x: number): Stamp[] => [{ x, y: 100, rx: 30, ry: 30 }];
  const [a, b, far] = [dab(100), dab(150), dab(800)];
  expect(withTouching(dab(200), [a, b, far], whole)).toEqual([...dab(200), ...b, ...a]);
  expect(withTouching(dab(500), [a, b, far], whole)).toEqual(dab(500));
});
