import { expect, test } from 'vitest';
import { nonEmpty } from '../testing/non-empty.ts';
import { sizeInHead, sizeRefusal } from './image-refusals.ts';

const twoBytes = (value: number) => [value >> 8, value & 0xff];

/** The first 24 bytes of a PNG: signature, head of the first chunk, width and height. */
const png = (width: number, height: number) =>
  Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
    ...[0, 0, ...twoBytes(width), 0, 0, ...twoBytes(height)],
  ]);

/** A segment of a JPEG with so many bytes of content. */
const segment = (marker: number, length: number) => [
  0xff,
  marker,
  ...twoBytes(length + 2),
  ...Array(length).fill(0),
];
/** The part of a frame that says its size; a frame has more behind it. */
const frame = (width: number, height: number, marker = 0xc0) => [
  ...[0xff, marker, 0, 17, 8],
  ...[...twoBytes(height), ...twoBytes(width)],
];
const jpeg = (...parts: number[][]) => Uint8Array.from([0xff, 0xd8, ...parts.flat()]);

test('the size of a PNG is read from its first 24 bytes [FIX-31]', () => {
  expect(sizeInHead(png(800, 600))).toEqual({ width: 800, height: 600 });
  expect(sizeInHead(png(800, 600).slice(0, 23))).toBeNull();
});

test.each([
  ['at once', [frame(800, 600)]],
  [
    'behind other segments',
    [segment(0xe0, 14), segment(0xdb, 65), segment(0xfe, 0), frame(800, 600)],
  ],
  ['with something behind it', [frame(800, 600), segment(0xda, 4)]],
])('the size of a JPEG is read where its frame comes %s [FIX-31]', (_title, parts) => {
  expect(sizeInHead(jpeg(...parts))).toEqual({ width: 800, height: 600 });
});

const FRAMES = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];

test.each(nonEmpty(FRAMES))('a segment with the marker %i is a frame [FIX-31]', (marker) => {
  expect(sizeInHead(jpeg(frame(800, 600, marker)))).toEqual({ width: 800, height: 600 });
});

test.each([0x01, 0xbf, 0xc4, 0xc8, 0xcc, 0xd0, 0xe1])(
  'one with the marker %i is none [FIX-31]',
  (marker) => {
    expect(sizeInHead(jpeg(segment(marker, 20), frame(800, 600)))).toEqual({
      width: 800,
      height: 600,
    });
  },
);

test.each<[string, Uint8Array]>([
  ['nothing', new Uint8Array()],
  ['a PNG cut behind its signature', png(800, 600).slice(0, 8)],
  ['a JPEG without a frame', jpeg(segment(0xe0, 14), segment(0xdb, 65))],
  ['a JPEG cut within its frame', jpeg(frame(800, 600)).slice(0, -1)],
  ['a JPEG cut within a segment', jpeg(segment(0xe0, 14)).slice(0, 8)],
  [
    'a JPEG with other bytes where a segment begins',
    jpeg(segment(0xe0, 14), [0, 0, 0, 0], frame(800, 600)),
  ],
  [
    'a JPEG whose frame does not begin with a marker',
    jpeg(segment(0xe0, 14), [0xfe, ...frame(800, 600).slice(1)]),
  ],
  ['a frame behind another signature', Uint8Array.from(jpeg(frame(800, 600)).with(1, 0))],
])('without a whole head there is no size: %s [FIX-31]', (_title, bytes) => {
  expect(sizeInHead(bytes)).toBeNull();
  expect(sizeRefusal(bytes)).toBeNull();
});

test('the bytes may stand within a larger buffer [FIX-31]', () => {
  const around = Uint8Array.from([1, 2, 3, ...png(800, 600), 4]);
  expect(sizeInHead(around.subarray(3, 27))).toEqual({ width: 800, height: 600 });
  expect(sizeInHead(around.subarray(3, 26))).toBeNull();
});

test('a size that is allowed is no reason for a refusal [FIX-31]', () => {
  expect([sizeRefusal(png(8000, 5000)), sizeRefusal(jpeg(frame(5000, 100)))]).toEqual([null, null]);
});

test('the refusal names the pixels that the picture has and those that are allowed [FIX-31]', () => {
  expect(sizeRefusal(png(8000, 5001))).toBe(
    'Das Bild ist mit 8000 × 5001 Pixeln zu gross. Erlaubt sind 40 Millionen Pixel, zum Beispiel 8000 × 5000.',
  );
  expect(sizeRefusal(jpeg(frame(100, 5001)))).toBe(
    'Das Bild ist mit 100 × 5001 Pixeln zu lang und schmal. Die lange Seite darf höchstens 50-mal so lang sein wie die kurze.',
  );
});
