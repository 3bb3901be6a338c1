import { spanText } from '@samtrot/shared/kernel/format.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';

/** The bar of a card; the shape of `RuntimeBar`. */
export interface Runtime {
  percent: number;
  left: string;
  until: string;
  soon: boolean;
}

interface Run {
  /** ISO 8601, null while it has no run. */
  start_at: string | null;
  end_at: string | null;
  /** The same in Swiss time: DD.MM.YYYY HH:MM. */
  start: string;
  end: string;
  /** Over, by the server. */
  over: boolean;
}

/** The bar of a paid run that is held: it neither goes on nor ends (BOF-34). */
export const standingStill = (run: Runtime): Runtime => ({
  ...run,
  left: `${run.left}, die Uhr steht still.`,
  until: '',
  soon: false,
});

/** The progress of a run with its labels; null while there is none. */
export function runtimeOf(
  { start_at, end_at, start, end, over }: Run,
  now: number,
): Runtime | null {
  if (start_at === null || end_at === null) return null;
  const [from, to] = [Date.parse(start_at), Date.parse(end_at)];
  const until = `bis ${end}`;
  if (over || now >= to)
    return { percent: 100, left: `Abgelaufen am ${end}`, until: '', soon: false };
  if (now < from) return { percent: 0, left: `Start am ${start}`, until, soon: false };
  return {
    percent: ((now - from) / (to - from)) * 100,
    left: `Noch ${spanText(to - now)}`,
    until,
    soon: to - now < DAY_MS,
  };
}
