import { expect, test } from 'vitest';
import { PRICES, TOPUP_PACKAGES } from '../testing/prices.ts';
import { filledPrices, namesPrices, PRICE_MARKERS, priceText } from './price-text.ts';

const WORDS = priceText(PRICES, TOPUP_PACKAGES);

test('texts name prices with and without their unit, the cheapest banner, each bonus and the least top-up [BOF-117]', () => {
  expect([WORDS.number['1_month'], WORDS.credits['1_month']]).toEqual(['100', '100 Credits']);
  expect([WORDS.credits.banner, WORDS.credits.club]).toEqual(['60 Credits', '50 Credits']);
  expect(WORDS.least).toBe('Aufladen kannst du ab CHF 50.-.');
  expect(priceText(PRICES).least).toBe('');
  expect(WORDS.bonus).toBe('CHF 100.- gibt 110, CHF 500.- gibt 600, CHF 1’000.- gibt 1’300');
});

test('a page rendered with markers is filled with the prices, and has none left [BOF-117]', () => {
  const { number, credits, bonus, least } = PRICE_MARKERS;
  const page = `${credits['1_day']}, ${number.topAd}, ${bonus}, ${least} 100 %PUBLIC_URL%`;
  expect(namesPrices(page)).toBe(true);
  const filled = filledPrices(page, WORDS);
  expect(filled).toBe(`10 Credits, 80, ${WORDS.bonus}, ${WORDS.least} 100 %PUBLIC_URL%`);
  expect(namesPrices(filled)).toBe(false);
});
