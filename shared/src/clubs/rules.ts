import type { Credits } from '../kernel/money.ts';

/** Decisions, section 6. */
const CLUB_PRICE_PER_MONTH: Credits = 50;
export const CLUB_MONTHS = { min: 1, max: 12 } as const;
export const MAX_CLUB_IMAGES = 10;

/** What the entry of a club costs for so many months. */
export const clubPrice = (months: number): Credits => CLUB_PRICE_PER_MONTH * months;

export const clubTexts = {
  canton: 'Wähle einen Kanton',
  months: 'Wähle 1 bis 12 Monate',
  endless: 'Dieser Club läuft ohne Ende, er braucht keine Monate',
  unseen: 'Zum Verlängern gehört der Stand, den du gelesen hast',
} as const;
