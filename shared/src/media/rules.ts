/** Of the decoded file (CON-53). */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

/** Pixels of a picture in all; more is refused before it is unpacked. */
export const MAX_IMAGE_PIXELS = 40_000_000;

/** Widths in which a picture is kept; never larger than it came. */
export const IMAGE_WIDTHS = [320, 640, 960, 1440] as const;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** What a file is by its first bytes, or null when it is no picture that is accepted (MED-01). */
export function contentOf(bytes: Uint8Array): 'png' | 'jpeg' | null {
  if (PNG.every((byte, index) => bytes[index] === byte)) return 'png';
  return JPEG.every((byte, index) => bytes[index] === byte) ? 'jpeg' : null;
}
