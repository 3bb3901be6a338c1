import { expect, test } from 'vitest';
import { PRICES } from '../testing/prices.ts';
import { renewalCredits } from './renewal-rules.ts';

const NOW = new Date('2026-11-23T08:12:00Z');
const days = (n: number) => new Date(NOW.getTime() + n * 86_400_000).toISOString();
const ad = {
  inserat_status: 'aktiv' as const,
  inserat_typ: '1_week' as const,
  end_at: days(3),
  reaktivierung: true,
  renewal_price: 40,
};
const banner = {
  status: 'aktiv' as const,
  auto_extend: true,
  end_at: days(29),
  typ: 'a1' as const,
  monate: 2,
  webseiten: [1],
};
const credits = (ads: (typeof ad)[], banners: (typeof banner)[] = []) =>
  renewalCredits(ads, banners, { prices: PRICES.banners, now: NOW });

test.each<[string, object, number]>([
  ['a week that ends in 3 days four times', {}, 160],
  ['a week that ends in 28 days once', { end_at: days(28) }, 40],
  ['a day that ends today thirty times', { inserat_typ: '1_day', end_at: days(0.5) }, 1200],
  ['nothing that ends in 30 days', { end_at: days(30) }, 0],
  ['nothing that ends by itself', { reaktivierung: false }, 0],
  ['nothing that is hidden', { inserat_status: 'ausgeblendet' }, 0],
  ['nothing without an end', { end_at: null }, 0],
])('the renewals of 30 days count %s', (_, part, sum) => {
  expect(credits([{ ...ad, ...part }])).toBe(sum);
});

test('a banner that renews within 30 days counts once, with its months', () => {
  expect(credits([], [banner])).toBe(2 * PRICES.banners.a1);
  expect(credits([], [{ ...banner, end_at: days(31) }])).toBe(0);
  expect(credits([], [{ ...banner, auto_extend: false }])).toBe(0);
  expect(credits([], [{ ...banner, status: 'ausgeblendet' as 'aktiv' }])).toBe(0);
  expect(credits([ad], [banner])).toBe(160 + 2 * PRICES.banners.a1);
});
