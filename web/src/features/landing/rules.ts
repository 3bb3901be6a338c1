import { localDate } from '@samtrot/shared/kernel/time.ts';

const SINCE = 1998;

/** Years of experience: the current year in Switzerland minus 1998 (PUB-33). */
export const yearsOfExperience = (now: Date): number => Number(localDate(now).slice(0, 4)) - SINCE;

/** The figure that stands before or without a loaded list of partners (PUB-34). */
export const DEFAULT_PARTNERS = '10+';

export const partnerFigure = (loaded: number | null): string =>
  loaded === null || loaded === 0 ? DEFAULT_PARTNERS : String(loaded);

export const partnerTexts = {
  failed: 'Fehler beim Laden der Partner-Webseiten. Bitte versuche es später erneut.',
  none: 'Keine Partner-Webseiten verfügbar. Bitte versuche es später erneut.',
} as const;
