import type { Credits } from '../kernel/money.ts';
import type { Start } from '../kernel/start.ts';
import { fieldTexts, hasUnwantedCharacters, textLength } from '../kernel/text.ts';

/** Decisions, section 6. */
const CLUB_PRICE_PER_MONTH: Credits = 50;
export const CLUB_MONTHS = { min: 1, max: 12 } as const;
export const MAX_CLUB_IMAGES = 10;

/** What the entry of a club costs for so many months. */
export const clubPrice = (months: number): Credits => CLUB_PRICE_PER_MONTH * months;

/** Characters that an entry needs and may have. */
export const CLUB_LIMITS = {
  club_name: { min: 3, max: 60 },
  titel: { min: 3, max: 100 },
  beschreibung: { min: 10, max: 5000 },
  vollstaendiger_name: { min: 3, max: 80 },
  telefon: { min: 6, max: 20 },
  homepage: { min: 0, max: 200 },
  strasse_und_nummer: { min: 3, max: 100 },
  postleitzahl: { min: 4, max: 7 },
  ort: { min: 2, max: 50 },
} as const;
export type ClubField = keyof typeof CLUB_LIMITS;

/** What is typed may be unfinished, but nothing in it is longer than its field allows. */
export const clubDraftProblem = (field: ClubField) => (text: string) => {
  const { max } = CLUB_LIMITS[field];
  if (textLength(text) > max) return fieldTexts.tooLong(max);
  return hasUnwantedCharacters(text) ? fieldTexts.format : null;
};

/** Open from one time of day to another, which may lie after midnight; equal times are the whole day. Days count from Monday, 1 to 7. */
export interface OpeningHours {
  tag: number;
  von: string;
  bis: string;
}
/** Two spans a day. */
export const MAX_OPENINGS = 14;

export interface ClubWish extends Start {
  club_name: string;
  titel: string;
  beschreibung: string;
  vollstaendiger_name: string;
  telefon: string;
  homepage: string;
  strasse_und_nummer: string;
  postleitzahl: string;
  ort: string;
  /** Id of a canton, empty while none is chosen. */
  canton: string;
  oeffnungszeiten: readonly OpeningHours[];
}

export const clubTexts = {
  canton: 'Wähle einen Kanton',
  months: 'Wähle 1 bis 12 Monate',
  twice: 'Diese Zeiten überschneiden sich',
  endless: 'Dieser Club läuft ohne Ende, er braucht keine Monate',
  unseen: 'Zum Verlängern gehört der Stand, den du gelesen hast',
} as const;
