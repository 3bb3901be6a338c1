import { PENDING_NOTE_MS } from '@samtrot/shared/topups/rules.ts';

const KEY = 'samtrot.payment';

/** That a payment was opened here. Only its id and the time: no amount lies about in the browser (decision X-35). */
export interface PendingNote {
  paymentId: string;
  at: number;
}

export const noteText = ({ paymentId, at }: PendingNote): string => JSON.stringify({ paymentId, at });

/** The note, or null when there is none, it is too old or not ours. */
export function noteFrom(text: string | null, now: number): PendingNote | null {
  if (text === null) return null;
  try {
    const { paymentId, at } = JSON.parse(text) as Record<string, unknown>;
    if (typeof paymentId !== 'string' || typeof at !== 'number') return null;
    const age = now - at;
    return age >= 0 && age <= PENDING_NOTE_MS ? { paymentId, at } : null;
  } catch {
    return null;
  }
}

export const keepNote = (note: PendingNote): void => storage((kept) => kept.setItem(KEY, noteText(note)));

/** Reads the note and removes it: a return is judged once. */
export function takeNote(now: number): PendingNote | null {
  let text: string | null = null;
  storage((kept) => {
    text = kept.getItem(KEY);
    kept.removeItem(KEY);
  });
  return noteFrom(text, now);
}

// Storage may be switched off; the note only chooses a message, so the payment works without it.
function storage(use: (kept: Storage) => void): void {
  try {
    use(sessionStorage);
  } catch {}
}
