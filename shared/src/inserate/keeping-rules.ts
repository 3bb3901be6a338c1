import { DAY_MS, MINUTE_MS } from '../kernel/time.ts';

/** After its last change, of a draft that was never online (EXP-46). */
export const DRAFT_KEPT_MS = 180 * DAY_MS;
/** What was deleted or removed, for «Rückgängig»; longer than any message is shown (EXP-72). */
export const RESTORABLE_MS = 10 * MINUTE_MS;
