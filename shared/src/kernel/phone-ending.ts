// Apart from `phone.ts`, because a page needs this without the rules of all countries.

const ENDING = 9;

/** The last nine digits of a number: alike in every spelling of it (BOF-68). */
export const phoneEnding = (typed: string): string => typed.replace(/\D/g, '').slice(-ENDING);
