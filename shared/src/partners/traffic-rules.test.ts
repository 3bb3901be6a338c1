import { expect, test } from 'vitest';
import { botShare, changeOf, changeText, compare } from './traffic-rules.ts';

test.each([
  [{ week: 140, before: 1120 }, 'fall', '−50 %'],
  [{ week: 141, before: 1120 }, null, '−50 %'],
  [{ week: 280, before: 1120 }, null, '+0 %'],
  [{ week: 1399, before: 1120 }, null, '+400 %'],
  [{ week: 1400, before: 1120 }, 'rise', '+400 %'],
  [{ week: 0, before: 280 }, 'fall', '−100 %'],
  // Too little before to say anything.
  [{ week: 0, before: 279 }, null, null],
  [{ week: 5000, before: 0 }, null, null],
] as const)('views of %j against the four weeks before: %s, %s [BOF-126]', (of, change, words) => {
  expect(changeOf(of)).toBe(change);
  expect(changeText(of)).toBe(words);
});

test('a week is the seven whole days before today, against the 28 before it [BOF-126]', () => {
  const day = (back: number) =>
    new Date(Date.parse('2026-11-29') - back * 86_400_000).toISOString().slice(0, 10);
  const days = Array.from({ length: 40 }, (_, back) => ({
    day: day(back),
    views: 10 ** (back === 0 ? 4 : 0),
  }));
  expect(compare(days, '2026-11-29')).toEqual({ week: 7, before: 28 });
  expect(
    compare(
      [
        { day: day(7), views: 3 },
        { day: day(8), views: 5 },
      ],
      '2026-11-29',
    ),
  ).toEqual({
    week: 3,
    before: 5,
  });
  expect(
    compare(
      [
        { day: day(35), views: 3 },
        { day: day(36), views: 5 },
      ],
      '2026-11-29',
    ),
  ).toEqual({
    week: 0,
    before: 3,
  });
});

test('the share of programs is of all visits that a website reported [BOF-126]', () => {
  expect(
    [
      { visits: 3, bots: 1 },
      { visits: 0, bots: 0 },
      { visits: 0, bots: 2 },
      { visits: 2, bots: 2 },
    ].map(botShare),
  ).toEqual([25, 0, 100, 50]);
});
