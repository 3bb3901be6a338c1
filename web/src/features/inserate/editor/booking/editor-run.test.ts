import { BLANK_INSERAT, type InseratContent } from '@samtrot/shared/inserate/contract.ts';
import { addCalendarDays, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { HOUR_MS, localDate } from '@samtrot/shared/kernel/time.ts';
import { isShifted, swissInstant } from '@samtrot/shared/kernel/wall-time.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { expect, test } from 'vitest';
import { sampleInserat } from '../../list/sample.ts';
import {
  liesOutside,
  paidFor,
  pushLabel,
  renewalSentence,
  runOf,
  takesOut,
  timesLabel,
  withPush,
  withTime,
} from './editor-run.ts';

const now = new Date('2026-11-21T11:00:00Z');
const week: InseratContent = {
  ...BLANK_INSERAT,
  inserat_typ: '1_week',
  cantons: ['ZH'],
  categories: [1],
};
const paid = {
  package: '1_week' as const,
  regions: 3,
  categories: 3,
  images: 10,
  dailyPushes: 0,
  datedPushes: 1,
  planned: false,
  topAd: false,
  colour: false,
  story: false,
};

test('a Swiss wall time is the instant of the server, also on both days of the clock change [EDI-90]', () => {
  for (const date of ['2026-11-21', '2027-03-28', '2027-07-01', '2026-10-25', '2027-10-31']) {
    for (let hour = 0; hour < 24; hour++) {
      const time = `${String(hour).padStart(2, '0')}:30`;
      expect(swissInstant(date, time), `${date} ${time}`).toEqual(instantOf(date, time));
    }
  }
  expect(swissInstant('', '12:00')).toBeNull();
  expect(swissInstant('', '')).toBeNull();
  expect(isShifted('', '')).toBe(false);
  expect(swissInstant('2026-11-21', '')).toBeNull();
});

test('in the skipped hour of the spring change the shifted time is shown [EDI-89]', () => {
  expect(pushLabel({ date: '2027-03-28', time: '02:30' })).toBe('28.03.2027, 03:30');
  expect(isShifted('2027-03-28', '02:30')).toBe(true);
  expect(isShifted('2026-10-25', '02:30')).toBe(false);
  expect(pushLabel({ date: '2026-11-24', time: '18:05' })).toBe('24.11.2026, 18:05');
});

test('the same time or date twice stays one entry; nothing is added without a time [EDI-87, EDI-91, EDI-86]', () => {
  expect(withTime(['12:00'], '12:00')).toEqual(['12:00']);
  expect(withTime(['12:00'], '08:00')).toEqual(['08:00', '12:00']);
  expect(withTime(['12:00'], '')).toEqual(['12:00']);
  const push = { date: '2026-12-01', time: '12:00' };
  expect(withPush([push], { ...push })).toEqual([push]);
  expect(withPush([push], { ...push, time: '11:00' })).toEqual([{ ...push, time: '11:00' }, push]);
});

test('the end is the start, now or planned, plus the days of the package [EDI-101, X-13]', () => {
  for (const [chosen, days] of [
    ['free', 30],
    ['1_day', 1],
    ['3_days', 3],
    ['5_days', 5],
    ['1_week', 7],
    ['1_month', 30],
  ] as const) {
    expect(runOf({ ...week, inserat_typ: chosen }, null, now).end).toEqual(
      addCalendarDays(now, days),
    );
  }
  const planned = {
    ...week,
    publish_option: 'Planen' as const,
    publish_date: '2027-03-25',
    publish_time: '08:00',
  };
  const { start, end } = runOf(planned, null, now);
  expect(start).toEqual(instantOf('2027-03-25', '08:00'));
  expect(end).toEqual(addCalendarDays(start, 7));
  expect(end.getTime() - start.getTime(), 'a week with the hour that is skipped').toBe(
    (7 * 24 - 1) * HOUR_MS,
  );
});

test('a running booking keeps its end; another package starts a new run [EDI-101]', () => {
  const inserat = sampleInserat({
    inserat_typ: '1_week',
    paid,
    start_at: '2026-11-20T08:00:00.000Z',
    end_at: '2026-11-27T08:00:00.000Z',
  });
  expect(runOf(week, inserat, now).end.toISOString()).toBe('2026-11-27T08:00:00.000Z');
  expect(localDate(runOf({ ...week, inserat_typ: '1_month' }, inserat, now).end)).toBe(
    '2026-12-21',
  );
});

test('premium shows day and price of the renewal, free why it has none [EDI-100, EDI-102, EDI-98]', () => {
  const run = runOf(week, null, now);
  expect(
    renewalSentence(PRICES, { ...week, auto_extend: true, push_times: ['12:00'] }, run, 0),
  ).toBe('Am 28.11.2026 startet das Inserat neu und kostet wieder 45 Credits.');
  expect(
    renewalSentence(
      PRICES,
      { ...week, auto_extend: true, top_ad_enabled: true, color_enabled: true, story_posted: true },
      run,
      0,
    ),
  ).toContain('wieder 40 Credits');
  expect(renewalSentence(PRICES, week, run, 0)).toBe('Am 28.11.2026 läuft das Inserat ab.');
  expect(renewalSentence(PRICES, BLANK_INSERAT, runOf(BLANK_INSERAT, null, now), 0)).toBe(
    'Gehört zu Premium.',
  );
});

test('a push outside the run is wrong; one ordered before may be in the past [EDI-90]', () => {
  const run = runOf(week, null, now);
  const outside = (date: string, time: string, ordered: { date: string; time: string }[] = []) =>
    liesOutside({ date, time }, run, ordered, now);
  expect(outside('2026-11-21', '11:59')).toBe(true);
  expect(outside('2026-11-21', '12:01')).toBe(false);
  expect(outside('2026-11-28', '11:59')).toBe(false);
  expect(outside('2026-11-28', '12:00')).toBe(true);
  expect(outside('2026-11-20', '12:00', [{ date: '2026-11-20', time: '12:00' }])).toBe(false);
  const planned = runOf(
    { ...week, publish_option: 'Planen', publish_date: '2026-12-01', publish_time: '08:00' },
    null,
    now,
  );
  expect(liesOutside({ date: '2026-11-30', time: '12:00' }, planned, [], now)).toBe(true);
});

test('few times are listed, many are counted [PRI-15]', () => {
  expect(timesLabel(['12:00'])).toBe('12:00');
  expect(timesLabel(['12:00', '18:30'])).toBe('12:00 und 18:30');
  expect(timesLabel(['08:00', '12:00', '18:30'])).toBe('08:00, 12:00 und 18:30');
  expect(timesLabel(['08:00', '12:00', '18:30', '20:00'])).toBe('4 Zeiten');
});

test('refunded daily times are charged again in a run that is no shorter [FIX-06, EXP-58]', () => {
  const inserat = sampleInserat({
    inserat_typ: '1_week',
    paid: { ...paid, dailyPushes: 2 },
    short_daily_times: 1,
  });
  const covers = (to: InseratContent['inserat_typ']) =>
    paidFor(PRICES, { ...week, inserat_typ: to }, inserat, now)?.dailyPushes;
  expect([covers('1_month'), covers('1_week'), covers('1_day')]).toEqual([1, 2, 2]);
});

test('a paid push removed without a replacement is known before saving [FIX-06, FIX-40]', () => {
  const dates = [{ date: '2026-11-22', time: '12:00' }];
  const inserat = sampleInserat({
    inserat_typ: '1_week',
    paid: { ...paid, dailyPushes: 1 },
    push_times: ['18:00'],
    date_time_pushes: dates,
  });
  const form: InseratContent = { ...week, push_times: ['18:00'], date_time_pushes: dates };
  const out = (given: Partial<InseratContent>) => takesOut({ ...form, ...given }, inserat, now);
  expect([out({}), out({ push_times: ['19:00'] }), out({ push_times: [] })]).toEqual([
    false,
    false,
    true,
  ]);
  const other = [{ date: '2026-11-23', time: '12:00' }];
  expect([out({ date_time_pushes: other }), out({ date_time_pushes: [] })]).toEqual([false, true]);
  // What has come is over; what falls away with another package comes back.
  expect(
    takesOut({ ...form, date_time_pushes: [] }, inserat, new Date('2026-11-23T12:00:00Z')),
  ).toBe(false);
  const later = {
    publish_option: 'Planen',
    publish_date: '2026-12-01',
    publish_time: '08:00',
  } as const;
  expect(out({ ...later, inserat_typ: '1_month', date_time_pushes: [] })).toBe(false);
  expect(out({ ...later, inserat_typ: '1_month', push_times: [] })).toBe(true);
  expect(takesOut(form, null, now)).toBe(false);
});
