/** Whole credits; 1 credit = 1 CHF. Never a fraction. */
export type Credits = number;

/** Whole Rappen, for what is paid in francs. */
export type Rappen = number;

/** Francs on the wire are decimal numbers such as 47.5; inside they are Rappen. */
export const francsToRappen = (francs: number): Rappen => Math.round(francs * 100);
export const rappenToFrancs = (rappen: Rappen): number => rappen / 100;
