/**
 * The picture being edited: one canvas and its edit history. Undo renders the file again and
 * replays the steps before, so that a phone never holds more than two pictures of this size in
 * memory.
 */
import { MAX_IMAGE_BYTES } from '@samtrot/shared/media/rules.ts';
import {
  boundsOf,
  fitted,
  type Rect,
  type Size,
  type Stamp,
  type Turn,
  turnedSize,
  turnMatrix,
  wholePixels,
} from './geometry.ts';
import { cellFor, hide, withTouching } from './hiding.ts';

export type Step =
  | { kind: 'turn'; turn: Turn }
  | { kind: 'crop'; crop: Rect }
  /** Each group is one thing that is hidden, such as a face, with cells of its size. */
  | { kind: 'hide'; groups: readonly (readonly Stamp[])[] };

/** Tried in this order until the file is as small as an upload may be. */
const QUALITIES = [0.92, 0.85, 0.75, 0.6];

/**
 * Renders the file onto the canvas: upright, at most `MAX_SIDE` long, what was transparent white.
 * Rejects what is no picture.
 */
export async function renderFile(canvas: HTMLCanvasElement, file: Blob): Promise<void> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const size = fitted(bitmap);
    resize(canvas, size.width, size.height);
    const pen = penOf(canvas);
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, size.width, size.height);
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(bitmap, 0, 0, size.width, size.height);
  } finally {
    bitmap.close();
  }
}

export function take(canvas: HTMLCanvasElement, step: Step): void {
  if (step.kind === 'turn') turn(canvas, step.turn);
  else if (step.kind === 'crop') crop(canvas, step.crop);
  else for (const stamps of step.groups) hideUnder(canvas, stamps);
}

/**
 * The step that hides these groups, each together with what was hidden right before and touches it.
 */
export function hidingStep(
  groups: readonly (readonly Stamp[])[],
  steps: readonly Step[],
  picture: Size,
): Step {
  const earlier: (readonly Stamp[])[] = [];
  for (const step of steps.toReversed()) {
    // Before a turn or a crop the places were others.
    if (step.kind !== 'hide') break;
    earlier.push(...step.groups);
  }
  return { kind: 'hide', groups: groups.map((group) => withTouching(group, earlier, picture)) };
}

/**
 * The picture as a JPEG file that holds pixels and nothing else. Its name ends in .jpg, whatever it
 * was before.
 */
export async function finish(canvas: HTMLCanvasElement, name: string): Promise<File> {
  let blob: Blob | null = null;
  for (const quality of QUALITIES) {
    blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
    if (!blob || blob.size <= MAX_IMAGE_BYTES) break;
  }
  if (!blob) throw new Error('the browser could not write a JPEG');
  return new File([blob], `${name.replace(/\.[^.]*$/, '') || 'bild'}.jpg`, { type: 'image/jpeg' });
}

/** This part of the picture as a file of exactly this size. */
export async function cutOut(
  canvas: HTMLCanvasElement,
  part: Rect,
  size: Size,
  name: string,
): Promise<File> {
  const cut = document.createElement('canvas');
  resize(cut, size.width, size.height);
  const pen = penOf(cut);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(canvas, part.x, part.y, part.width, part.height, 0, 0, size.width, size.height);
  try {
    return await finish(cut, name);
  } finally {
    release(cut);
  }
}

/** Gives the memory back at once; some browsers keep it until much later otherwise. */
export const release = (canvas: HTMLCanvasElement) => resize(canvas, 0, 0);

function turn(canvas: HTMLCanvasElement, by: Turn): void {
  const before = copyOf(canvas, { x: 0, y: 0, width: canvas.width, height: canvas.height });
  const after = turnedSize(before);
  resize(canvas, after.width, after.height);
  const pen = penOf(canvas);
  pen.setTransform(...turnMatrix(before, by));
  pen.drawImage(before, 0, 0);
  pen.resetTransform();
  release(before);
}

function crop(canvas: HTMLCanvasElement, rect: Rect): void {
  const cut = copyOf(canvas, wholePixels(rect, canvas));
  resize(canvas, cut.width, cut.height);
  penOf(canvas).drawImage(cut, 0, 0);
  release(cut);
}

function hideUnder(canvas: HTMLCanvasElement, stamps: readonly Stamp[]): void {
  const region = boundsOf(stamps, canvas);
  if (!region) return;
  const pen = penOf(canvas);
  const pixels = pen.getImageData(region.x, region.y, region.width, region.height);
  hide(pixels, region, stamps, cellFor(region, canvas));
  pen.putImageData(pixels, region.x, region.y);
}

function copyOf(canvas: HTMLCanvasElement, { x, y, width, height }: Rect): HTMLCanvasElement {
  const copy = document.createElement('canvas');
  resize(copy, width, height);
  penOf(copy).drawImage(canvas, x, y, width, height, 0, 0, width, height);
  return copy;
}

function resize(canvas: HTMLCanvasElement, width: number, height: number): void {
  canvas.width = width;
  canvas.height = height;
}

/**
 * Pixels are read often, which is slow where a graphics card holds them; and a JPEG knows no
 * transparency.
 */
function penOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const pen = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!pen) throw new Error('the browser has no canvas left');
  return pen;
}
