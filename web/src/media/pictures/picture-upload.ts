import { MAX_IMAGE_BYTES } from '@samtrot/shared/media/rules.ts';
import { ApiError } from '../../lib/api.ts';
import { toast } from '../../ui/toast.tsx';
import { canBeShown } from '../preparing.ts';
import { hasNoSession, isPassing } from '../upload-failure.ts';
import { imageTexts, isHeic } from './image-check.ts';

/** The picture as it is sent, or null after the person was told why not. Nothing has left the phone by then. */
export async function preparePicture(file: File): Promise<File | null> {
  const ready = isHeic(file) ? await fromHeic(file) : file;
  if (!ready || !(await canBeShown(ready))) {
    toast.error(imageTexts.preview);
    return null;
  }
  if (ready.size <= MAX_IMAGE_BYTES) return ready;
  toast.warning(imageTexts.tooLarge);
  return null;
}

const fromHeic = async (file: File): Promise<File | null> =>
  import('../to-jpeg.ts').then(({ heicToJpeg }) => heicToJpeg(file)).catch(() => null);

const SAID_BY_SERVER = [
  ...['TOO_MANY_IMAGES', 'IMAGE_TOO_LARGE', 'NOT_AN_IMAGE', 'TOO_MANY_ATTEMPTS', 'INSERAT_NOT_FOUND'],
  ...['TOO_MANY_VIDEOS', 'VIDEO_TOO_LARGE', 'WRONG_CONTENT_TYPE', 'QUOTA_REACHED', 'STORAGE_FULL', 'TOO_MANY_UPLOADS'],
  'TOO_MANY_INSERATE',
  ...['IMAGE_TOO_MANY_PIXELS', 'IMAGE_TOO_THIN', 'IMAGE_DAMAGED'],
];

/** What to do with an upload that did not succeed; `general` is said where the server has no words for the person. */
export function failedWith(general: string, onSessionEnded: () => void) {
  return (error: unknown): boolean => {
    if (hasNoSession(error)) onSessionEnded();
    else toast.error(error instanceof ApiError && SAID_BY_SERVER.includes(error.code) ? error.message : general);
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
