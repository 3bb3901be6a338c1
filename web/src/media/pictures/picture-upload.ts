import { sizeRefusal } from '@samtrot/shared/media/image-refusals.ts';
import { MAX_IMAGE_BYTES } from '@samtrot/shared/media/rules.ts';
import { ApiError } from '../../lib/api/api.ts';
import { toast } from '../../ui/toast.tsx';
import { canBeShown } from '../preparing.ts';
import { hasNoSession, isPassing } from '../upload-failure.ts';
import { imageTexts, isHeic, undrawable } from './image-check.ts';

/** Where a picture announces its size; what cameras write before it is shorter. */
const HEAD_BYTES = 1024 * 1024;

const headOf = async (file: File) => new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());

export const whyUndrawable = async (file: File): Promise<string> => undrawable(await headOf(file));

/**
 * The picture to upload, or null after the reason was shown. Nothing has left the phone by then.
 * `cutLater`: more pixels than the limit are no reason yet.
 */
export async function preparePicture(file: File, { cutLater = false } = {}): Promise<File | null> {
  const { ready, reason } = isHeic(file) ? await fromHeic(file) : { ready: file, reason: null };
  if (!ready) return refusePreview(reason);
  const head = await headOf(ready);
  const size = cutLater ? null : sizeRefusal(head);
  if (size) {
    toast.error(size);
    return null;
  }
  if (!(await canBeShown(ready))) return refusePreview(undrawable(head));
  if (ready.size <= MAX_IMAGE_BYTES) return ready;
  toast.warning(imageTexts.tooLarge);
  return null;
}

function refusePreview(reason: string | null): null {
  toast.error(imageTexts.preview);
  if (reason !== null) toast.error(reason);
  return null;
}

/** Without a reason where the decoder could not be loaded: that says nothing about the file. */
async function fromHeic(file: File): Promise<{ ready: File | null; reason: string | null }> {
  const decoder = await import('../to-jpeg.ts').catch(() => null);
  const ready = (await decoder?.heicToJpeg(file).catch(() => null)) ?? null;
  return { ready, reason: decoder && imageTexts.damaged };
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
 * What to do with an upload that did not succeed; `general` is said where the server has no words
 * for the person.
 */
export function failedWith(general: string, onSessionEnded: () => void) {
  return (error: unknown): boolean => {
    if (hasNoSession(error)) onSessionEnded();
    else
      toast.error(
        error instanceof ApiError && SAID_BY_SERVER.includes(error.code) ? error.message : general,
      );
    return isPassing(error);
  };
}

/** Takes an upload; one whose answer was lost has been taken already. */
export async function taken(again: boolean, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(again && error instanceof ApiError && error.code === 'UPLOAD_NOT_FOUND')) throw error;
  }
}
