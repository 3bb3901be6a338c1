/** Messages that many fields share (ERR-079 to ERR-082). */
export const fieldTexts = {
  required: 'Dieses Feld ist erforderlich',
  tooShort: (n: number) => `Mindestens ${n} Zeichen erforderlich`,
  tooLong: (n: number) => `Maximal ${n} Zeichen erlaubt`,
  format: 'Ungültiges Format',
  unknown: 'Dieses Feld gibt es nicht',
} as const;

// Control characters except line feed and tab, and the invisible marks that reorder or hide text.
const UNWANTED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\uFFF9-\uFFFB]/;
const EACH_UNWANTED = new RegExp(UNWANTED, 'g');
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * Whether a text holds characters that no keyboard types and that only serve to break or disguise
 * something.
 */
export const hasUnwantedCharacters = (text: string): boolean =>
  UNWANTED.test(text) || LONE_SURROGATE.test(text);

/** A text that nobody checked, without these characters; its lines stay. */
export const withoutUnwanted = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(EACH_UNWANTED, '').toWellFormed();

/** Length as people count: code points of the composed form. */
export const textLength = (text: string): number => [...text.normalize('NFC')].length;

/** As a search compares texts: whatever the case. */
export const folded = (text: string): string => text.normalize('NFC').toLocaleLowerCase('de-CH');

/** One line of typed text: composed form, inner white space collapsed, ends trimmed. */
export const tidyLine = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/**
 * Several lines of typed text: composed form, line ends unified, at most one empty line in a row.
 */
export const tidyText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    // Begins only where a run of blanks begins: a long one that ends in a word is looked at once,
    // not from each of its blanks.
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/**
 * What is wrong with a text even in a draft, or null; `visible` is what of it counts as its length.
 */
export function draftProblem(
  text: string,
  max: number,
  visible = (of: string) => of,
): string | null {
  if (textLength(visible(text)) > max) return fieldTexts.tooLong(max);
  return hasUnwantedCharacters(text) ? fieldTexts.format : null;
}

/** The message for a text outside these bounds, or null. `min` 0 makes it optional. */
export function lengthProblem(text: string, min: number, max: number): string | null {
  const length = textLength(text);
  if (length === 0) return min > 0 ? fieldTexts.required : null;
  if (length < min) return fieldTexts.tooShort(min);
  if (length > max) return fieldTexts.tooLong(max);
  return hasUnwantedCharacters(text) ? fieldTexts.format : null;
}
