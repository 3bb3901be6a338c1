import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { expect, test } from 'vitest';
import { cheapestPremium } from './cheapest-premium.ts';

test('the cheapest premium package is never the free one, whatever prices say [EDI-16]', () => {
  expect(cheapestPremium(PRICES)).toBe('1_day');
  const cheapWeek = { ...PRICES.packages, '1_week': PRICES.packages['1_day'] - 1 };
  expect(cheapestPremium({ packages: cheapWeek })).toBe('1_week');
});
