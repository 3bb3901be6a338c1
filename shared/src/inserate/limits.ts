import { fieldTexts, hasUnwantedCharacters, textLength } from '../kernel/text.ts';
import { plainText } from './html.ts';

export const IMAGE_KINDS = ['Keine Angaben', 'Original Bilder', 'Typenänliche Bilder', 'KI-generierte Bilder'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

/** Characters that a published ad needs and may have (EDI-46 to EDI-50, EDI-74 to EDI-77, MED-24). */
export const TEXT_LIMITS = {
  name: { min: 3, max: 20 },
  titel: { min: 3, max: 100 },
  beschreibung: { min: 10, max: 5000 },
  telefon: { min: 6, max: 20 },
  whatsapp: { min: 6, max: 20 },
  homepage: { min: 0, max: 200 },
  strasse_und_nummer: { min: 3, max: 100 },
  adressezusatz: { min: 0, max: 100 },
  postleitzahl: { min: 4, max: 7 },
  ort: { min: 2, max: 50 },
  land: { min: 2, max: 50 },
  story_title: { min: 0, max: 50 },
} as const;
export type TextField = keyof typeof TEXT_LIMITS;

/** Pushes of one ad: times of day, and single dates. */
export const MAX_DAILY_PUSHES = 24;
export const MAX_DATED_PUSHES = 60;
/** EDI-88. */
export const DEFAULT_PUSH_TIME = '12:00';
/** EDI-78. */
export const DEFAULT_COUNTRY = 'Schweiz';

/** A draft may be unfinished, but nothing in it is longer than the field allows; of a description its text counts. */
export const draftTextProblem = (field: TextField) => (text: string) => {
  const { max } = TEXT_LIMITS[field];
  if (textLength(field === 'beschreibung' ? plainText(text) : text) > max) return fieldTexts.tooLong(max);
  return hasUnwantedCharacters(text) ? fieldTexts.format : null;
};
