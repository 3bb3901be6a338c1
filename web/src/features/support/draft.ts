export interface Draft {
  subject: string;
  message: string;
}

const EMPTY: Draft = { subject: '', message: '' };
let kept = EMPTY;

/**
 * What was typed on the support page and not sent yet. Kept in memory only: nothing personal is
 * written to the device.
 */
export const keptDraft = (): Draft => kept;

export function keepDraft(draft: Draft): void {
  kept = draft;
}

export function dropDraft(): void {
  kept = EMPTY;
}
