import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { PENDING_NOTE_MS } from '@samtrot/shared/topups/rules.ts';

const KEY = 'samtrot.payment';

/**
 * That a payment was opened here (GUT-17). It only chooses the message on return; what was paid is
 * the server's word (decision X-35).
 */
export interface PendingNote {
  type: 'credit_purchase';
  paymentId: string;
  /** Credits without and with the bonus. */
  amount: Credits;
  bonus: Credits;
  total: Credits;
  timestamp: number;
}

/** The payment that the text notes, or null when there is none, it is too old or not ours. */
export function notedPayment(text: string | null, now: number): string | null {
  if (text === null) return null;
  try {
    const { type, paymentId, timestamp } = JSON.parse(text) as Partial<
      Record<keyof PendingNote, unknown>
    >;
    if (
      type !== 'credit_purchase' ||
      typeof paymentId !== 'string' ||
      typeof timestamp !== 'number'
    )
      return null;
    const age = now - timestamp;
    return age >= 0 && age <= PENDING_NOTE_MS ? paymentId : null;
  } catch {
    return null;
  }
}

export const keepNote = (note: PendingNote): void =>
  storage((kept) => kept.setItem(KEY, JSON.stringify(note)));

/** The payment noted here; the note is removed, because a return is judged once. */
export function takeNote(now: number): string | null {
  let text: string | null = null;
  storage((kept) => {
    text = kept.getItem(KEY);
    kept.removeItem(KEY);
  });
  return notedPayment(text, now);
}

// Storage may be switched off; the note only chooses a message, so the payment works without it.
function storage(use: (kept: Storage) => void): void {
  try {
    use(sessionStorage);
  } catch {}
}
