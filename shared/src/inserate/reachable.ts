import { type OpeningHours, openingProblem, WEEKDAYS } from '../kernel/opening-hours.ts';
import { DAY_MS, localDate, localTime } from '../kernel/time.ts';
import { swissInstant } from '../kernel/wall-time.ts';
import type { InseratContent } from './content-contract.ts';

export type Reachable = InseratContent['erreichbar'];
export type ReachableLine = Reachable['zeiten'][number];

export const BY_APPOINTMENT = 'nach Absprache';
export const NO_DAY = 'Wähle mindestens einen Tag';

/** Each day with its hours, as a club has them. */
const openingsOf = (lines: readonly ReachableLine[]): OpeningHours[] =>
  lines.flatMap(({ tage, von, bis }) => tage.map((tag) => ({ tag, von, bis })));

/** One or the other, days in their order and once each. */
export const tidyReachable = ({ zeiten, nach_absprache }: Reachable): Reachable => ({
  zeiten: nach_absprache
    ? []
    : zeiten.map((line) => ({ ...line, tage: [...new Set(line.tage)].toSorted() })),
  nach_absprache,
});

/** What keeps it from being published, or null. */
export function reachableProblem({ zeiten }: Reachable): string | null {
  return zeiten.some(({ tage }) => tage.length === 0) ? NO_DAY : openingProblem(openingsOf(zeiten));
}

/** `10`, `9:30`; midnight as an end is `24`. */
function hourText(time: string, isEnd: boolean): string {
  const [hours, minutes] = time.split(':');
  const hour = isEnd && time === '00:00' ? 24 : Number(hours);
  return minutes === '00' ? String(hour) : `${hour}:${minutes}`;
}

/** `Täglich`, `Montag bis Freitag`, `Montag und Samstag`; three days in a row make a span. */
function daysText(days: readonly number[]): string {
  if (days.length === WEEKDAYS.length) return 'Täglich';
  const name = (day: number) => WEEKDAYS[day - 1]!;
  const runs: number[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  const texts = runs.flatMap((run) =>
    run.length > 2 ? [`${name(run[0]!)} bis ${name(run.at(-1)!)}`] : run.map(name),
  );
  return texts.length > 1 ? `${texts.slice(0, -1).join(', ')} und ${texts.at(-1)}` : texts[0]!;
}

const hoursText = ({ von, bis }: ReachableLine) =>
  von === bis ? 'rund um die Uhr' : `${hourText(von, false)} bis ${hourText(bis, true)} Uhr`;

/** `Täglich 10 bis 22 Uhr`, `nach Absprache`; empty where nothing is said. */
export function reachableText({ zeiten, nach_absprache }: Reachable): string {
  if (nach_absprache) return BY_APPOINTMENT;
  let before = '';
  return zeiten
    .filter(({ tage, von, bis }) => tage.length > 0 && von && bis)
    .map((line, index) => {
      const days = daysText(line.tage);
      const repeated = days === before;
      before = days;
      if (repeated) return ` und ${hoursText(line)}`;
      return `${index > 0 ? ', ' : ''}${days} ${hoursText(line)}`;
    })
    .join('');
}

/**
 * The hours of a club in the same words: `Montag bis Freitag 10 bis 22 Uhr, Samstag 18 bis 2 Uhr`.
 */
export function openingsText(openings: readonly OpeningHours[]): string {
  const byDay = openings.toSorted((one, other) => one.tag - other.tag);
  const lines = Map.groupBy(byDay, ({ von, bis }) => `${von} ${bis}`).values();
  const zeiten = [...lines].map((days) => {
    const [{ von, bis }] = days as [OpeningHours, ...OpeningHours[]];
    return { tage: [...new Set(days.map(({ tag }) => tag))], von, bis };
  });
  return reachableText({ zeiten, nach_absprache: false });
}

const CLOSED = 'geschlossen';

/** A day or days in a row of the same hours. */
export interface ReachableDays {
  days: string;
  hours: string;
  /** The Swiss day of the instant is among them. */
  isToday: boolean;
}

/** The week from Monday on; three days in a row with the same hours are one line. */
export function reachableWeek({ zeiten }: Reachable, now: Date): ReachableDays[] {
  if (zeiten.length === 0) return [];
  const today = dayOf(now);
  const weeks: { days: number[]; hours: string }[] = [];
  for (const day of WEEKDAYS.keys()) {
    const spans = zeiten.filter(({ tage }) => tage.includes(day + 1));
    const inOrder = spans.toSorted((a, b) => a.von.localeCompare(b.von));
    const hours = inOrder.map(hoursText).join(' und ') || CLOSED;
    const last = weeks.at(-1);
    if (last?.hours === hours) last.days.push(day + 1);
    else weeks.push({ days: [day + 1], hours });
  }
  return weeks.flatMap(({ days, hours }) => {
    const lines = days.length > 2 ? [days] : days.map((day) => [day]);
    return lines.map((line) => ({
      days: daysText(line),
      hours,
      isToday: line.includes(today),
    }));
  });
}

const DAYS_AHEAD = 8;

/** The Swiss day of the week; Monday is 1. */
const dayOf = (at: Date): number =>
  new Date(`${localDate(at)}T12:00:00Z`).getUTCDay() || WEEKDAYS.length;

/** The spans around an instant, by Swiss wall times: across a clock change 23 or 25 hours. */
function spansAround(lines: readonly ReachableLine[], now: Date): { from: Date; until: Date }[] {
  // Noon, so that a change to or from summer time does not move the day.
  const noon = Date.parse(`${localDate(now)}T12:00:00Z`);
  const dayAt = (days: number) => new Date(noon + days * DAY_MS);
  const openings = openingsOf(lines);
  return Array.from({ length: DAYS_AHEAD + 2 }, (_, index) => index - 1).flatMap((days) => {
    const tag = dayAt(days).getUTCDay() || WEEKDAYS.length;
    return openings.flatMap(({ tag: own, von, bis }) => {
      if (own !== tag) return [];
      const from = swissInstant(localDate(dayAt(days)), von);
      const until = swissInstant(localDate(dayAt(bis <= von ? days + 1 : days)), bis);
      return from && until ? [{ from, until }] : [];
    });
  });
}

/** Until when somebody is reached without a break, or null while nobody is. */
export function reachableUntil({ zeiten }: Reachable, now: Date): Date | null {
  const spans = spansAround(zeiten, now);
  const reaching = (at: Date) =>
    spans.find(({ from, until }) => from <= at && until > at)?.until ?? null;
  let until = reaching(now);
  for (let next = until; next; next = reaching(next)) until = next;
  return until;
}

/** `Jetzt erreichbar bis 22 Uhr`; null while nobody is or nothing is said about hours. */
export function reachableNowText(reachable: Reachable, now: Date): string | null {
  const until = reachableUntil(reachable, now);
  if (!until) return null;
  // A day later the hour alone would mean today.
  return until.getTime() - now.getTime() >= DAY_MS
    ? 'Jetzt erreichbar'
    : `Jetzt erreichbar bis ${hourText(localTime(until), true)} Uhr`;
}
