import {
  IMAGE_REFUSAL_TEXTS,
  sizeInHead,
  sizeRefusal,
} from '@samtrot/shared/media/image-refusals.ts';
import { contentOf, MAX_IMAGE_BYTES } from '@samtrot/shared/media/rules.ts';

/** Messages about pictures (ERR-084 to ERR-092). */
export const imageTexts = {
  failed: 'Fehler beim Hochladen des Bildes',
  preview: 'Fehler beim Erstellen der Vorschau',
  notDeleted: 'Fehler beim Löschen des Bildes',
  tooLarge: 'Ein oder mehrere Bilder sind zu groß. Maximal 10MB pro Bild erlaubt.',
  tooMany: (n: number) => `Du kannst maximal ${n} Bilder hochladen.`,
  noId: 'Inserat ID fehlt. Bitte Inserat zuerst speichern.',
  saved: 'Bild erfolgreich hochgeladen und in CDN gespeichert',
  deleted: 'Bild erfolgreich aus WordPress und CDN gelöscht',
  previewRemoved: 'Vorschau entfernt',
  wrongType: 'Nur Bilder im Format PNG oder JPG werden angenommen.',
} as const;

/** What stays at the picture itself (EXP-55, EXP-56). */
export const reasons = {
  notSaved: 'Nicht gespeichert.',
  damaged: IMAGE_REFUSAL_TEXTS.IMAGE_DAMAGED,
  wrongType: 'Nur PNG oder JPG.',
  unrated: 'Noch nicht eingestuft.',
} as const;

/** Of the shorter side of a picture of an ad, in pixels; less is a blur on every website. */
export const LEAST_SIDE = 400;

/** HEIC is what phones make; it becomes a JPEG before it is sent. */
export const ACCEPTED = '.png,.jpg,.jpeg,.heic,.heif,image/png,image/jpeg,image/heic,image/heif';

interface Picture {
  name: string;
  size: number;
}

export const isHeic = ({ name }: Pick<Picture, 'name'>): boolean => /\.hei[cf]$/i.test(name);

export const isPicture = ({ name }: Pick<Picture, 'name'>): boolean =>
  /\.(png|jpe?g|hei[cf])$/i.test(name);

/**
 * Which of the chosen files may be sent, and what to say about the others. The server looks at the
 * contents again.
 */
export function sortOut<F extends Picture>(files: readonly F[], present: number, limit: number) {
  const messages: string[] = [];
  const pictures = files.filter(isPicture);
  if (pictures.length < files.length) messages.push(imageTexts.wrongType);
  const small = pictures.filter(({ size }) => size <= MAX_IMAGE_BYTES);
  if (small.length < pictures.length) messages.push(imageTexts.tooLarge);
  const accepted = small.slice(0, Math.max(0, limit - present));
  if (accepted.length < small.length) messages.push(imageTexts.tooMany(limit));
  return { accepted, messages };
}

/** Why no browser draws a picture that begins with these bytes (FIX-31). */
export function undrawable(head: Uint8Array): string {
  if (contentOf(head) === null) return reasons.wrongType;
  return sizeRefusal(head) ?? reasons.damaged;
}

/** Why a picture that announces this size is too small; null where it is not, or says none. */
export function tooSmall(head: Uint8Array, least: number): string | null {
  const size = sizeInHead(head);
  return size && Math.min(size.width, size.height) < least
    ? `Dieses Bild ist zu klein. Mindestens ${least} × ${least} Pixel.`
    : null;
}
