import { closeSync, openSync, readSync } from 'node:fs';

const HEAD_BYTES = 4096;
const ASF = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex');
/** What an MP4 or MOV file begins with; anything else that calls itself so is something else. */
const BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

/** The reader that is told to read the file; it is never left to choose among all it knows. */
export type Reader = 'mov' | 'matroska' | 'avi' | 'asf' | 'mpeg' | 'mpegvideo';

/** What a file is by its first bytes: a reader, 'sound' for files without a picture (MED-17, X-37), or undefined. */
export function containerOf(path: string): Reader | 'sound' | undefined {
  const head = headOf(path);
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  if (head.length < 16) return undefined;
  if (BOXES.includes(text(4, 8))) return 'mov';
  if (head.readUInt32BE(0) === 0x1a45dfa3) return text(0, 64).includes('matroska') ? 'matroska' : undefined;
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'AVI ') return 'avi';
  if (head.subarray(0, 16).equals(ASF)) return 'asf';
  if (head.readUInt32BE(0) === 0x1ba) return 'mpeg';
  if (head.readUInt32BE(0) === 0x1b3) return 'mpegvideo';
  return text(0, 3) === 'ID3' || (head.readUInt16BE(0) & 0xffe0) === 0xffe0 ? 'sound' : undefined;
}

function headOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}
