import type { DayCounts, Effect } from '@samtrot/shared/statistics/contract.ts';
import { type Statistics, sumOf } from './figures.ts';

/** A day of a website for tests, with the given members. */
export const sampleDay = (given: Partial<DayCounts> = {}): DayCounts => ({
  day: '2026-11-21',
  website_id: 1,
  views: 0,
  phone: 0,
  whatsapp: 0,
  sms: 0,
  homepage: 0,
  clicks: 0,
  ...given,
});

export const sampleEffect = (given: Partial<Effect> = {}): Effect => ({
  kind: 'topad',
  from: '2026-11-19T13:03:00.000Z',
  until: '2026-11-20T13:03:00.000Z',
  views_per_hour: 12,
  usual_per_hour: 5,
  factor: 2.4,
  ...given,
});

/** Statistics for tests; the sums follow from the days. */
export const sampleStatistics = (given: Partial<Statistics> = {}): Statistics => ({
  kind: 'inserat',
  id: 20001,
  title: 'Zeit zu zweit',
  from: '2026-11-15',
  to: '2026-11-21',
  websites: [
    { id: 1, name: 'lust.example' },
    { id: 2, name: 'abend.example' },
  ],
  days: [],
  total: sumOf(given.days ?? []),
  effects: [],
  ...given,
});
