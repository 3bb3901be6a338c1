import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { addCalendarDays } from '@samtrot/shared/kernel/calendar.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { DAY_MS, HOUR_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import type { DayOfFigures } from '@samtrot/shared/overview/contract.ts';
import { FIGURE_DAYS, FIGURES_FROM_DAY } from '@samtrot/shared/overview/step-rules.ts';
import type * as contract from '@samtrot/shared/statistics/contract.ts';
import { effectsOf } from '@samtrot/shared/statistics/effects.ts';
import { HOURS_KEPT_DAYS } from '@samtrot/shared/statistics/rules.ts';
import type { Actors, Ctx } from '../../platform/action.ts';
import type { Sql } from '../../platform/db.ts';
import * as store from './store.ts';

export { ownTables } from './own-data.ts';
export { type OnSeen, record } from './visits.ts';
export type { Visit, VisitedKind } from './visits-store.ts';

const MISSING = {
  inserat: 'INSERAT_NOT_FOUND',
  club: 'CLUB_NOT_FOUND',
  banner: 'BANNER_NOT_FOUND',
} as const;
const FIGURES = ['views', 'phone', 'whatsapp', 'sms', 'homepage', 'clicks'] as const;

/**
 * The statistics of one of the caller's items.
 * @throws INSERAT_NOT_FOUND, CLUB_NOT_FOUND, BANNER_NOT_FOUND
 */
export async function read(
  { db, now, actor }: Pick<Ctx<Actors['user']>, 'db' | 'now' | 'actor'>,
  { kind, id, days: count }: Input<typeof contract.getStatistics>,
): Promise<Output<typeof contract.getStatistics>> {
  const title = await store.titleOf(db, kind, id, actor.userId);
  if (title === undefined) throw new AppError(MISSING[kind]);
  const to = localDate(now);
  const from = localDate(addCalendarDays(now, 1 - count));
  const rows = await store.daysOf(db, { kind, id, from, to });
  const websites = new Map(rows.map(({ website_id, website }) => [website_id, website]));
  const total = { views: 0, phone: 0, whatsapp: 0, sms: 0, homepage: 0, clicks: 0 };
  for (const row of rows) for (const figure of FIGURES) total[figure] += row[figure];
  return {
    kind,
    id,
    title,
    from,
    to,
    total,
    websites: [...websites]
      .map(([id, name]) => ({ id, name }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    days: rows.map(({ website: _, ...day }) => day),
    effects: kind === 'inserat' ? await effects(db, id, now) : [],
  };
}

async function effects(db: Sql, id: number, now: Date) {
  const since = new Date(
    Math.floor((now.getTime() - HOURS_KEPT_DAYS * DAY_MS) / HOUR_MS) * HOUR_MS,
  );
  const [phases, hours] = [await store.phasesOf(db, id, since), await store.hoursOf(db, id, since)];
  return effectsOf({ phases, hours, since, now });
}

/**
 * The seven days up to yesterday of all that the account has online; null before its third day
 * online (EXP-36).
 */
export async function lastWeek(
  { db, now }: { db: Sql; now: Date },
  accountId: number,
): Promise<DayOfFigures[] | null> {
  const first = await store.firstDayOf(db, accountId);
  if (first === null || first > localDate(addCalendarDays(now, 1 - FIGURES_FROM_DAY))) return null;
  const days = Array.from({ length: FIGURE_DAYS }, (_, index) =>
    localDate(addCalendarDays(now, index - FIGURE_DAYS)),
  );
  const counted = await store.accountDays(db, accountId, { from: days[0]!, to: days.at(-1)! });
  return days.map(
    (day) =>
      counted.find((one) => one.day === day) ?? { day, views: 0, phone: 0, whatsapp: 0, sms: 0 },
  );
}

/** For the charts of the house (BOF-136). */
export const { viewsIn } = store;

/** For the list of partners (BOF-118). */
export const { viewsByWebsite } = store;
