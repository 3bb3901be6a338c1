import { openingProblem, WEEKDAYS } from '@samtrot/shared/kernel/opening-hours.ts';
import { expect, test } from 'vitest';
import {
  canHaveSecond,
  likeAllDays,
  spansOf,
  withDay,
  withoutSpan,
  withSecond,
  withSpan,
} from './form-opening.ts';

const MONDAY = { tag: 1, von: '17:00', bis: '02:00' };

test('an opened day copies the last open one before it; closed it has no hours [CLU-07]', () => {
  const first = withDay([], 3, true);
  expect(first).toEqual([{ tag: 3, von: '10:00', bis: '20:00' }]);
  expect(openingProblem(first)).toBeNull();
  expect(withDay([MONDAY], 5, true)).toEqual([MONDAY, { ...MONDAY, tag: 5 }]);
  // Days after it do not count, and the list stays in the order of the week.
  expect(withDay([{ ...MONDAY, tag: 6 }], 2, true).map(({ tag, von }) => [tag, von])).toEqual([
    [2, '10:00'],
    [6, '17:00'],
  ]);
  expect(withDay([MONDAY], 1, false)).toEqual([]);
});

test('a second span is empty at first, there is no third, each can be removed [CLU-07]', () => {
  const two = withSecond([MONDAY], 1);
  expect(spansOf(two, 1)).toEqual([
    { von: '17:00', bis: '02:00' },
    { von: '', bis: '' },
  ]);
  expect([canHaveSecond([MONDAY], 1), canHaveSecond(two, 1)]).toEqual([true, false]);
  expect(withSecond(two, 1)).toEqual(two);
  const typed = withSpan(withSpan(two, 1, 1, { von: '10:00' }), 1, 1, { bis: '12:00' });
  expect(spansOf(typed, 1)[1]).toEqual({ von: '10:00', bis: '12:00' });
  expect(withoutSpan(typed, 1, 0)).toEqual([{ tag: 1, von: '10:00', bis: '12:00' }]);
});

test('the hours of one day can be copied to all days [CLU-07]', () => {
  const all = likeAllDays([MONDAY, { tag: 2, von: '08:00', bis: '09:00' }], 1);
  expect(all).toEqual(WEEKDAYS.map((_, day) => ({ ...MONDAY, tag: day + 1 })));
});
