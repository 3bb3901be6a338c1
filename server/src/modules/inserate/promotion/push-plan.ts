import { addCalendarDays, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import type { PushKind } from './push-store.ts';

export interface Wanted {
  kind: PushKind;
  /** `YYYY-MM-DD HH:MM` in Swiss time. */
  slot: string;
  due_at: Date;
}

export interface Run {
  push_times: readonly string[];
  date_time_pushes: readonly string[];
  start_at: Date;
  end_at: Date;
}

/** Every push of a run, including its first instant, excluding its end. */
export const pushesIn = (run: Run): Wanted[] => [...daily(run), ...dated(run)];

/** One push per Swiss calendar day and time, whatever daylight saving does. */
function daily({ push_times, start_at, end_at }: Run): Wanted[] {
  const wanted: Wanted[] = [];
  if (push_times.length === 0) return wanted;
  for (let day = start_at; localDate(day) <= localDate(end_at); day = addCalendarDays(day, 1)) {
    const date = localDate(day);
    for (const time of push_times) {
      const due_at = instantOf(date, time);
      if (due_at >= start_at && due_at < end_at)
        wanted.push({ kind: 'daily', slot: `${date} ${time}`, due_at });
    }
  }
  return wanted;
}

function dated({ date_time_pushes, start_at, end_at }: Run): Wanted[] {
  return date_time_pushes.flatMap((slot) => {
    const [date, time] = slot.split(' ') as [string, string];
    const due_at = instantOf(date, time);
    return due_at >= start_at && due_at < end_at ? [{ kind: 'dated' as const, slot, due_at }] : [];
  });
}

/** `HH:MM` of a slot. */
export const timeOf = (slot: string): string => slot.slice(-5);

export const same = (a: Pick<Wanted, 'kind' | 'slot'>, b: Pick<Wanted, 'kind' | 'slot'>): boolean =>
  a.kind === b.kind && a.slot === b.slot;
