import { localDate } from '@samtrot/shared/kernel/time.ts';

const SINCE = 1998;

/** Years of experience: the current year in Switzerland minus 1998 (PUB-33). */
export const yearsOfExperience = (now: Date): number => Number(localDate(now).slice(0, 4)) - SINCE;

/**
 * Where an ad appears; before or without a loaded list of partners their number is 10+ (PUB-34).
 */
export function partnerSentence(loaded: number | null): string {
  if (loaded === 0) return 'Zurzeit ist keine Partner-Webseite online.';
  return `Es erscheint auf ${loaded ?? '10+'} Partner-Webseite${loaded === 1 ? '' : 'n'} in der ganzen Schweiz.`;
}

export const partnerTexts = {
  failed: 'Fehler beim Laden der Partner-Webseiten. Bitte versuche es später erneut.',
  none: 'Keine Partner-Webseiten verfügbar. Bitte versuche es später erneut.',
} as const;
