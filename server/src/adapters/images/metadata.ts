import { contentOf } from '@samtrot/shared/media/rules.ts';
import type { Metadata } from 'sharp';

const IFD = { exif: 0x8769, gps: 0x8825 } as const;

/** EXIF tags by the personal data they contain (EXIF 2.32, TIFF 6). */
const PERSONAL_TAGS: [string, number[]][] = [
  ['Kameramodell', [0x010f, 0x0110, 0xa433, 0xa434]],
  ['Aufnahmezeit', [0x0132, 0x9003, 0x9004]],
  ['Name der Urheberin oder des Urhebers', [0x013b, 0x8298, 0x9c9d, 0xa430]],
  ['Seriennummer', [0xa431, 0xa435, 0xa420]],
  ['Verwendetes Programm', [0x0131, 0x013c]],
  ['Beschreibung', [0x010e, 0x9286, 0x9c9b, 0x9c9c, 0x9c9e, 0x9c9f]],
  ['Herstellerdaten', [0x927c]],
];

/**
 * The metadata of a file, as text for its owner. Never throws: unreadable parts are named as a
 * whole.
 */
export function remainingMetadata(bytes: Uint8Array, metadata: Metadata): string[] {
  const found: string[] = [];
  if (metadata.exif) {
    const { tags, gps, thumbnail } = exifTags(metadata.exif);
    if (gps) found.push('GPS-Standort');
    found.push(
      ...PERSONAL_TAGS.filter(([, ids]) => ids.some((id) => tags.has(id))).map(([word]) => word),
    );
    if (thumbnail) found.push('Vorschaubild');
    if (found.length === 0 && (tags.size === 0 || [...tags].some((tag) => tag !== 0x0112)))
      found.push('EXIF-Angaben');
  }
  if (metadata.xmp) found.push('XMP-Angaben');
  if (metadata.iptc) found.push('IPTC-Angaben');
  const { comment, trailer } = contentOf(bytes) === 'jpeg' ? jpegExtras(bytes) : pngExtras(bytes);
  if (comment || (metadata.comments?.length ?? 0) > 0) found.push('Textanmerkungen');
  if (trailer) found.push('Angehängte Daten');
  return found;
}

/** The tags of the main and EXIF directories, and whether there are a position and a thumbnail. */
function exifTags(exif: Buffer): { tags: Set<number>; gps: boolean; thumbnail: boolean } {
  const tags = new Set<number>();
  const result = { tags, gps: false, thumbnail: false };
  const start = exif.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? 6 : 0;
  const tiff = exif.subarray(start);
  if (tiff.length < 8) return result;
  const little = tiff.subarray(0, 2).toString('latin1') === 'II';
  const u16 = (at: number) =>
    at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const u32 = (at: number) =>
    at + 4 > tiff.length ? 0 : little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at);
  /** Reads one directory and returns the position of the next one. */
  const directory = (at: number, each: (tag: number, value: number) => void): number => {
    if (at < 8 || at + 2 > tiff.length) return 0;
    const count = Math.min(u16(at), Math.floor((tiff.length - at - 2) / 12));
    for (let entry = 0; entry < count; entry++)
      each(u16(at + 2 + entry * 12), u32(at + 2 + entry * 12 + 8));
    return u32(at + 2 + u16(at) * 12);
  };
  const next = directory(u32(4), (tag, value) => {
    if (tag === IFD.exif) directory(value, (inner) => tags.add(inner));
    // The version alone (tag 0) is no position.
    else if (tag === IFD.gps)
      directory(value, (inner) => {
        if (inner > 0) result.gps = true;
      });
    else tags.add(tag);
  });
  result.thumbnail = next > 0 && next + 2 <= tiff.length && u16(next) > 0;
  return result;
}

/** Whether a JPEG has a comment, or data after its end (a motion photo, a hidden archive). */
function jpegExtras(bytes: Uint8Array): { comment: boolean; trailer: boolean } {
  const extras = { comment: false, trailer: false };
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) {
      at++;
      continue;
    }
    const marker = bytes[at + 1]!;
    if (marker === 0xd9) {
      extras.trailer = bytes.subarray(at + 2).some((byte) => byte !== 0);
      return extras;
    }
    // Stuffed bytes, fill bytes and restart markers have no length.
    if (
      marker === 0x00 ||
      marker === 0x01 ||
      marker === 0xff ||
      (marker >= 0xd0 && marker <= 0xd8)
    ) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === 0xfe) extras.comment = true;
    at += 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!);
  }
  return extras;
}

function pngExtras(bytes: Uint8Array): { comment: boolean; trailer: boolean } {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const extras = { comment: false, trailer: false };
  let at = 8;
  while (at + 12 <= view.length) {
    const type = view.toString('latin1', at + 4, at + 8);
    at += 12 + view.readUInt32BE(at);
    if (type === 'tEXt' || type === 'zTXt' || type === 'iTXt') extras.comment = true;
    if (type === 'IEND') {
      extras.trailer = at < view.length;
      return extras;
    }
  }
  return extras;
}
