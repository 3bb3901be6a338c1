/** Files that pretend to be pictures, or are pictures and something else, made in code. */
import { deflateSync, gzipSync } from 'node:zlib';
import { chunk, noise, PNG, quarters, segment } from './images.ts';

const text = (value: string) => Buffer.from(value, 'latin1');
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

/** Of other formats: each is refused by its first bytes, whatever its name says. */
export const FOREIGN: [string, () => Promise<Uint8Array> | Uint8Array][] = [
  ['an SVG [T-UPL-16]', () => text(SVG)],
  ['a compressed SVG [T-UPL-17]', () => gzipSync(SVG)],
  ['an HTML page [T-UPL-18]', () => text('<!doctype html><script>alert(1)</script>')],
  ['a PHP program [T-UPL-19]', () => text('<?php system($_GET["c"]); ?>')],
  [
    'an MVG drawing [T-UPL-20]',
    () =>
      text('push graphic-context\nfill \'url(https://127.0.0.1/x.jpg"|id")\'\npop graphic-context'),
  ],
  ['an EPS [T-UPL-21]', () => text('%!PS-Adobe-3.0 EPSF-3.0\n(%pipe%id) (w) file')],
  ['a PDF [T-UPL-22]', () => text('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n')],
  ['a ZIP [T-UPL-23]', () => zip()],
  ['a GIF [MED-01, T-UPL-24]', () => quarters().gif().toBuffer()],
  ['a WebP [T-UPL-25]', () => quarters().webp().toBuffer()],
  ['a TIFF [T-UPL-26]', () => quarters().tiff().toBuffer()],
  ['a HEIC [T-UPL-27]', () => text('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08meta')],
  ['one byte [T-UPL-51]', () => Buffer.from([0xff])],
];

/** What begins as a picture and is none. */
export const BROKEN: [string, () => Uint8Array][] = [
  ['a JPEG by its first bytes only [T-UPL-31]', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 2])],
  ['an SVG behind the signature of PNG [T-UPL-16]', () => Buffer.concat([PNG, text(SVG)])],
  [
    'a page behind the signature of JPEG [T-UPL-18]',
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), text('<script>')]),
  ],
];

/** An archive with nothing in it, and its directory. */
function zip(): Buffer {
  const entry = Buffer.concat([text('PK\x03\x04'), Buffer.alloc(26), text('CANARY-ZIP')]);
  return Buffer.concat([entry, text('PK\x05\x06'), Buffer.alloc(18)]);
}

/** Pictures that are something else as well, with the texts of which none may be stored. */
export const POLYGLOTS: [string, () => Promise<Buffer>, string[]][] = [
  [
    'a JPEG with a page behind it [T-UPL-28]',
    async () =>
      Buffer.concat([
        await quarters().jpeg().toBuffer(),
        text('<html><script>alert(1)</script></html>'),
      ]),
    ['<script', 'alert('],
  ],
  [
    'a JPEG with an archive behind it [T-UPL-29]',
    async () => Buffer.concat([await quarters().jpeg().toBuffer(), zip()]),
    ['PK\x03\x04', 'PK\x05\x06', 'CANARY-ZIP'],
  ],
  [
    'a PNG with a program in its text [T-UPL-30]',
    async () => {
      const plain = await quarters().png().toBuffer();
      const script = chunk('tEXt', text('Comment\0<script>alert(1)</script>'));
      return Buffer.concat([plain.subarray(0, AFTER_IHDR), script, plain.subarray(AFTER_IHDR)]);
    },
    ['<script', 'alert('],
  ],
  [
    'a JPEG with a program in its comment [T-UPL-31]',
    async () => {
      const plain = await quarters().jpeg().toBuffer();
      return Buffer.concat([
        plain.subarray(0, 2),
        segment(0xfe, text('*/=alert(1)/*')),
        plain.subarray(2),
      ]);
    },
    ['alert('],
  ],
  ['a PNG whose pixels read as PHP [T-UPL-32]', async () => phpInPixels(), ['<?php', 'system(']],
];

const AFTER_IHDR = 8 + 25;

/** Not compressed, so that the program stands in the file as it is. */
function phpInPixels(): Buffer {
  const [width, height] = [16, 16];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const row = Buffer.alloc(1 + width * 3, '<?php system($_GET[0]); ?>');
  row[0] = 0;
  const rows = deflateSync(Buffer.concat(Array(height).fill(row)), { level: 0 });
  return Buffer.concat([
    PNG,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A progressive JPEG whose last pass comes so many times again. */
export async function manyScans(more: number): Promise<Buffer> {
  const plain = await noise(96, 64).jpeg({ progressive: true }).toBuffer();
  const last = plain.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = plain.subarray(last, -2);
  return Buffer.concat([
    plain.subarray(0, -2),
    ...Array<Buffer>(more).fill(scan),
    plain.subarray(-2),
  ]);
}

/** Damaged copies of a valid file, the same in each run. */
export function* damaged(valid: Buffer, count: number): Generator<Buffer> {
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % below;
  };
  for (let round = 0; round < count; round++) {
    const bytes = Buffer.from(valid);
    // The signature stays: what is no picture by its first bytes is another test's matter.
    for (let change = 0; change < 4; change++) bytes[8 + random(bytes.length - 8)] = random(256);
    yield bytes;
  }
}
