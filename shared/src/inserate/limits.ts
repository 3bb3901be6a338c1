import { fieldTexts, hasUnwantedCharacters, textLength } from '../kernel/text.ts';

export const IMAGE_KINDS = ['Keine Angaben', 'Original Bilder', 'Typenänliche Bilder', 'KI-generierte Bilder'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

/** Characters (visible ones for the description) that a published ad needs and may have (EDI-46 to EDI-50). */
export const TEXT_LIMITS = {
  name: { min: 3, max: 20 },
  titel: { min: 3, max: 100 },
  beschreibung: { min: 10, max: 5000 },
  telefon: { min: 6, max: 20 },
} as const;

/** A draft may be unfinished, but nothing in it is longer than the field allows. */
export const draftTextProblem = (field: keyof typeof TEXT_LIMITS) => (text: string) => {
  if (textLength(text) > TEXT_LIMITS[field].max) return fieldTexts.tooLong(TEXT_LIMITS[field].max);
  return hasUnwantedCharacters(text) ? fieldTexts.format : null;
};
