export const IMAGE_KINDS = [
  'Keine Angaben',
  'Original Bilder',
  'Typenänliche Bilder',
  'KI-generierte Bilder',
] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

/** Characters of a web address; clubs and the delivery check it, too. */
export const HOMEPAGE_MAX = 200;

/** The clock of a premium booking may stand still for so long in all (decisions, section 5). */
export const MAX_HIDDEN_DAYS = 30;

/** Pushes of one ad: times of day, and single dates. */
export const MAX_DAILY_PUSHES = 24;
export const MAX_DATED_PUSHES = 60;
/** EDI-88. */
export const DEFAULT_PUSH_TIME = '12:00';
/** EDI-78. */
export const DEFAULT_COUNTRY = 'Schweiz';
