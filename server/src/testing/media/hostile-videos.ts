/** What no stored file may hold: each of the files below carries some of it. */
export const SECRETS = [
  '+47.3769',
  '008.5417',
  'Zürichberg',
  'Lena',
  'iPhone 17',
  'Apple',
  'GEHEIM',
  '2026-11-20T12',
  'root:x:',
];

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};
const u32le = (value: number) => u32(value).reverse();
const box = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
};
const text = (value: string) => Buffer.from(value, 'utf8');

/**
 * Changes the body of a box, named by its path; `change` returns the new body. The index must lie
 * at the end.
 */
export function changed(file: Buffer, path: string, change: (body: Buffer) => Buffer): Buffer {
  const [first, ...rest] = path.split('/');
  const parts: Buffer[] = [];
  let done = false;
  for (let at = 0; at + 8 <= file.length; ) {
    const size = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + size);
    if (type === first && !done) {
      done = true;
      parts.push(box(type, rest.length > 0 ? changed(body, rest.join('/'), change) : change(body)));
    } else parts.push(file.subarray(at, at + size));
    at += size;
  }
  if (!done) throw new Error(`no box ${path}`);
  return Buffer.concat(parts);
}

const withUserData = (file: Buffer, ...boxes: Buffer[]) =>
  changed(file, 'moov', (body) => Buffer.concat([body, box('udta', ...boxes)]));

/** As Android phones write the place: `udta/©xyz`. */
export function withXyz(file: Buffer): Buffer {
  const place = text('+47.3769+008.5417/');
  return withUserData(
    file,
    box('\xa9xyz', u16(place.length), u16(0x15c7), place),
    box('\xa9mak', u16(5), u16(0x15c7), text('Apple')),
  );
}

/** As 3GPP has it: `udta/loci`, with a name and a position in 16.16. */
export function withLoci(file: Buffer): Buffer {
  const position = [8.5417, 47.3769, 408].map((value) => u32(Math.round(value * 65_536)));
  return withUserData(
    file,
    box(
      'loci',
      u32(0),
      u16(0x15c7),
      text('Zürichberg\0'),
      Buffer.from([0]),
      ...position,
      text('earth\0GEHEIM\0'),
    ),
  );
}

/**
 * As Apple phones write it: `meta` with `keys` and `ilst`; creation times in every header besides.
 */
export function withAppleKeys(file: Buffer): Buffer {
  const tags = {
    'com.apple.quicktime.location.ISO6709': '+47.3769+008.5417+408.000/',
    'com.apple.quicktime.make': 'Apple',
    'com.apple.quicktime.model': 'iPhone 17',
    'com.apple.quicktime.creationdate': '2026-11-20T12:00:00+0100',
    'com.apple.quicktime.author': 'Lena',
  };
  const keys = Object.keys(tags).map((key) => box('mdta', text(key)));
  const values = Object.values(tags).map((value, index) => {
    const item = box('data', u32(1), u32(0), text(value));
    return Buffer.concat([u32(item.length + 8), u32(index + 1), item]);
  });
  const handler = box('hdlr', u32(0), u32(0), text('mdta'), Buffer.alloc(13));
  const meta = box(
    'meta',
    handler,
    box('keys', u32(0), u32(keys.length), ...keys),
    box('ilst', ...values),
  );
  const dated = ['moov/mvhd', 'moov/trak/tkhd', 'moov/trak/mdia/mdhd'].reduce(
    (before, path) => changed(before, path, (body) => stamped(body)),
    file,
  );
  return changed(dated, 'moov', (body) => Buffer.concat([body, meta]));
}

/** Creation and change on 20 November 2026, in seconds since 1904. */
function stamped(body: Buffer): Buffer {
  const bytes = Buffer.from(body);
  for (const at of [4, 8]) bytes.writeUInt32BE(3_878_020_800, at);
  return bytes;
}

/** A file whose samples lie at this address (data reference that is not the file itself). */
export const withReference = (file: Buffer, address: string): Buffer =>
  changed(file, 'moov/trak/mdia/minf/dinf/dref', () =>
    Buffer.concat([u32(0), u32(1), box('url ', u32(0), text(`${address}\0`))]),
  );

/** An alias of QuickTime to another file by its absolute path. */
export function withAlias(file: Buffer, path: string): Buffer {
  const name = text(path);
  const alias = Buffer.concat([
    Buffer.alloc(150),
    u16(2),
    u16(name.length),
    name,
    Buffer.alloc(name.length % 2),
    u16(0xffff),
    u16(0),
  ]);
  return changed(file, 'moov/trak/mdia/minf/dinf/dref', () =>
    Buffer.concat([u32(0), u32(1), box('alis', u32(0), alias)]),
  );
}

/** Nothing is left of the pictures and the sound in the file itself. */
export const emptied = (file: Buffer): Buffer =>
  changed(file, 'mdat', (body) => Buffer.alloc(body.length));

/** What is said of the length in every header of an MP4 file, in seconds; the samples stay. */
export function claiming(file: Buffer, seconds: number): Buffer {
  const set = (at: number, scaleAt?: number) => (body: Buffer) => {
    const bytes = Buffer.from(body);
    bytes.writeUInt32BE(
      Math.min(0xffffffff, seconds * (scaleAt === undefined ? 1000 : body.readUInt32BE(scaleAt))),
      at,
    );
    return bytes;
  };
  const heads = changed(changed(file, 'moov/mvhd', set(16, 12)), 'moov/trak/tkhd', set(20));
  return changed(heads, 'moov/trak/mdia/mdhd', set(16, 12));
}

/** The last sample of the first track is shown for about 25 days of ticks. */
export const endless = (file: Buffer): Buffer =>
  changed(file, 'moov/trak/mdia/minf/stbl/stts', () =>
    Buffer.concat([u32(0), u32(1), u32(20), u32(0x7fffffff)]),
  );

/** Pictures that claim to be this large. */
export const claimingSize = (file: Buffer, side: number): Buffer =>
  changed(file, 'moov/trak/mdia/minf/stbl/stsd', (body) => {
    const bytes = Buffer.from(body);
    bytes.writeUInt16BE(side, 8 + 8 + 24);
    bytes.writeUInt16BE(side, 8 + 8 + 26);
    return bytes;
  });

/** The size that the index claims for itself. */
export function withIndexSize(file: Buffer, size: number): Buffer {
  const bytes = Buffer.from(file);
  let at = 0;
  while (bytes.toString('latin1', at + 4, at + 8) !== 'moov') at += bytes.readUInt32BE(at);
  bytes.writeUInt32BE(size, at);
  return bytes;
}

export function nested(depth: number): Buffer {
  let inner = Buffer.alloc(0);
  for (let level = 0; level < depth; level++)
    inner = Buffer.concat([u32(inner.length + 8), text('moov'), inner]);
  return Buffer.concat([box('ftyp', text('isom'), u32(0), text('isom')), inner]);
}

const chunk = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([text(type), u32le(body.length), body, Buffer.alloc(body.length % 2)]);
};

/**
 * An AVI file with subtitles that are a playlist: the way into the file system that was once found.
 */
export function aviWithPlaylist(playlist: string): Buffer {
  const main = Buffer.alloc(56);
  main.writeUInt32LE(40_000, 0);
  main.writeUInt32LE(1, 24);
  const head = Buffer.alloc(56);
  head.write('txts', 0, 'latin1');
  head.writeUInt32LE(1, 20);
  head.writeUInt32LE(25, 24);
  const gab = Buffer.concat([
    ...[
      text('GAB2\0'),
      Buffer.from([2, 0]),
      u32le(0),
      Buffer.from([4, 0]),
      u32le(playlist.length),
      text(playlist),
    ],
  ]);
  const list = (name: string, ...parts: Buffer[]) => chunk('LIST', text(name), ...parts);
  const header = list(
    'hdrl',
    chunk('avih', main),
    list('strl', chunk('strh', head), chunk('strf', Buffer.alloc(4))),
  );
  return chunk('RIFF', text('AVI '), header, list('movi', chunk('00tx', gab), chunk('00tx', gab)));
}

const element = (id: string, body: Buffer) => {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
};

/** A Matroska file with a file hanging on it. */
export function withAttachment(file: Buffer): Buffer {
  const at = file.indexOf(Buffer.from('18538067', 'hex'));
  const bytes = Buffer.from(file);
  // Of unknown size from now on, so that something may follow.
  Buffer.from('01ffffffffffffff', 'hex').copy(bytes, at + 4);
  const attached = element(
    '61a7',
    Buffer.concat([
      element('466e', text('Lena.jpg')),
      element('4660', text('image/jpeg')),
      element('465c', text('GEHEIM +47.3769+008.5417/')),
      element('46ae', Buffer.from([7])),
    ]),
  );
  return Buffer.concat([bytes, element('1941a469', attached)]);
}

/** A Matroska file that says it lasts so many seconds. */
export function matroskaClaiming(file: Buffer, seconds: number): Buffer {
  const bytes = Buffer.from(file);
  // Duration: id 4489, length 8, a float of milliseconds.
  const at = bytes.indexOf(Buffer.from('448988', 'hex'));
  if (at < 0) throw new Error('no duration');
  bytes.writeDoubleBE(seconds * 1000, at + 3);
  return bytes;
}

/** A song with a picture of its cover, which is no picture of a video. */
export function withCover(mp3: Buffer): Buffer {
  const body = Buffer.concat([
    Buffer.from([0]),
    text('image/jpeg\0'),
    Buffer.from([3, 0]),
    text('GEHEIM +47.3769'),
  ]);
  const frame = Buffer.concat([text('APIC'), u32(body.length), u16(0), body]);
  const size = Buffer.from([21, 14, 7, 0].map((shift) => (frame.length >> shift) & 0x7f));
  return Buffer.concat([text('ID3'), Buffer.from([3, 0, 0]), size, frame, mp3]);
}
