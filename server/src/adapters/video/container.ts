import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Reader } from './accepted.ts';

const HEAD_BYTES = 4096;
/** Limit before the index; phones write three or four. */
const MAX_BOXES = 1000;
const ASF = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex');
/** First boxes of an MP4 or MOV file; anything else is another format. */
const BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

/**
 * The container by its first bytes: a demuxer, 'sound' for files without a picture (MED-17, X-37),
 * or undefined.
 */
export function containerOf(path: string): Reader | 'sound' | undefined {
  const file = openSync(path, 'r');
  try {
    const reader = readerFor(bytesAt(file, 0, HEAD_BYTES));
    return reader === 'mov' && !hasIndex(file) ? undefined : reader;
  } finally {
    closeSync(file);
  }
}

function readerFor(head: Buffer): Reader | 'sound' | undefined {
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  if (head.length < 16) return undefined;
  if (BOXES.includes(text(4, 8))) return 'mov';
  if (head.readUInt32BE(0) === 0x1a45dfa3)
    return text(0, 64).includes('matroska') ? 'matroska' : undefined;
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'AVI ') return 'avi';
  if (head.subarray(0, 16).equals(ASF)) return 'asf';
  if (head.readUInt32BE(0) === 0x1ba) return 'mpeg';
  if (head.readUInt32BE(0) === 0x1b3) return 'mpegvideo';
  return text(0, 3) === 'ID3' || (head.readUInt16BE(0) & 0xffe0) === 0xffe0 ? 'sound' : undefined;
}

/** Whether an MP4 or MOV file has an index (`moov`) that fits into it. */
function hasIndex(file: number): boolean {
  const end = fstatSync(file).size;
  let at = 0;
  for (let boxes = 0; boxes < MAX_BOXES && at + 8 <= end; boxes++) {
    const head = bytesAt(file, at, 16);
    const short = head.readUInt32BE(0);
    // 0 extends to the end of the file; 1 means a 64-bit size after the type.
    const size =
      short === 0
        ? end - at
        : short === 1 && head.length === 16
          ? Number(head.readBigUInt64BE(8))
          : short;
    if (size < 8 || at + size > end) return false;
    if (head.toString('latin1', 4, 8) === 'moov') return true;
    at += size;
  }
  return false;
}

function bytesAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, at));
}
