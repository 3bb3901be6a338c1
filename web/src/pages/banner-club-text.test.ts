import { BANNER_MONTHS } from '@samtrot/shared/banners/rules.ts';
import { filledPrices, priceWords } from '@samtrot/shared/catalogue/price-words.ts';
import { CLUB_MONTHS } from '@samtrot/shared/clubs/rules.ts';
import { MAX_HIDDEN_DAYS } from '@samtrot/shared/inserate/limits.ts';
import { RATING_SENTENCE } from '@samtrot/shared/media/rules.ts';
import { REFUND_SENTENCES } from '@samtrot/shared/refunds/rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { PRICES, TOPUP_PACKAGES } from '@samtrot/shared/testing/prices.ts';
import { AMOUNT_SENTENCES } from '@samtrot/shared/topups/rules.ts';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BannersAndClubs, Prices } from '../features/landing/sections.tsx';
import { faqOf } from '../features/support/faq.ts';

const shown = (node: ReactNode) =>
  renderToStaticMarkup(node)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
const months = ({ min, max }: { min: number; max: number }) => `${min} bis ${max} Monate`;
const WORDS = priceWords(PRICES, TOPUP_PACKAGES);
const FAQ = faqOf(WORDS);

test("FAQ and landing page name banners and clubs, with the product's prices [FIX-41]", () => {
  const responses = FAQ.find(({ title }) => title === 'Banner und Clubs')!
    .entries.flatMap(({ answer }) => answer)
    .join(' ');
  const landing = filledPrices(shown(createElement(BannersAndClubs)), WORDS);
  for (const text of [responses, landing]) {
    expect(text).toContain(`ab ${PRICES.banners.a4} Credits`);
    expect(text).toContain(`${PRICES.clubs.month} Credits`);
    expect(text).toContain(months(BANNER_MONTHS));
    expect(text).toContain(months(CLUB_MONTHS));
  }
  expect(responses).toContain('Ausgeblendet wird er nicht automatisch neu gebucht.');
  expect(responses).toContain('kannst jederzeit verlängern');
  expect(responses).toContain(REFUND_SENTENCES[0]);
});

test('the FAQ says what becomes of too much or too little money, as the product does it [FIX-01]', () => {
  const faq = FAQ.flatMap(({ entries }) => entries).find(
    ({ question }) => question === 'Bekomme ich Geld zurück?',
  )!;
  const text = faq.answer.join(' ');
  for (const sentence of nonEmpty(AMOUNT_SENTENCES)) expect(text).toContain(sentence);
  expect(text).toMatch(/geht der Überschuss zurück.* unter CHF 1\.-.* Rundung/);
  expect(text).toMatch(/weniger an, wählst du.* höchstens 5 Rappen/);
});

test('the FAQ says what a website leaves out, and how long a hidden ad keeps its time [FIX-40]', () => {
  const faq = FAQ.flatMap(({ entries }) => entries.flatMap(({ answer }) => answer)).join(' ');
  expect(faq).toContain(RATING_SENTENCE);
  expect(faq).toContain(`insgesamt bis zu ${MAX_HIDDEN_DAYS} Tage`);
});

test('what planning costs stands where planning is promised', () => {
  const words = FAQ.flatMap(({ entries }) => entries.flatMap(({ answer }) => answer)).join(' ');
  expect(words).toContain(`mit Premium und kostet ${PRICES.extras.planned} Credits`);
  expect(filledPrices(shown(createElement(Prices)), WORDS)).toMatch(
    new RegExp(`Start planen +nein +für ${PRICES.extras.planned} Credits`),
  );
});
