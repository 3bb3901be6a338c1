/** So much of a description the lists have, as plain text (EXP-07). */
export const EXCERPT_LENGTH = 160;
/** A sign of more code points may be cut through; a family of emoji has seven to eleven. */
export const LONGEST_SIGN = 16;

/** Whether the description may go on behind this beginning of it. */
export const mayGoOn = (excerpt: string): boolean => excerpt.length > EXCERPT_LENGTH - LONGEST_SIGN;
