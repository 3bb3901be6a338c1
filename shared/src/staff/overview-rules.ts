import { countText } from '../moderation/review-rules.ts';

/** What is among the things that wait, by its word: `{ neu: 5, hoch: 0 }` is «5 neu». */
export const partsOf = (counts: Record<string, number>): string[] =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${countText(count)} ${word}`);
