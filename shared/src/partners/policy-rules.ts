import { BANNER_TYPE_IDS, type BannerTypeId } from '../banners/rules.ts';
import { lengthProblem } from '../kernel/text.ts';

/** What a website does not show, beside pictures above its rating (BOF-120). */
export interface Policy {
  /** An ad with one of them is left out. */
  categories: readonly number[];
  /** An ad is left out if it is shown nowhere else; a club if it is there. */
  cantons: readonly string[];
  /** Row numbers of single ads and clubs. */
  inserate: readonly number[];
  clubs: readonly number[];
}

export const NO_POLICY: Policy = { categories: [], cantons: [], inserate: [], clubs: [] };

/** Whether nothing is left out. */
export const isOpen = ({ categories, cantons, inserate, clubs }: Policy): boolean =>
  [categories, cantons, inserate, clubs].every((list) => list.length === 0);

/** Maximum length of the block list. */
export const BLOCKS_MAX = 500;

export const BLOCK_REASON_MAX = 200;
export const blockReasonProblem = (text: string) => lengthProblem(text, 3, BLOCK_REASON_MAX);

/** A website without any place has no banners. */
export const slotsOf = (slots: readonly string[]): BannerTypeId[] =>
  BANNER_TYPE_IDS.filter((slot) => slots.includes(slot));
