/**
 * An independent reader of MP4 boxes (ISO 14496-12), so that it does not share the mistakes of the
 * code under test.
 */
export interface Box {
  type: string;
  /** Names of the boxes around it and its own, such as `moov/udta/meta`. */
  path: string;
  body: Buffer;
}

const CONTAINERS = ['moov', 'trak', 'mdia', 'minf', 'dinf', 'stbl', 'edts', 'udta', 'ilst'];

export function boxesOf(file: Buffer, within = ''): Box[] {
  const found: Box[] = [];
  let at = 0;
  while (at + 8 <= file.length) {
    const type = file.toString('latin1', at + 4, at + 8);
    let size = file.readUInt32BE(at);
    let head = 8;
    if (size === 1) {
      size = Number(file.readBigUInt64BE(at + 8));
      head = 16;
    } else if (size === 0) size = file.length - at;
    if (size < head || at + size > file.length) throw new Error(`broken box ${within}${type}`);
    const body = file.subarray(at + head, at + size);
    const path = `${within}${type}`;
    found.push({ type, path, body });
    if (CONTAINERS.includes(type)) found.push(...boxesOf(body, `${path}/`));
    // Version and flags come first, but not in QuickTime.
    else if (type === 'meta')
      found.push(
        ...boxesOf(body.toString('latin1', 4, 8) === 'hdlr' ? body : body.subarray(4), `${path}/`),
      );
    at += size;
  }
  return found;
}

/**
 * Everything in an MP4 file that says more than its pictures and its sound; empty when it says
 * nothing.
 */
export function notesIn(file: Buffer): string[] {
  const boxes = boxesOf(file);
  const notes: string[] = [];
  const known =
    /^(ftyp|moov|mdat|free|mvhd|trak|tkhd|edts|elst|mdia|mdhd|hdlr|minf|vmhd|smhd|dinf|dref|stbl|stsd|stts|stss|ctts|stsc|stsz|stco|co64|sgpd|sbgp|sdtp)$/;
  for (const { type, path, body } of boxes) {
    // The frame of iTunes tags without one.
    if (/^moov\/udta(\/meta(\/(hdlr|ilst))?)?$/.test(path)) {
      if (type === 'ilst' && body.length > 0) notes.push(`${path}: ${body.toString('latin1')}`);
    } else if (!known.test(type)) notes.push(path);
    // Creation and change, in version 0 at 4 and 8, in version 1 at 4 and 12.
    if (/^(mvhd|tkhd|mdhd)$/.test(type)) {
      const times = body[0] === 1 ? body.subarray(4, 20) : body.subarray(4, 12);
      if (times.some((byte) => byte !== 0)) notes.push(`${path}: times`);
    }
    if (type === 'mdhd' && body.readUInt16BE(body.length - 4) !== 0x55c4)
      notes.push(`${path}: language`);
    if (type === 'hdlr' && body.subarray(24).some((byte) => byte !== 0))
      notes.push(`${path}: name`);
    if ((type === 'free' || type === 'skip') && body.some((byte) => byte !== 0))
      notes.push(`${path}: rest`);
  }
  if (boxes.filter(({ type }) => type === 'trak').length > 2) notes.push('tracks');
  // Names of programs, and what x264 writes between the pictures.
  const text = file.toString('latin1');
  for (const word of ['Lavf', 'Lavc', 'x264', 'H.264/MPEG-4 AVC codec'])
    if (text.includes(word)) notes.push(word);
  return notes;
}

/**
 * Seconds of the whole, width and height of the pictures, and whether the index comes before them.
 */
export function factsOf(file: Buffer) {
  const boxes = boxesOf(file);
  const of = (type: string) => boxes.find((box) => box.type === type)!.body;
  const movie = of('mvhd');
  const track = of('tkhd');
  const top = boxes.filter(({ path }) => !path.includes('/')).map(({ type }) => type);
  return {
    seconds: movie.readUInt32BE(16) / movie.readUInt32BE(12),
    width: track.readUInt32BE(track.length - 8) / 65_536,
    height: track.readUInt32BE(track.length - 4) / 65_536,
    /** Of the display matrix: upright as it is. */
    turned: track.readInt32BE(track.length - 44) !== 65_536,
    indexFirst: top.indexOf('moov') < top.indexOf('mdat'),
    tracks: boxes.filter(({ type }) => type === 'trak').length,
  };
}
