import {
  BALANCE_RECHECK_MS,
  type ReturnOutcome,
  type returnTexts,
} from '@samtrot/shared/topups/rules.ts';
import type { PaymentView } from '@samtrot/shared/topups/status.ts';

/** From when the page says that the payment is being checked: a blink of it would only unsettle. */
const SILENT_MS = 2_000;
/** How long the page polls every second. */
const QUICK_MS = 10_000;
/** After this the page stops asking; the refresh button shows what came later. */
export const GIVE_UP_MS = 10 * 60_000;

const SLOW_MS = 5_000;

export type Verdict =
  | { kind: 'credited' }
  | { kind: 'message'; say: keyof typeof returnTexts }
  /** Something came, but not what was asked for: the server's own sentence. */
  | { kind: 'decision' }
  /** Ask again after so long; `checking` shows "Deine Zahlung wird geprüft". */
  | { kind: 'wait'; ms: number; checking: boolean }
  | { kind: 'give-up' }
  /** Paid and paid back since: nothing to announce. */
  | { kind: 'over' };

/**
 * What to do so many milliseconds after the return. `status` is the server's, null when it
 * could not be asked. Only the server can say that credits came; the address decides merely how
 * long to wait and what to say while the server does not know yet.
 */
export function verdict(
  address: ReturnOutcome,
  status: PaymentView | null,
  elapsedMs: number,
): Verdict {
  if (status === 'credited') return { kind: 'credited' };
  if (status === 'declined' || status === 'failed') return { kind: 'message', say: 'failed' };
  if (status === 'cancelled') return { kind: 'message', say: 'cancelled' };
  if (status === 'partial' || status === 'review') return { kind: 'decision' };
  if (status === 'refunded') return { kind: 'over' };
  if (address === 'cancelled' || address === 'failed') return { kind: 'message', say: address };
  if (address === 'unclear') {
    return elapsedMs < BALANCE_RECHECK_MS
      ? { kind: 'wait', ms: BALANCE_RECHECK_MS, checking: false }
      : { kind: 'message', say: 'unclear' };
  }
  if (elapsedMs >= GIVE_UP_MS) return { kind: 'give-up' };
  return {
    kind: 'wait',
    ms: elapsedMs < QUICK_MS ? BALANCE_RECHECK_MS : SLOW_MS,
    checking: elapsedMs >= SILENT_MS,
  };
}
