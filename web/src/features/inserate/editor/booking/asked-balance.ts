import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';

/** At the moment of a question: what the page knew, and what the server said. */
export interface AskedBalance {
  page: Credits;
  server: Credits;
}

/** The balance in an open question, and the sentence where it is not what stood there (EXP-63). */
export function balanceShown(
  asked: AskedBalance | null,
  now: Credits,
): { credits: Credits; notice: string | null } {
  if (!asked) return { credits: now, notice: null };
  // Until the page has loaded the account again, the server's word counts.
  const credits = now === asked.page ? asked.server : now;
  const notice =
    credits === asked.page ? null : `Dein Guthaben hat sich geändert: ${formatCredits(credits)}.`;
  return { credits, notice };
}
