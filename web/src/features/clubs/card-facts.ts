import { monthsLabel } from '@samtrot/shared/banners/rules.ts';
import { formatCredits, shownWire } from '@samtrot/shared/kernel/format.ts';
import { type OpeningHours, WEEKDAYS } from '@samtrot/shared/kernel/opening-hours.ts';
import { CalendarClock, CirclePause, Infinity as Endless, Hourglass, Wallet } from 'lucide-react';
import type { Fact } from '../../listing/item-card.tsx';
import { type Runtime, runtimeOf } from '../../listing/runtime.ts';
import type { ListedClub } from './list.ts';

export type CantonNames = ReadonlyMap<string, string>;

/** `8000 Zürich (Zürich)`: where it is, without the street. */
export function townOf({ postleitzahl, ort, canton }: ListedClub, cantons: CantonNames): string {
  const town = [postleitzahl, ort].filter(Boolean).join(' ');
  const name = cantons.get(canton);
  return name && name !== ort ? [town, name].filter(Boolean).join(', ') : town;
}

export const clubRuntime = (
  { start_zeit, end_zeit, status, ...club }: ListedClub,
  now: number,
): Runtime | null =>
  runtimeOf(
    {
      ...club,
      start: shownWire(start_zeit),
      end: shownWire(end_zeit),
      over: status === 'abgelaufen',
    },
    now,
  );

export function factsOf({ status, start_zeit, end_at, monate, club_credits }: ListedClub): Fact[] {
  const facts: (Fact | false)[] = [
    status === 'ausgeblendet' &&
      end_at !== null && { icon: CirclePause, text: 'Laufzeit steht still' },
    start_zeit !== '' &&
      (status !== 'geplant' || end_at === null) && {
        icon: CalendarClock,
        text: `Start ${shownWire(start_zeit)}`,
      },
    end_at === null
      ? { icon: Endless, text: 'Ohne Ende' }
      : { icon: Hourglass, text: monthsLabel(monate) },
    club_credits > 0 && { icon: Wallet, text: formatCredits(club_credits) },
  ];
  return facts.filter((fact) => fact !== false);
}

/** Each day of the week with its times; empty where none are given. */
export function openingDays(hours: readonly OpeningHours[]): { day: string; times: string }[] {
  if (hours.length === 0) return [];
  return WEEKDAYS.map((day, index) => {
    const spans = hours
      .filter(({ tag }) => tag === index + 1)
      .toSorted((one, other) => one.von.localeCompare(other.von))
      .map(({ von, bis }) => (von === bis ? 'rund um die Uhr' : `${von} – ${bis}`));
    return { day, times: spans.join(', ') || 'geschlossen' };
  });
}
