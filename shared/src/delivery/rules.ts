/** Ads on one page of the delivery list. */
export const PAGE_LIMIT = { default: 24, max: 100 } as const;

/** Ads beside another one. */
export const SIMILAR_LIMIT = { default: 4, max: 8 } as const;

/** Orders of a list: last publication or push, last change, name. */
export const AD_SORTS = ['lifted', 'updated', 'name'] as const;

export const SEARCH_MAX_LENGTH = 100;

/** Calls of one website in one minute. */
export const CALLS_PER_MINUTE = 600;

/** Visits that one website may report per minute, beside those calls. */
export const VISITS_PER_MINUTE = 6_000;

/**
 * How long a cached copy may be shown before it must be revalidated (`security.md`, threat 6:
 * hidden means gone within 60 s).
 */
export const MAX_AGE_SECONDS = 60;

/**
 * Letters as the search knows them: without umlauts and accents, ä, ae and a alike; the same as
 * `delivery_fold` of the database.
 */
export const foldWords = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')
    .replace(/([aou])e/g, '$1');

/**
 * The words a text search looks for, each as the beginning of a word: what is not a letter or a
 * digit separates. Null when the text holds nothing to look for.
 */
export function searchWords(text: string): string[] | null {
  const words = foldWords(text).match(/[\p{L}\p{M}\p{N}]+/gu);
  return words ? [...new Set(words)].slice(0, 8) : null;
}
