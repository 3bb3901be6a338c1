import type { DeliveredClub } from '@samtrot/partner';
import { WEEKDAYS } from '@samtrot/shared/kernel/opening-hours.ts';
import { DAY_MS, localDate, localTime } from '@samtrot/shared/kernel/time.ts';

type Openings = DeliveredClub['oeffnungszeiten'];

/** Monday is 1. */
function dayOf(at: Date): number {
  const day = new Date(`${localDate(at)}T12:00:00Z`).getUTCDay();
  return day === 0 ? 7 : day;
}

const isWhole = ({ von, bis }: Openings[number]) => von === bis;
const endsTomorrow = ({ von, bis }: Openings[number]) => bis <= von;

/**
 * Whether it is open now, and otherwise when it opens next. Null without opening hours.
 */
export function openText(openings: Openings, now: Date): string | null {
  if (openings.length === 0) return null;
  const [today, time] = [dayOf(now), localTime(now)];
  const yesterday = today === 1 ? 7 : today - 1;
  const since = openings.find(
    (span) => span.tag === yesterday && endsTomorrow(span) && time < span.bis,
  );
  const open = openings.find(
    (span) => span.tag === today && span.von <= time && (endsTomorrow(span) || time < span.bis),
  );
  if (open && isWhole(open)) return 'Heute durchgehend geöffnet';
  if (open) return `Heute geöffnet bis ${open.bis}`;
  if (since) return `Heute geöffnet bis ${since.bis}`;
  const later = openings
    .filter(({ tag, von }) => tag === today && von > time)
    .map(({ von }) => von);
  if (later.length > 0) return `Heute geöffnet ab ${later.toSorted()[0]}`;
  for (let days = 1; days <= 7; days++) {
    // Noon, so that a change to or from summer time does not move the day.
    const day = dayOf(new Date(Date.parse(`${localDate(now)}T12:00:00Z`) + days * DAY_MS));
    const [first] = openings.flatMap(({ tag, von }) => (tag === day ? von : [])).toSorted();
    if (first)
      return `Geschlossen, öffnet ${days === 1 ? 'morgen' : `am ${WEEKDAYS[day - 1]}`} um ${first}`;
  }
  return null;
}

/** The opening hours of each day of the week, as text. */
export function week(openings: Openings): { day: string; hours: string }[] {
  return WEEKDAYS.map((day, index) => {
    const spans = openings
      .filter(({ tag }) => tag === index + 1)
      .map((span) => (isWhole(span) ? 'durchgehend' : `${span.von} bis ${span.bis}`));
    return { day, hours: spans.join(', ') || 'geschlossen' };
  });
}
