import { HOLD_LABELS, type HoldKind } from '@samtrot/shared/holds/status.ts';
import { THREAD_LABELS, type ThreadState } from '@samtrot/shared/support/thread-rules.ts';

const STATES: Record<string, string> = {
  geloescht: 'gelöscht',
  zurueckbezahlt: 'zurückbezahlt',
  new: 'neu',
  in_review: 'in Prüfung',
  justified: 'begründet',
  unjustified: 'unbegründet',
  released: 'freigegeben',
  // The appeal, so the hold is gone.
  upheld: 'nach Einspruch freigegeben',
  gone: 'gelöscht',
};
/** The state of a thing as people say it. */
export const stateLabel = (state: string): string =>
  STATES[state] ??
  THREAD_LABELS[state as ThreadState]?.toLowerCase() ??
  HOLD_LABELS[state as HoldKind]?.toLowerCase() ??
  state;
