import { fieldTexts } from '../kernel/text.ts';
import { isCalendarDate } from '../kernel/wall-time.ts';
import { discountOf } from './rules.ts';

/** Above it a second person decides (BOF-101). */
export const DISCOUNT_FOUR_EYES_PERCENT = 20;
/** Days between the reminder and the end of a discount (BOF-104). */
export const DISCOUNT_TOLD_DAYS = 7;

/** The discount that counts at a moment: after its end none. */
export const discountAt = (
  of: { discount_percent: number; discount_ends_at: Date | null },
  at: Date,
): number => (of.discount_ends_at && of.discount_ends_at <= at ? 0 : of.discount_percent);

/** What is wrong with a discount, by field; `today` is the Swiss day. */
export function discountProblems(
  { percent, until }: { percent: number; until: string | null },
  today: string,
): Record<string, string> {
  if (discountOf(String(percent)) === null)
    return { percent: 'Eine Zahl von 0 bis 100, mit höchstens einer Stelle nach dem Punkt.' };
  if (percent === 0) return until === null ? {} : { until: 'Ohne Rabatt gibt es kein Ende.' };
  if (until === null) return { until: fieldTexts.required };
  if (!isCalendarDate(until)) return { until: fieldTexts.format };
  return until < today ? { until: 'Dieser Tag ist vorbei.' } : {};
}
