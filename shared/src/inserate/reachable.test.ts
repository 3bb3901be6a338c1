import { expect, test } from 'vitest';
import { OVERLAPPING } from '../kernel/opening-hours.ts';
import { fieldTexts } from '../kernel/text.ts';
import { DAY_MS } from '../kernel/time.ts';
import {
  NO_DAY,
  openingsText,
  type ReachableLine,
  reachableNowText,
  reachableProblem,
  reachableText,
  reachableUntil,
  reachableWeek,
  tidyReachable,
} from './reachable.ts';

const DAILY = [1, 2, 3, 4, 5, 6, 7];
const line = (tage: number[], von: string, bis: string): ReachableLine => ({ tage, von, bis });
const at = (...zeiten: ReachableLine[]) => ({ zeiten, nach_absprache: false });

test.each([
  ['Täglich 10 bis 22 Uhr', [line(DAILY, '10:00', '22:00')]],
  ['Montag bis Freitag 9:30 bis 24 Uhr', [line([1, 2, 3, 4, 5], '09:30', '00:00')]],
  ['Samstag und Sonntag rund um die Uhr', [line([6, 7], '12:00', '12:00')]],
  ['Montag, Mittwoch und Freitag 0 bis 4 Uhr', [line([1, 3, 5], '00:00', '04:00')]],
  ['Montag bis Mittwoch und Samstag 18 bis 2 Uhr', [line([1, 2, 3, 6], '18:00', '02:00')]],
  [
    'Montag 10 bis 12 Uhr und 14 bis 18 Uhr, Dienstag 14 bis 18 Uhr',
    [line([1], '10:00', '12:00'), line([1], '14:00', '18:00'), line([2], '14:00', '18:00')],
  ],
  ['', [line([], '10:00', '12:00'), line([1], '', '12:00')]],
])('days and hours read «%s» [EXP-57]', (text, zeiten) => {
  expect(reachableText(at(...zeiten))).toBe(text);
});

test('the hours of a club read alike, days of the same hours together [BOF-43]', () => {
  const on = (tag: number, von: string, bis: string) => ({ tag, von, bis });
  expect(openingsText([])).toBe('');
  expect(
    openingsText([
      ...[6, 1, 2, 3].map((tag) => on(tag, '10:00', '12:00')),
      ...[1, 2, 3].map((tag) => on(tag, '14:00', '02:00')),
    ]),
  ).toBe('Montag bis Mittwoch und Samstag 10 bis 12 Uhr, Montag bis Mittwoch 14 bis 2 Uhr');
});

test('by appointment reads so and has no hours [EXP-57]', () => {
  const both = { zeiten: [line(DAILY, '10:00', '22:00')], nach_absprache: true };
  expect(reachableText(both)).toBe('nach Absprache');
  expect(tidyReachable(both)).toEqual({ zeiten: [], nach_absprache: true });
  expect(reachableNowText(tidyReachable(both), new Date('2026-11-20T12:00:00Z'))).toBeNull();
  expect(tidyReachable(at(line([7, 1, 7], '10:00', '22:00'))).zeiten[0]!.tage).toEqual([1, 7]);
});

test.each([
  ['nothing', at(), null],
  ['a line', at(line(DAILY, '10:00', '22:00')), null],
  ['a line without a day', at(line([], '10:00', '22:00')), NO_DAY],
  ['a line without an end', at(line([1], '10:00', '')), fieldTexts.format],
  ['an hour that does not exist', at(line([1], '10:00', '25:00')), fieldTexts.format],
  [
    'a night that meets the next morning',
    at(line([7], '20:00', '04:00'), line([1], '03:00', '05:00')),
    OVERLAPPING,
  ],
])('publishing looks at %s [EXP-57]', (_, reachable, problem) => {
  expect(reachableProblem(reachable)).toBe(problem);
});

const WEEK = [
  line([1, 2], '10:00', '22:00'),
  line([4, 5, 6], '20:00', '02:00'),
  line([7], '09:00', '12:30'),
];
// 2026-11-23 is a Monday; winter is one hour ahead of UTC.
test.each([
  ['before the beginning', '2026-11-23T08:59:59Z', null],
  ['at the beginning', '2026-11-23T09:00:00Z', 'Jetzt erreichbar bis 22 Uhr'],
  ['a second before the end', '2026-11-23T20:59:59Z', 'Jetzt erreichbar bis 22 Uhr'],
  ['at the end', '2026-11-23T21:00:00Z', null],
  ['on a closed day', '2026-11-25T12:00:00Z', null],
  ['before midnight', '2026-11-26T22:30:00Z', 'Jetzt erreichbar bis 2 Uhr'],
  ['after midnight of the last evening', '2026-11-29T00:59:00Z', 'Jetzt erreichbar bis 2 Uhr'],
  ['at the end of the night', '2026-11-29T01:00:00Z', null],
  ['at half past', '2026-11-29T11:00:00Z', 'Jetzt erreichbar bis 12:30 Uhr'],
])('%s it says who can be reached now [EXP-57]', (_, now, text) => {
  expect(reachableNowText(at(...WEEK), new Date(now))).toBe(text);
});

test('hours that meet are one, around the clock has no end, midnight is 24 Uhr [EXP-57]', () => {
  const now = new Date('2026-11-23T12:00:00Z');
  const text = (...zeiten: ReachableLine[]) => reachableNowText(at(...zeiten), now);
  expect(text(line([1], '10:00', '00:00'))).toBe('Jetzt erreichbar bis 24 Uhr');
  expect(text(line([1], '10:00', '00:00'), line([2], '00:00', '03:00'))).toBe(
    'Jetzt erreichbar bis 3 Uhr',
  );
  expect(text(line(DAILY, '00:00', '00:00'))).toBe('Jetzt erreichbar');
  expect(text(line([1], '12:00', '12:00'))).toBe('Jetzt erreichbar bis 12 Uhr');
  expect(text()).toBeNull();
  const aWholeDay = at(line([1], '12:00', '12:00'));
  expect(reachableNowText(aWholeDay, new Date('2026-11-23T11:00:00Z'))).toBe('Jetzt erreichbar');
  const always = reachableUntil(at(line(DAILY, '00:00', '00:00')), now)!;
  expect(always.getTime() - now.getTime()).toBeGreaterThan(8 * DAY_MS);
});

test('of hours that overlap the last end counts; an hour that does not exist is none [EXP-57]', () => {
  const now = new Date('2026-11-23T10:30:00Z');
  const [long, short] = [line([1], '10:00', '22:00'), line([1], '11:00', '12:00')];
  for (const hours of [at(long, short), at(short, long)])
    expect(reachableNowText(hours, now)).toBe('Jetzt erreichbar bis 22 Uhr');
  expect(reachableNowText(at(line([1], '25:00', '12:00')), now)).toBeNull();
  expect(reachableNowText(at(line([1], '10:00', '25:00')), now)).toBeNull();
});

// 2026-03-29, 02:00 becomes 03:00; 2026-10-25, 03:00 becomes 02:00.
test.each([
  ['the night into summer ends an hour of UTC earlier', '2026-03-29T01:59:59Z', 'bis 4 Uhr'],
  ['the night into summer is over', '2026-03-29T02:00:00Z', null],
  ['the night into winter lasts an hour longer', '2026-10-25T02:59:59Z', 'bis 4 Uhr'],
  ['the night into winter is over', '2026-10-25T03:00:00Z', null],
])('across a clock change Swiss wall times count: %s [EXP-57]', (_, now, text) => {
  expect(reachableNowText(at(line([6], '22:00', '04:00')), new Date(now))).toBe(
    text && `Jetzt erreichbar ${text}`,
  );
});

test('a beginning that the clock skips is an hour later [EXP-57]', () => {
  const skipped = at(line([7], '02:30', '05:00'));
  expect(reachableNowText(skipped, new Date('2026-03-29T01:15:00Z'))).toBeNull();
  expect(reachableNowText(skipped, new Date('2026-03-29T01:30:00Z'))).toBe(
    'Jetzt erreichbar bis 5 Uhr',
  );
});

test('the week has a line for each day, three alike are one, and marks the Swiss day [EXP-108]', () => {
  const hours = at(
    line([1, 2], '10:00', '22:00'),
    line([4, 5, 6], '18:00', '00:00'),
    line([4, 5, 6], '12:00', '14:00'),
  );
  const week = (now: string) =>
    reachableWeek(hours, new Date(now)).map(
      ({ days, hours: text, isToday }) => `${isToday ? '* ' : ''}${days} ${text}`,
    );
  const lines = [
    'Montag 10 bis 22 Uhr',
    'Dienstag 10 bis 22 Uhr',
    'Mittwoch geschlossen',
    'Donnerstag bis Samstag 12 bis 14 Uhr und 18 bis 24 Uhr',
    'Sonntag geschlossen',
  ];
  const marked = (index: number) => lines.map((text, at) => (at === index ? `* ${text}` : text));
  // Midnight of Zurich in winter and in summer, and on both days of a clock change.
  expect(week('2026-11-22T22:59:59Z')).toEqual(marked(4));
  expect(week('2026-11-22T23:00:00Z')).toEqual(marked(0));
  expect(week('2026-07-14T22:00:00Z')).toEqual(marked(2));
  expect(week('2026-03-29T21:59:59Z')).toEqual(marked(4));
  expect(week('2026-03-29T22:00:00Z')).toEqual(marked(0));
  expect(week('2026-10-25T22:59:59Z')).toEqual(marked(4));
  expect(week('2026-10-24T22:00:00Z')).toEqual(marked(4));
  expect(reachableWeek(at(), new Date())).toEqual([]);
  expect(reachableWeek(at(line(DAILY, '12:00', '12:00')), new Date())).toEqual([
    { days: 'Täglich', hours: 'rund um die Uhr', isToday: true },
  ]);
});
