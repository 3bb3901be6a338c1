import { formatDayTime, spanText } from '@samtrot/shared/kernel/format.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';

/** How far a run from `start` to `end` has come, as RuntimeBar wants it. */
export function runtime(start: Date, end: Date, now: Date) {
  const leftMs = Math.max(0, end.getTime() - now.getTime());
  const total = Math.max(1, end.getTime() - start.getTime());
  return {
    percent: Math.min(100, Math.max(0, 100 - (leftMs / total) * 100)),
    left: leftMs === 0 ? 'Beendet' : `Noch ${spanText(leftMs)}`,
    until: `bis ${formatDayTime(end)}`,
    soon: leftMs < DAY_MS,
  };
}
