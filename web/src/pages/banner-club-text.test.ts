import { BANNER_MONTHS } from '@samtrot/shared/banners/rules.ts';
import { filledPrices, priceText } from '@samtrot/shared/catalogue/price-text.ts';
import { CLUB_MONTHS } from '@samtrot/shared/clubs/rules.ts';
import { PRICES, TOPUP_PACKAGES } from '@samtrot/shared/testing/prices.ts';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BannersAndClubs, Prices } from '../features/landing/sections.tsx';

const shown = (node: ReactNode) =>
  renderToStaticMarkup(node)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
const months = ({ min, max }: { min: number; max: number }) => `${min} bis ${max} Monate`;
const WORDS = priceText(PRICES, TOPUP_PACKAGES);

test("the landing page names banners and clubs, with the product's prices [FIX-41]", () => {
  const text = filledPrices(shown(createElement(BannersAndClubs)), WORDS);
  expect(text).toContain(`ab ${PRICES.banners.a4} Credits`);
  expect(text).toContain(`${PRICES.clubs.month} Credits`);
  expect(text).toContain(months(BANNER_MONTHS));
  expect(text).toContain(months(CLUB_MONTHS));
});

test('what planning costs stands where planning is promised', () => {
  expect(filledPrices(shown(createElement(Prices)), WORDS)).toMatch(
    new RegExp(`Start planen +nein +für ${PRICES.extras.planned} Credits`),
  );
});
