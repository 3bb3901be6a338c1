import type { Credits } from '../kernel/money.ts';

/** What an entry costs a month, of one version of the catalogue. */
export interface ClubPrices {
  month: Credits;
}
export const CLUB_MONTHS = { min: 1, max: 12 } as const;
export const MAX_CLUB_IMAGES = 10;

/** What the entry of a club costs for so many months. */
export const clubPrice = ({ month }: ClubPrices, months: number): Credits => month * months;

export const clubTexts = {
  canton: 'Wähle einen Kanton',
  months: 'Wähle 1 bis 12 Monate',
  endless: 'Dieser Club läuft ohne Ende, er braucht keine Monate',
  unseen: 'Zum Verlängern gehört der Stand, den du gelesen hast',
} as const;
