import { lengthProblem } from '../kernel/text.ts';
import { DAY_MS, HOUR_MS } from '../kernel/time.ts';

/** A key has a name, by which people know where it is used. */
export const keyNameProblem = (name: string) => lengthProblem(name, 2, 60);

/** A key that ends by wish goes on for so long, so that a website can change over. */
export const KEY_ENDS_MS = 30 * DAY_MS;

/** More keys side by side are a leak that nobody looks for. */
export const KEYS_MAX = 5;

/** A website that has not read for so long is no longer up to date. */
export const READ_LATE_MS = HOUR_MS;

/** A take-down that a website has not confirmed for longer is open. */
export const RECEIPT_OPEN_MS = 60_000;

/** Receipts are counted and listed for so long. */
export const RECEIPT_DAYS = 30;

/** Views are counted over so many days. */
export const VIEW_DAYS = 7;

/** Of what the last messages say on one page. */
export const MESSAGES_SHOWN = 50;

export const SWITCH_REASON_MAX = 500;
export const switchReasonProblem = (text: string) => lengthProblem(text, 3, SWITCH_REASON_MAX);

/** How the messages to a website fare. */
export type HookHealth = 'none' | 'healthy' | 'late' | 'failed';

export const HOOK_LABELS: Record<HookHealth, string> = {
  none: 'keine Meldungen',
  healthy: 'gesund',
  late: 'im Rückstand',
  failed: 'gescheitert',
};

/** Messages that wait longer than this mean that they do not arrive. */
const HOOK_LATE_MS = 5 * 60_000;

export function hookHealth({
  url,
  dead,
  waitingSince,
  now,
}: {
  url: string | null;
  dead: number;
  waitingSince: Date | null;
  now: Date;
}): HookHealth {
  if (url === null) return 'none';
  if (dead > 0) return 'failed';
  return waitingSince && now.getTime() - waitingSince.getTime() > HOOK_LATE_MS ? 'late' : 'healthy';
}

/** What a message to a website is about. */
export const MESSAGE_LABELS = {
  published: 'Neu',
  changed: 'Geändert',
  lifted: 'Nach oben',
  taken_down: 'Vom Netz',
} as const;
