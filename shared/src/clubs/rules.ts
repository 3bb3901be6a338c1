import type { Credits } from '../kernel/money.ts';

/** Decisions, section 6. */
const CLUB_PRICE_PER_MONTH: Credits = 50;

/** What the entry of a club costs for so many months. */
export const clubPrice = (months: number): Credits => CLUB_PRICE_PER_MONTH * months;
