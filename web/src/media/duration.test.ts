import { expect, test } from 'vitest';
import { secondsOf } from './duration.ts';

function box(type: string, ...parts: Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  const body = Buffer.concat(parts);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

function header(seconds: number, { long = false, scale = 600 } = {}): Buffer {
  const data = Buffer.alloc(108);
  data[0] = long ? 1 : 0;
  data.writeUInt32BE(scale, long ? 20 : 12);
  if (long) data.writeBigUInt64BE(BigInt(seconds * scale), 24);
  else data.writeUInt32BE(seconds * scale, 16);
  return box('mvhd', data);
}

const film = (...boxes: Buffer[]) =>
  new Blob([box('ftyp', Buffer.from('isom')), ...boxes] as BlobPart[]);

test.each([
  [
    'at the end, as phones write it',
    film(box('mdat', Buffer.alloc(9999)), box('moov', header(31))),
  ],
  ['at the beginning', film(box('moov', header(31)), box('mdat', Buffer.alloc(10)))],
  ['in 64 bits', film(box('moov', header(31, { long: true })))],
])('the length of a film is read from its header %s [MED-27, MED-28]', async (_where, blob) => {
  expect(await secondsOf(blob)).toBe(31);
});

test('the length behind a box of 64 bits is found [MED-27]', async () => {
  const wide = Buffer.alloc(16 + 50);
  wide.writeUInt32BE(1);
  wide.write('mdat', 4, 'latin1');
  wide.writeBigUInt64BE(66n, 8);
  expect(await secondsOf(film(wide, box('moov', header(12))))).toBe(12);
});

test.each([
  ['nothing', new Blob([])],
  ['another kind of file', new Blob(['RIFF....AVI LIST, and so on'])],
  ['a box without an end', film(Buffer.from([0, 0, 0, 2, 1, 2, 3, 4]))],
  ['a header that says nothing', film(box('moov', header(0)))],
  ['a header that was cut off', film(box('moov', box('mvhd', Buffer.alloc(4))))],
])('of %s no length is known [MED-28]', async (_what, blob) => {
  expect(await secondsOf(blob)).toBeNull();
});
