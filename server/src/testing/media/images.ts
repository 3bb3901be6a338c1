/** Pictures for tests, made in code: each with what it must lose, or with what must be refused. */
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Texts that must be found in no stored byte. */
export const CANARIES = [
  'CANARY-ARTIST',
  'CANARY-SERIAL',
  'CANARY-MODEL',
  'CANARY-XMP',
  'CANARY-IPTC',
  'CANARY-COMMENT',
  'CANARY-TAIL',
  'CANARY-TEXT',
];

export const dataUrl = (bytes: Uint8Array, type = 'image/jpeg') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** Four coloured quarters: red, green / blue, white; so that turning and mirroring show. */
export function quarters(width = 40, height = 20): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  const colours = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
  ];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = colours[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)]!;
      pixels.set(colour, (y * width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Noise that does not compress, the same for the same seed. */
export function noise(width: number, height: number, seed = 1): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  let state = seed;
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    pixels[at] = state >>> 24;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/**
 * A JPEG as a telephone writes it: EXIF with position, device, owner, time and thumbnail, XMP,
 * IPTC, a comment, and a tail.
 */
export async function jpegWithMetadata(orientation = 1): Promise<Buffer> {
  const plain = await quarters().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
  const xmp = Buffer.from(
    'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/">CANARY-XMP</x:xmpmeta>',
  );
  const iptcRecord = Buffer.concat([Buffer.from([0x1c, 2, 80, 0, 11]), Buffer.from('CANARY-IPTC')]);
  const iptcLength = Buffer.alloc(4);
  iptcLength.writeUInt32BE(iptcRecord.length);
  const iptc = Buffer.concat([
    Buffer.from('Photoshop 3.0\0'),
    ...[Buffer.from('8BIM'), Buffer.from([0x04, 0x04, 0, 0]), iptcLength, iptcRecord],
    Buffer.alloc(iptcRecord.length % 2),
  ]);
  return Buffer.concat([
    plain.subarray(0, 2),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(orientation)])),
    segment(0xe1, xmp),
    segment(0xed, iptc),
    segment(0xfe, Buffer.from('CANARY-COMMENT')),
    plain.subarray(2),
    // A motion photo: a film of the moment behind the picture.
    Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42CANARY-TAIL'),
  ]);
}

/** One segment of a JPEG. */
export function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** A big-endian TIFF structure. */
function exif(orientation: number): Buffer {
  const ASCII = 2;
  const SHORT = 3;
  const LONG = 4;
  const out: Buffer[] = [];
  let size = 0;
  const add = (buffer: Buffer) => {
    const at = size;
    out.push(buffer);
    size += buffer.length;
    return at;
  };
  const text = (value: string) => Buffer.from(`${value}\0`);
  type Entry = [tag: number, type: number, value: Buffer | number];
  const directory = (entries: Entry[], next = 0): Buffer => {
    const head = Buffer.alloc(2 + entries.length * 12 + 4);
    head.writeUInt16BE(entries.length);
    entries.forEach(([tag, type, value], index) => {
      const at = 2 + index * 12;
      head.writeUInt16BE(tag, at);
      head.writeUInt16BE(type, at + 2);
      if (typeof value === 'number') {
        head.writeUInt32BE(1, at + 4);
        if (type === SHORT) head.writeUInt16BE(value, at + 8);
        else head.writeUInt32BE(value, at + 8);
        return;
      }
      head.writeUInt32BE(value.length, at + 4);
      if (value.length <= 4) value.copy(head, at + 8);
      else head.writeUInt32BE(add(value), at + 8);
    });
    head.writeUInt32BE(next, head.length - 4);
    return head;
  };
  // The first directory's place is fixed by the header, so its size is made known first.
  const MAIN_ENTRIES = 6;
  add(Buffer.from('4d4d002a00000008', 'hex'));
  const main = add(Buffer.alloc(2 + MAIN_ENTRIES * 12 + 4));
  const rational = Buffer.from(
    '0000002f00000001000000160000000100000000000000010000000100000001'.slice(0, 48),
    'hex',
  );
  const gps = add(
    directory([
      [1, ASCII, text('N')],
      [2, 5, rational],
    ]),
  );
  const inner = add(
    directory([
      [0x9003, ASCII, text('2026:11:20 12:00:00')],
      [0xa431, ASCII, text('CANARY-SERIAL')],
    ]),
  );
  const thumbnail = add(directory([[0x0103, SHORT, 6]]));
  const head = directory(
    [
      [0x010f, ASCII, text('Kamera')],
      [0x0110, ASCII, text('CANARY-MODEL')],
      [0x0112, SHORT, orientation],
      [0x013b, ASCII, text('CANARY-ARTIST')],
      [0x8769, LONG, inner],
      [0x8825, LONG, gps],
    ],
    thumbnail,
  );
  head.copy(out[1]!);
  if (main !== 8) throw new Error('the directory is at another place');
  return Buffer.concat(out);
}

/** One chunk of a PNG. */
export const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

export const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const AFTER_IHDR = 8 + 25;

/** A PNG with text in every form that PNG has, EXIF, and a tail. */
export async function pngWithMetadata(): Promise<Buffer> {
  const plain = await quarters().png().toBuffer();
  return Buffer.concat([
    plain.subarray(0, AFTER_IHDR),
    chunk('tEXt', Buffer.from('Author\0CANARY-TEXT')),
    chunk(
      'zTXt',
      Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.from('CANARY-TEXT'))]),
    ),
    chunk('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0CANARY-XMP')),
    chunk('eXIf', exif(1)),
    plain.subarray(AFTER_IHDR),
    Buffer.from('<script>CANARY-TAIL</script>'),
  ]);
}

/**
 * One grey bit for each pixel: small as a file, huge unpacked. With `honest` false the pixels are
 * missing.
 */
export function pngBomb(width: number, height: number, honest = true): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = honest
    ? deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
    : Buffer.from([0]);
  return Buffer.concat([
    PNG,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A small picture whose compressed text unpacks to a hundred million characters. */
export async function textBomb(): Promise<Buffer> {
  const plain = await quarters().png().toBuffer();
  const text = Buffer.concat([
    Buffer.from('Comment\0\0'),
    deflateSync(Buffer.alloc(100_000_000, 0x61), { level: 9 }),
  ]);
  return Buffer.concat([
    plain.subarray(0, AFTER_IHDR),
    chunk('zTXt', text),
    plain.subarray(AFTER_IHDR),
  ]);
}

/** A JPEG whose header claims 65500 x 65500 pixels. */
export async function jpegBomb(): Promise<Buffer> {
  const plain = await quarters().jpeg().toBuffer();
  const at = plain.indexOf(Buffer.from([0xff, 0xc0]));
  plain.writeUInt16BE(65_500, at + 5);
  plain.writeUInt16BE(65_500, at + 7);
  return plain;
}

/** A valid JPEG of exactly so many bytes, filled up by comments. */
export async function jpegOfSize(size: number): Promise<Buffer> {
  const plain = await quarters().jpeg().toBuffer();
  const parts: Buffer[] = [plain.subarray(0, 2)];
  let left = size - plain.length;
  while (left > 0) {
    // A segment has at most 65533 bytes of content and never leaves less than an empty one.
    let take = Math.min(left, 65_537);
    if (left - take > 0 && left - take < 4) take -= 4;
    parts.push(segment(0xfe, Buffer.alloc(take - 4, 0x20)));
    left -= take;
  }
  return Buffer.concat([...parts, plain.subarray(2)]);
}
