import { HOLD_LABELS } from '@samtrot/shared/holds/status.ts';
import { THREAD_LABELS } from '@samtrot/shared/support/thread-rules.ts';

const lower = (labels: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([code, label]) => [code, label.toLowerCase()]));

/** What people call a state; the others are called as they are. */
export const STATE_LABELS: Record<string, string> = {
  ...lower(HOLD_LABELS),
  ...lower(THREAD_LABELS),
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
export const stateLabel = (state: string): string => STATE_LABELS[state] ?? state;
