import { DAY_MS, HOUR_MS } from '@samtrot/shared/kernel/time.ts';
import { expect, test } from 'vitest';
import { inTurn, isNew } from './turns.ts';

const START = new Date('2026-11-20T12:00:00Z');
const hours = (count: number) =>
  Array.from({ length: count }, (_, hour) => new Date(START.getTime() + hour * HOUR_MS + 59_000));
const topAds = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${(index * 7) % count}`.padStart(3, '0') }));

test.each([
  [1, 24, 24],
  [4, 6, 6],
  [5, 4, 5],
  [12, 1, 3],
  [24, 1, 1],
])('each of %i TopAds is the panel %i to %i times in 24 hours [EXP-101]', (count, least, most) => {
  const panels = hours(24).map((now) => inTurn(topAds(count), now)[0]!.id);
  const times = topAds(count).map(({ id }) => panels.filter((panel) => panel === id).length);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(least);
  expect(Math.max(...times)).toBeLessThanOrEqual(most);
  expect(times.reduce((sum, one) => sum + one)).toBe(24);
});

test('within an hour the order stays, whatever order the portal lists them in', () => {
  const [now, later] = [new Date('2026-11-20T12:00:00Z'), new Date('2026-11-20T12:59:59.999Z')];
  const ads = topAds(12);
  expect(inTurn(ads.toReversed(), later)).toEqual(inTurn(ads, now));
  expect(new Set(inTurn(ads, now))).toEqual(new Set(ads));
  expect(inTurn([], now)).toEqual([]);
});

test('an ad is new for 24 hours after its first publication, to the millisecond [EXP-105]', () => {
  const ad = { published_at: START.toISOString() };
  const after = (ms: number) => new Date(START.getTime() + ms);
  expect([after(0), after(DAY_MS - 1), after(DAY_MS)].map((now) => isNew(ad, now))).toEqual([
    true,
    true,
    false,
  ]);
});
