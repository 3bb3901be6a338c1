import { isPremium } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { shownWire } from '@samtrot/shared/kernel/format.ts';
import { type Runtime, runtimeOf } from '../../../listing/runtime.ts';

/** The runtime on the card of an ad; null while it has none. */
export function adRuntime(inserat: Inserat, now: number): Runtime | null {
  const { inserat_status, start_at, end_at, start_zeit, end_zeit } = inserat;
  const [start, end] = [shownWire(start_zeit), shownWire(end_zeit)];
  if (inserat_status === 'entwurf') return null;
  const run = runtimeOf(
    { start_at, end_at, start, end, over: inserat_status === 'abgelaufen' },
    now,
  );
  // The end moves as long as it is hidden, and nothing runs out.
  return run && standsStill(inserat)
    ? { ...run, until: `${run.until}, ${IF_SHOWN}`, soon: false }
    : run;
}

/**
 * Whether its time is paused because it is hidden: premium only, and limited (decisions,
 * section 5).
 */
export const standsStill = ({ inserat_typ, hidden_at, hidden_days_left }: Inserat): boolean =>
  hidden_at !== null && isPremium(inserat_typ) && hidden_days_left > 0;

/** Its end is the one that it has when it is shown again now. */
export const IF_SHOWN = 'wenn du es jetzt einblendest';
