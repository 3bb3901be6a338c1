import * as z from 'zod/mini';

/** How a change of something published stands that visitors do not see yet. */
export const CHANGE_STATES = ['waiting', 'refused', 'undecided'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** What of a thing its owner has changed and visitors do not see yet. */
export const Change = z.object({
  object: z.object({ type: z.enum(['inserat', 'banner', 'club']), id: z.int() }),
  /** Of the story of an ad. */
  story: z.boolean(),
  state: z.enum(CHANGE_STATES),
  /** «Wird geprüft» */
  label: z.string(),
  text: z.string(),
});
export type Change = z.infer<typeof Change>;

export const CHANGE_LABELS: Record<ChangeState, string> = {
  waiting: 'Wird geprüft',
  refused: 'Änderung nicht gezeigt',
  undecided: 'Änderung nicht geprüft',
};

/** What the owner reads of it; `answer` is what the house wrote with a refusal. */
export const changeText = (state: ChangeState, answer: string): string =>
  ({
    waiting: 'Wir sehen deine Änderung an. Bis dahin zeigen wir die bisherige Fassung.',
    refused: `${answer} Wir zeigen weiterhin die bisherige Fassung.`,
    undecided:
      'Wir haben deine Änderung innert 7 Tagen nicht geprüft. Speichere sie nochmals, dann sehen wir sie wieder an.',
  })[state];
