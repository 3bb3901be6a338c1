import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import { nonEmpty } from '../testing/non-empty.ts';
import {
  independentUrgent,
  isDiscredited,
  nextAlertAt,
  REPORT_REASON_IDS,
  type ReportReason,
  type ReportSource,
  reportClock,
  reportThanks,
} from './rules.ts';

const AT = new Date('2026-11-20T12:00:00Z');
const after = (ms: number) => new Date(AT.getTime() + ms);

test.each([
  ['zwang', 48 * MINUTE_MS, 'Noch 1 Std. 12 Min.', 'calm'],
  ['zwang', 90 * MINUTE_MS - 1, 'Noch 30 Min.', 'calm'],
  ['zwang', 90 * MINUTE_MS, 'Noch 30 Min.', 'amber'],
  ['zwang', 2 * HOUR_MS, 'Noch 0 Min.', 'amber'],
  ['zwang', 134 * MINUTE_MS, 'Frist überschritten seit 14 Min.', 'late'],
  ['betrug', HOUR_MS, 'Noch 23 Std.', 'calm'],
  ['betrug', 18 * HOUR_MS, 'Noch 6 Std.', 'amber'],
  ['anderes', 21 * HOUR_MS, 'Noch 6 Tage 3 Std.', 'calm'],
] as const)('the clock of «%s» after %i ms says «%s» in %s [BOF-59]', (reason, ms, text, tone) => {
  const report = { reason, received_at: AT, opened_at: null };
  expect(reportClock(report, after(ms))).toEqual({ text, tone });
});

test('after the first look the clock runs to the decision within seven days [BOF-59]', () => {
  const report = { reason: 'zwang', received_at: AT, opened_at: after(HOUR_MS) } as const;
  expect(reportClock(report, after(3 * HOUR_MS))).toEqual({
    text: 'Noch 6 Tage 21 Std.',
    tone: 'calm',
  });
});

test('every reason promises its first look [BOF-59]', () => {
  expect(nonEmpty(REPORT_REASON_IDS).map((reason) => reportThanks(2041, reason))).toEqual(
    ['2 Stunden', '2 Stunden', '2 Stunden', '24 Stunden', '24 Stunden', '7 Tagen'].map(
      (within) => `Danke. Deine Meldung hat die Nummer M-2041. Wir sehen sie innert ${within} an.`,
    ),
  );
});

const from = (source: Partial<ReportSource>, ms = 0, reason: ReportReason = 'zwang') => ({
  ...{ network: null, email: null, visit: null, website: null, ...source },
  received_at: after(-ms),
  reason,
  discredited: false,
});

test.each([
  ['two networks', [from({ network: 'a' }), from({ network: 'b' })], 2],
  ['three from one network', [1, 2, 3].map((n) => from({ network: 'a', email: `${n}` })), 1],
  [
    'one e-mail from two networks',
    [from({ network: 'a', email: 'x' }), from({ network: 'b', email: 'x' })],
    1,
  ],
  [
    'two visits of one website',
    [from({ website: 1, visit: 'p' }), from({ website: 1, visit: 'q' })],
    2,
  ],
  ['one website without visits', [from({ website: 1 }), from({ website: 1, visit: 'q' })], 1],
  ['two websites without visits', [from({ website: 1 }), from({ website: 2 })], 2],
  [
    'a third that joins two',
    [from({ network: 'a' }), from({ email: 'x' }), from({ network: 'a', email: 'x' })],
    1,
  ],
  ['one older than 30 days', [from({ network: 'a' }), from({ network: 'b' }, 30 * DAY_MS + 1)], 1],
  ['one that is not urgent', [from({ network: 'a' }), from({ network: 'b' }, 0, 'betrug')], 1],
  [
    'one of a discredited source',
    [from({ network: 'a' }), { ...from({ network: 'b' }), discredited: true }],
    1,
  ],
])('%s count as their independent sources [BOF-64]', (_, reports, count) => {
  expect(independentUrgent(reports, AT)).toBe(count);
});

test('two unjustified reports in 90 days discredit a source, one does not [BOF-64]', () => {
  const source = from({ network: 'a', email: 'x' });
  const unjustified = (part: Partial<ReportSource>, ms: number) => ({
    ...from(part),
    decided_at: after(-ms),
  });
  const [byMail, byNetwork] = [unjustified({ email: 'x' }, 0), unjustified({ network: 'a' }, 0)];
  expect(isDiscredited(source, [byMail], AT)).toBe(false);
  expect(isDiscredited(source, [byMail, byNetwork], AT)).toBe(true);
  expect(isDiscredited(from({ network: 'b' }), [byMail, byNetwork], AT)).toBe(false);
  const old = unjustified({ network: 'a' }, 90 * DAY_MS + 1);
  expect(isDiscredited(source, [byMail, old], AT)).toBe(false);
});

test('an urgent report is mailed at once and after 30, 60 and 120 minutes [BOF-58]', () => {
  expect([0, 1, 2, 3, 4].map((mails) => nextAlertAt(AT, mails))).toEqual([
    ...[AT, after(30 * MINUTE_MS), after(HOUR_MS), after(2 * HOUR_MS)],
    null,
  ]);
});
