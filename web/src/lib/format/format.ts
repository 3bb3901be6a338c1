import { DAY_MS, HOUR_MS, MINUTE_MS, ZONE } from '@samtrot/shared/kernel/time.ts';

const dateTime = new Intl.DateTimeFormat('de-DE', {
  timeZone: ZONE,
  dateStyle: 'medium',
  timeStyle: 'medium',
});
const short = new Intl.DateTimeFormat('de-CH', {
  timeZone: ZONE,
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** `20.11.2026, 18:42:07`: "zuletzt aktualisiert" (HOM-08). */
export const formatMoment = (at: Date): string => dateTime.format(at);

const day = new Intl.DateTimeFormat('de-DE', { timeZone: ZONE, dateStyle: 'medium' });
const time = new Intl.DateTimeFormat('de-DE', { timeZone: ZONE, timeStyle: 'short' });

/** `20.11.2026` */
export const formatDay = (at: Date): string => day.format(at);

/** `18:42` */
export const formatTime = (at: Date): string => time.format(at);

/** `21.11., 16:42` */
function formatShort(at: Date): string {
  const part = Object.fromEntries(short.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${part.day}.${part.month}., ${part.hour}:${part.minute}`;
}

/**
 * A span in words: `3 Tage`, `22 Stunden`, `1 Minute`. Days to the nearest, so that 30 days begin
 * as 30 and not as 29.
 */
export function formatSpan(ms: number): string {
  const unit = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
  if (ms >= 2 * DAY_MS) return unit(Math.round(ms / DAY_MS), 'Tag', 'Tage');
  if (ms >= HOUR_MS) return unit(Math.floor(ms / HOUR_MS), 'Stunde', 'Stunden');
  return unit(Math.max(1, Math.floor(ms / MINUTE_MS)), 'Minute', 'Minuten');
}

/** How far a run from `start` to `end` has come, as RuntimeBar wants it. */
export function runtime(start: Date, end: Date, now: Date) {
  const leftMs = Math.max(0, end.getTime() - now.getTime());
  const total = Math.max(1, end.getTime() - start.getTime());
  return {
    percent: Math.min(100, Math.max(0, 100 - (leftMs / total) * 100)),
    left: leftMs === 0 ? 'Beendet' : `Noch ${formatSpan(leftMs)}`,
    until: `bis ${formatShort(end)}`,
    soon: leftMs < DAY_MS,
  };
}
