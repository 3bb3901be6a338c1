import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';

/** At the moment of a question: what the page knew, and what the server said. */
export interface AskedBalance {
  page: Credits;
  server: Credits;
}

/**
 * The balance in a question, and the sentence where it is not what stood there (EXP-63). What is
 * being booked or has been answered changes neither, so that it does not while the question fades.
 */
export function balanceShown(
  asked: AskedBalance | null,
  current: Credits,
  open: boolean,
): { credits: Credits; notice: string | null } {
  if (!asked) return { credits: current, notice: null };
  const now = open ? current : asked.page;
  // Until the page has loaded the account again, the server's word counts.
  const credits = now === asked.page ? asked.server : now;
  const notice =
    credits === asked.page ? null : `Dein Guthaben hat sich geändert: ${formatCredits(credits)}.`;
  return { credits, notice };
}
