import type { PlacedKind } from '@samtrot/shared/delivery-receipts/rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { dayText, formatNumber, formatShare, shortDay } from '@samtrot/shared/kernel/format.ts';
import { daysBetween } from '@samtrot/shared/kernel/wall-time.ts';
import type { Counts, DayCounts, getStatistics } from '@samtrot/shared/statistics/contract.ts';
import { CONTACT_LABELS } from '@samtrot/shared/statistics/rules.ts';

export type Statistics = Output<typeof getStatistics>;

export const RANGES = [7, 30, 90, 365] as const;
export type Range = (typeof RANGES)[number];

export const RANGE_LABELS: Record<Range, string> = {
  7: '7 Tage',
  30: '30 Tage',
  90: '90 Tage',
  365: '1 Jahr',
};

export type Figure = keyof Counts;

/** What is counted of each kind, in the order of the page. */
export const FIGURES: Record<PlacedKind, readonly Figure[]> = {
  inserat: ['views', 'phone', 'whatsapp', 'sms', 'homepage'],
  club: ['views', 'phone', 'whatsapp', 'homepage'],
  banner: ['views', 'clicks'],
};

export const FIGURE_LABELS: Record<Figure, string> = {
  views: 'Aufrufe',
  ...CONTACT_LABELS,
  clicks: 'Klicks',
};

/** `12 Aufrufe`, `1 Klick`, `3-mal Telefon`: one figure in a sentence. */
export function figureText(figure: Figure, n: number): string {
  if (figure === 'views') return n === 1 ? '1 Aufruf' : `${formatNumber(n)} Aufrufe`;
  if (figure === 'clicks') return n === 1 ? '1 Klick' : `${formatNumber(n)} Klicks`;
  return `${formatNumber(n)}-mal ${FIGURE_LABELS[figure]}`;
}

const NONE: Counts = { views: 0, phone: 0, whatsapp: 0, sms: 0, homepage: 0, clicks: 0 };

const plus = (a: Counts, b: Counts): Counts => ({
  views: a.views + b.views,
  phone: a.phone + b.phone,
  whatsapp: a.whatsapp + b.whatsapp,
  sms: a.sms + b.sms,
  homepage: a.homepage + b.homepage,
  clicks: a.clicks + b.clicks,
});

export const sumOf = (counts: readonly Counts[]): Counts => counts.reduce(plus, NONE);

/** The days of one website, or of all of them with null. */
export const ofWebsite = (days: readonly DayCounts[], website: number | null): DayCounts[] =>
  website === null ? [...days] : days.filter(({ website_id }) => website_id === website);

/** `2.5 %` of the views were clicked; a dash while nobody has seen it. */
export const rateOf = ({ views, clicks }: Pick<Counts, 'views' | 'clicks'>): string =>
  views === 0 ? '–' : formatShare(clicks / views);

/**
 * The period of one line of the table or one bar: a day, or a week where days would be too many.
 */
export interface Span extends Counts {
  key: string;
  /** `03.11.`, `Woche vom 03.11.` */
  name: string;
  /** `03.11.`, for the axis */
  short: string;
}

/** More days than these are grouped into weeks, so that their bars stay distinguishable. */
const MOST_BARS = 100;

/**
 * Every day of the range in its order, also those with nothing; weeks where these would be too
 * many.
 */
export function spansOf(
  { from, to }: Pick<Statistics, 'from' | 'to'>,
  days: readonly DayCounts[],
  now: Date,
): Span[] {
  const byDay = Map.groupBy(days, ({ day }) => day);
  const all = daysBetween(from, to);
  const size = all.length > MOST_BARS ? 7 : 1;
  // The last week ends today and is whole; the first takes what is left.
  const first = all.length % size;
  const starts = all.flatMap((_, index) =>
    index >= first && (index - first) % size === 0 ? [index] : [],
  );
  if (first > 0) starts.unshift(0);
  return starts.map((start, index) => {
    const within = all.slice(start, starts[index + 1]);
    const day = within[0]!;
    return {
      key: day,
      name: size === 1 ? dayText(day, now) : `Woche vom ${dayText(day, now)}`,
      short: shortDay(day),
      ...sumOf(within.flatMap((date) => byDay.get(date) ?? [])),
    };
  });
}

/** The chart in one sentence, as its text alternative. */
export function chartText(spans: readonly Span[], figure: Figure): string {
  const total = spans.reduce((sum, span) => sum + span[figure], 0);
  const best = spans.reduce<Span | undefined>(
    (top, span) => (top && top[figure] >= span[figure] ? top : span),
    undefined,
  );
  const range = `${FIGURE_LABELS[figure]} vom ${spans[0]?.name.replace('Woche vom ', '')} bis heute`;
  if (!best || total === 0) return `${range}: noch keine.`;
  return `${range}: ${formatNumber(total)} insgesamt, am meisten ${best.name.startsWith('Woche') ? 'in der' : 'am'} ${best.name} mit ${formatNumber(best[figure])}.`;
}
