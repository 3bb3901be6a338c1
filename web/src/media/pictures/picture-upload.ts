import { sizeRefusal } from '@samtrot/shared/media/image-refusals.ts';
import { MAX_IMAGE_BYTES } from '@samtrot/shared/media/rules.ts';
import { ApiError } from '../../lib/api/api.ts';
import { toast } from '../../ui/toast.tsx';
import { canBeShown } from '../preparing.ts';
import type { Failure } from '../upload.ts';
import { hasNoSession, isPassing } from '../upload-failure.ts';
import { imageTexts, isHeic, isPicture, reasons, tooSmall, undrawable } from './image-check.ts';

/** Where a picture announces its size; what cameras write before it is shorter. */
const HEAD_BYTES = 1024 * 1024;

const headOf = async (file: File) => new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());

export const whyUndrawable = async (file: File): Promise<string> => undrawable(await headOf(file));

/** Why a file is not taken as a picture; nothing of it has left the phone. */
class PictureRefused extends Error {
  /** Whether the browser could not draw it. */
  readonly undrawable: boolean;

  constructor(reason: string, { undrawable = false } = {}) {
    super(reason);
    this.undrawable = undrawable;
  }
}

interface Bounds {
  /** More pixels than the limit are no reason yet. */
  cutLater?: boolean;
  /** Of the shorter side, in pixels. */
  least?: number;
}

/** The picture to upload. @throws PictureRefused */
export async function readyPicture(
  file: File,
  { cutLater = false, least = 0 }: Bounds = {},
): Promise<File> {
  if (!isPicture(file)) throw new PictureRefused(reasons.wrongType);
  const { ready, reason } = isHeic(file) ? await fromHeic(file) : { ready: file, reason: null };
  if (!ready) throw new PictureRefused(reason ?? '', { undrawable: true });
  const head = await headOf(ready);
  const refusal = tooSmall(head, least) ?? (cutLater ? null : sizeRefusal(head));
  if (refusal) throw new PictureRefused(refusal);
  if (!(await canBeShown(ready))) throw new PictureRefused(undrawable(head), { undrawable: true });
  if (ready.size > MAX_IMAGE_BYTES) throw new PictureRefused(imageTexts.tooLarge);
  return ready;
}

/** The same where nothing stays of a refused file: null after the reason was shown. */
export async function preparePicture(file: File, bounds: Bounds = {}): Promise<File | null> {
  try {
    return await readyPicture(file, bounds);
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    if (error.undrawable) toast.error(imageTexts.preview);
    if (error.message === imageTexts.tooLarge) toast.warning(error.message);
    else if (error.message) toast.error(error.message);
    return null;
  }
}

/** Without a reason where the decoder could not be loaded: that says nothing about the file. */
async function fromHeic(file: File): Promise<{ ready: File | null; reason: string | null }> {
  const decoder = await import('../to-jpeg.ts').catch(() => null);
  const ready = (await decoder?.heicToJpeg(file).catch(() => null)) ?? null;
  return { ready, reason: decoder && reasons.damaged };
}

const SAID_BY_SERVER = [
  ...[
    'TOO_MANY_IMAGES',
    'IMAGE_TOO_LARGE',
    'NOT_AN_IMAGE',
    'TOO_MANY_ATTEMPTS',
    'INSERAT_NOT_FOUND',
  ],
  ...[
    'TOO_MANY_VIDEOS',
    'VIDEO_TOO_LARGE',
    'VIDEOS_REFUSED',
    'WRONG_CONTENT_TYPE',
    'QUOTA_REACHED',
    'STORAGE_FULL',
    'TOO_MANY_UPLOADS',
  ],
  'TOO_MANY_INSERATE',
  ...['IMAGE_TOO_MANY_PIXELS', 'IMAGE_TOO_THIN', 'IMAGE_DAMAGED'],
];

/**
 * What becomes of an upload that did not succeed: only what may succeed later stays. `general` is
 * said where the server has no words for the person.
 */
export function failedWith(general: string, onSessionEnded: () => void) {
  return (error: unknown): Failure | null => {
    sayFailure(error, general, onSessionEnded);
    return isPassing(error) ? { again: true, reason: '' } : null;
  };
}

/** The same for pictures, which stay and say why (EXP-55, EXP-56). */
export function keptWith(general: string, onSessionEnded: () => void) {
  return (error: unknown): Failure => {
    if (error instanceof PictureRefused) {
      if (error.undrawable) toast.error(imageTexts.preview);
      return { again: false, reason: error.message };
    }
    sayFailure(error, general, onSessionEnded);
    const refusal = error instanceof ApiError ? refusalOf(error) : null;
    return refusal ? { again: false, reason: refusal } : { again: true, reason: reasons.notSaved };
  };
}

function sayFailure(error: unknown, general: string, onSessionEnded: () => void): void {
  if (hasNoSession(error)) onSessionEnded();
  else
    toast.error(
      error instanceof ApiError && SAID_BY_SERVER.includes(error.code) ? error.message : general,
    );
}

/** Why the server takes this file never; null for what may succeed later. */
function refusalOf({ code, message }: ApiError): string | null {
  if (code === 'NOT_AN_IMAGE') return reasons.wrongType;
  if (code === 'IMAGE_DAMAGED' || code === 'IMAGE_UNREADABLE') return reasons.damaged;
  return /^IMAGE_/.test(code) ? message : null;
}

/** Takes an upload; one whose answer was lost has been taken already. */
export async function taken(again: boolean, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(again && error instanceof ApiError && error.code === 'UPLOAD_NOT_FOUND')) throw error;
  }
}
