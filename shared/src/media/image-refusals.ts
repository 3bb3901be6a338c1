import { contentOf, sizeProblem } from './rules.ts';

/**
 * What a person reads about a picture that is refused for its pixels or its bytes (FIX-31), in the
 * browser as on the server.
 */
export const IMAGE_REFUSAL_TEXTS = {
  IMAGE_TOO_MANY_PIXELS:
    'Das Bild ist mit {width} × {height} Pixeln zu gross. Erlaubt sind 40 Millionen Pixel, zum Beispiel 8000 × 5000.',
  IMAGE_TOO_THIN:
    'Das Bild ist mit {width} × {height} Pixeln zu lang und schmal. Die lange Seite darf höchstens 50-mal so lang sein wie die kurze.',
  IMAGE_DAMAGED: 'Dieses Bild ist beschädigt.',
} as const;

interface Size {
  width: number;
  height: number;
}

/**
 * Marker segments of a JPEG that hold its size: all frames, without the tables and the reserved one
 * between them.
 */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Pixels that the head of a PNG or JPEG announces, before orientation; null where none can be read.
 */
export function sizeInHead(bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const content = contentOf(bytes);
  if (content === 'png')
    return view.byteLength < 24 ? null : { width: view.getUint32(16), height: view.getUint32(20) };
  if (content === null) return null;
  for (
    let at = 2;
    at + 9 <= view.byteLength && view.getUint8(at) === 0xff;
    at += 2 + view.getUint16(at + 2)
  )
    if (isFrame(view.getUint8(at + 1)))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  return null;
}

/** The refusal of a picture of the announced size, as a sentence; null if acceptable. */
export function sizeRefusal(bytes: Uint8Array): string | null {
  const size = sizeInHead(bytes);
  const problem = size && sizeProblem(size);
  if (!size || !problem) return null;
  return IMAGE_REFUSAL_TEXTS[problem]
    .replace('{width}', String(size.width))
    .replace('{height}', String(size.height));
}
