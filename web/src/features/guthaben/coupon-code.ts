import { tidyCouponCode } from '@samtrot/shared/coupons/rules.ts';

/** What the field takes, and how much of what was pasted counts (GUT-32, GUT-35). */
export const MOST_TYPED = 50;

/**
 * As it stands in the field while somebody types (GUT-33); as long as before, so that the cursor
 * keeps its place.
 */
export const capitals = (typed: string): string =>
  typed.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/**
 * The code that is sent: without HTML tags, the characters `< > ' " &` and white space, in capitals
 * (GUT-34, GUT-35).
 */
export const codeOf = (typed: string): string =>
  tidyCouponCode(typed.replace(/<[^<>]*>/g, '').replace(/[<>'"&]/g, '')).slice(0, MOST_TYPED);
