import { addCalendarDays, addCalendarMonths, instantOf } from '../kernel/calendar.ts';
import { formatChf, formatNumber } from '../kernel/format.ts';
import { localDate } from '../kernel/time.ts';

/** What the charts of the house show (BOF-136). */
export const FIGURES = {
  registrations: { label: 'Neue Konten', about: 'bestätigte Registrierungen', sum: true },
  online: { label: 'Inserate online', about: 'am Ende des Tages oder Monats', sum: false },
  revenue: { label: 'Umsatz bezahlt', about: 'gutgeschriebene Zahlungen', sum: true },
  views: {
    label: 'Aufrufe bei Partnern',
    about: 'Detailseiten von Inseraten und Clubs',
    sum: true,
  },
} as const satisfies Record<string, { label: string; about: string; sum: boolean }>;
export type Figure = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as Figure[];

export const SPANS = {
  days: { label: '30 Tage', within: 'in 30 Tagen', count: 30 },
  months: { label: '12 Monate', within: 'in 12 Monaten', count: 12 },
} as const;
export type Span = keyof typeof SPANS;

export interface Bucket {
  /** The Swiss day it begins with, `2026-11-20`. */
  day: string;
  from: Date;
  until: Date;
}

/** The days or months up to today, oldest first; the last is not over. */
export function bucketsOf(span: Span, now: Date): Bucket[] {
  const today = localDate(now);
  const first = instantOf(span === 'days' ? today : `${today.slice(0, 7)}-01`, '00:00');
  const step = span === 'days' ? addCalendarDays : addCalendarMonths;
  const { count } = SPANS[span];
  return Array.from({ length: count }, (_, n) => {
    const from = step(first, n - count + 1);
    return { day: localDate(from), from, until: step(first, n - count + 2) };
  });
}

/** A value as people read it; revenue is in Rappen. */
export const formatFigure = (figure: Figure, value: number): string =>
  figure === 'revenue' ? formatChf(value) : formatNumber(value);

/** `20.11.2026`, of a month `11.2026`. */
export function bucketLabel(day: string, span: Span): string {
  const [year, month, date] = day.split('-');
  return span === 'days' ? `${date}.${month}.${year}` : `${month}.${year}`;
}

/** The number above the chart: the sum, or the last value of what is counted at an instant. */
export const headline = (figure: Figure, values: readonly number[]): number =>
  FIGURES[figure].sum ? values.reduce((sum, value) => sum + value, 0) : (values.at(-1) ?? 0);
