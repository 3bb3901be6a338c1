import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { formatSpan } from '../../lib/format.ts';

/** What the bar of an ad's card says; the shape of `RuntimeBar`. */
export interface Runtime {
  percent: number;
  left: string;
  until: string;
  soon: boolean;
}

/** How far the run of an ad is, in the words of its card; null while it has none. */
export function runtimeOf(inserat: Inserat, now: number): Runtime | null {
  const { start_at, end_at, start_zeit, end_zeit, inserat_status } = inserat;
  if (start_at === null || end_at === null || inserat_status === 'entwurf') return null;
  const [start, end] = [Date.parse(start_at), Date.parse(end_at)];
  const until = `bis ${end_zeit}`;
  if (inserat_status === 'abgelaufen' || now >= end) {
    return { percent: 100, left: `Abgelaufen am ${end_zeit}`, until: '', soon: false };
  }
  if (now < start) return { percent: 0, left: `Start am ${start_zeit}`, until, soon: false };
  return {
    percent: ((now - start) / (end - start)) * 100,
    left: `Noch ${formatSpan(end - now)}`,
    until,
    soon: end - now < DAY_MS,
  };
}
