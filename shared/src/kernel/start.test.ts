import { expect, test } from 'vitest';
import { lastStartDay, PAST, type Start, startOf, startProblems, TOO_FAR } from './start.ts';
import { fieldTexts } from './text.ts';

/** 13:00 in Zürich. */
const NOW = new Date('2026-11-20T12:00:00Z');
const planned = (publish_date: string, publish_time: string): Start => ({
  publish_option: 'Planen',
  publish_date,
  publish_time,
});
const problems = (date: string, time: string, now = NOW) =>
  Object.fromEntries(
    Object.entries(startProblems(planned(date, time), now)).filter(([, text]) => text !== null),
  );

test('what begins at once has no planned start to check [EDI-96]', () => {
  expect(startProblems({ ...planned('', ''), publish_option: 'Sofort' }, NOW)).toEqual({});
});

test.each([
  ['', '', { publish_date: fieldTexts.required, publish_time: fieldTexts.required }],
  ['', '13:00', { publish_date: fieldTexts.required }],
  ['2026-11-21', '', { publish_time: fieldTexts.required }],
  ['21.11.2026', '25:00', { publish_date: fieldTexts.format, publish_time: fieldTexts.format }],
  ['2026-11-21', '1 Uhr', { publish_time: fieldTexts.format }],
  ['2026-02-30', '13:00', { publish_date: fieldTexts.format }],
])('a start on %j at %j is not whole [EDI-96, BAN-49]', (date, time, expected) => {
  expect(problems(date, time)).toEqual(expected);
});

test.each([
  ['2026-11-19', '23:59', { publish_date: PAST }],
  ['2026-11-20', '00:00', { publish_time: PAST }],
  ['2026-11-20', '12:59', { publish_time: PAST }],
  ['2026-11-20', '13:00', {}],
  ['2026-11-20', '13:01', {}],
  ['2026-11-21', '00:00', {}],
])('a start on %s at %s at 13:00 of 20 November: %j [EDI-96]', (date, time, expected) => {
  expect(problems(date, time)).toEqual(expected);
});

test.each([
  [NOW, '2027-11-20', '23:59', {}],
  [NOW, '2027-11-21', '00:00', { publish_date: TOO_FAR }],
  [NOW, '2099-01-01', '08:00', { publish_date: TOO_FAR }],
  // Midnight has passed in Zürich: the day is the Swiss one.
  [new Date('2026-11-20T23:30:00Z'), '2027-11-21', '08:00', {}],
  [new Date('2028-02-29T12:00:00Z'), '2029-02-28', '12:00', {}],
  [new Date('2028-02-29T12:00:00Z'), '2029-03-01', '12:00', { publish_date: TOO_FAR }],
])(
  'at %s a start on %s at %s is at most 12 months ahead: %j [FIX-27]',
  (now, date, time, expected) => {
    expect(problems(date, time, now)).toEqual(expected);
    expect(TOO_FAR).toBe('Planen kannst du höchstens 12 Monate im Voraus');
  },
);

test('the last day to plan for is one that the calendar has [FIX-27]', () => {
  expect(lastStartDay(NOW)).toBe('2027-11-20');
  expect(lastStartDay(new Date('2028-02-29T12:00:00Z'))).toBe('2029-02-28');
});

test('the minute that has begun still counts, to its last millisecond', () => {
  expect(problems('2026-11-20', '13:00', new Date('2026-11-20T12:00:59.999Z'))).toEqual({});
  expect(problems('2026-11-20', '13:00', new Date('2026-11-20T12:01:00Z'))).toEqual({
    publish_time: PAST,
  });
});

test('of a repeated hour the first one is meant, so the second is past', () => {
  // 25 October 2026: 02:30 comes at 00:30 and at 01:30 UTC.
  expect(problems('2026-10-25', '02:30', new Date('2026-10-25T00:30:00Z'))).toEqual({});
  expect(problems('2026-10-25', '02:30', new Date('2026-10-25T01:20:00Z'))).toEqual({
    publish_time: PAST,
  });
  // The clock is set back to 02:00 with the end of this minute.
  expect(problems('2026-10-25', '02:59', new Date('2026-10-25T00:59:59.999Z'))).toEqual({});
  expect(problems('2026-10-25', '02:59', new Date('2026-10-25T01:00:00Z'))).toEqual({
    publish_time: PAST,
  });
});

test('a skipped time is past once the clock shows a later one', () => {
  // 28 March 2027: 02:30 does not exist and means 03:30, which is 01:30 UTC.
  expect(problems('2027-03-28', '02:30', new Date('2027-03-28T00:59:00Z'))).toEqual({});
  expect(problems('2027-03-28', '02:30', new Date('2027-03-28T01:00:00Z'))).toEqual({
    publish_time: PAST,
  });
});

test('the message and the instant of a planned start', () => {
  expect(PAST).toBe('Dieser Zeitpunkt ist schon vorbei');
  expect(startOf(planned('2026-11-20', '13:00'))).toEqual(NOW);
  expect(startOf(planned('2026-11-20', ''))).toBeNull();
});
