export interface Draft {
  subject: string;
  message: string;
}

const EMPTY: Draft = { subject: '', message: '' };
let kept = EMPTY;
let key: string | null = null;

/**
 * What was typed on the support page and not sent yet. Kept in memory only: nothing personal is
 * written to the device.
 */
export const keptDraft = (): Draft => kept;

/** Emptied, a draft is over: what is typed next is another conversation. */
export function keepDraft(draft: Draft): void {
  kept = draft;
  if (draft.subject === '' && draft.message === '') key = null;
}

export function dropDraft(): void {
  kept = EMPTY;
  key = null;
}

/**
 * The idempotency key of the draft: one conversation, also when the text is changed after an answer
 * was lost, or sent again after a look at another page (EXP-92).
 */
export function keptKey(): string {
  key ??= crypto.randomUUID();
  return key;
}
