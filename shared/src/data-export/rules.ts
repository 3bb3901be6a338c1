import { DAY_MS } from '../kernel/time.ts';

/** How long a finished copy is offered (ACC-15). */
export const EXPORT_OFFERED_MS = 7 * DAY_MS;

/** How many an account may start in 24 hours. */
export const EXPORTS_A_DAY = 3;

/** Where the ZIP is downloaded. */
export const EXPORT_PATH = '/export/daten.zip';

/** The progress in whole percent; 100 only when the ZIP is ready. */
export const exportPercent = (done: number, total: number): number =>
  total === 0 ? 0 : Math.min(99, Math.floor((done * 100) / total));
