import { MAX_STORY_SECONDS, MAX_VIDEO_BYTES, VIDEO_ENDINGS } from '@samtrot/shared/media/rules.ts';

/** Messages about videos (ERR-093, ERR-094, MED-27). */
export const videoTexts = {
  failed: 'Fehler beim Hochladen des Videos',
  notDeleted: 'Fehler beim Löschen des Videos',
  tooLarge: 'Ein oder mehrere Videos sind zu groß. Maximal 400MB pro Video erlaubt.',
  tooMany: (n: number) => `Du kannst maximal ${n} Videos hochladen.`,
  wrongType: 'Dieses Format wird nicht angenommen. Nimm am besten MP4 oder MOV.',
  takenBack: 'Upload abgebrochen',
  storyTooLong: `Eine Story darf höchstens ${MAX_STORY_SECONDS} Sekunden dauern.`,
} as const;

export const ACCEPTED_VIDEOS = VIDEO_ENDINGS.join(',');

interface Film {
  name: string;
  size: number;
}

export const isVideo = ({ name }: Pick<Film, 'name'>): boolean =>
  VIDEO_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));

/**
 * The chosen files that may be sent, and messages about the others. The server looks into
 * them again.
 */
export function sortOutVideos<F extends Film>(files: readonly F[], present: number, limit: number) {
  const messages: string[] = [];
  const films = files.filter(isVideo);
  if (films.length < files.length) messages.push(videoTexts.wrongType);
  const small = films.filter(({ size }) => size <= MAX_VIDEO_BYTES);
  if (small.length < films.length) messages.push(videoTexts.tooLarge);
  const accepted = small.slice(0, Math.max(0, limit - present));
  if (accepted.length < small.length) messages.push(videoTexts.tooMany(limit));
  return { accepted, messages };
}

/** Files give their length in frames: half a second more is tolerated. */
export const isTooLongForStory = (seconds: number | null): boolean =>
  seconds !== null && seconds > MAX_STORY_SECONDS + 0.5;
