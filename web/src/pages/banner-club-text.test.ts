import { BANNER_MONTHS } from '@samtrot/shared/banners/rules.ts';
import { filledPrices, priceWords } from '@samtrot/shared/catalogue/price-words.ts';
import { CLUB_MONTHS } from '@samtrot/shared/clubs/rules.ts';
import { MAX_HIDDEN_DAYS } from '@samtrot/shared/inserate/limits.ts';
import { RATING_SENTENCE } from '@samtrot/shared/media/rules.ts';
import { REFUND_SENTENCES } from '@samtrot/shared/refunds/rules.ts';
import { CONTACT_WORDS } from '@samtrot/shared/statistics/rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { PRICES, TOPUP_PACKAGES } from '@samtrot/shared/testing/prices.ts';
import { AMOUNT_SENTENCES } from '@samtrot/shared/topups/rules.ts';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BannersAndClubs, Prices } from '../features/landing/sections.tsx';
import { imprint } from '../features/legal/imprint.tsx';
import type { LegalDocument } from '../features/legal/legal-text.tsx';
import { privacy } from '../features/legal/privacy.tsx';
import { terms } from '../features/legal/terms.tsx';
import { faqOf } from '../features/support/faq.ts';
import { operator } from '../lib/api/operator.ts';

const shown = (node: ReactNode) =>
  renderToStaticMarkup(node)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
const sectionOf = ({ sections }: LegalDocument, id: string) =>
  shown(sections.find((one) => one.id === id)!.body);
const months = ({ min, max }: { min: number; max: number }) => `${min} bis ${max} Monate`;
const WORDS = priceWords(PRICES, TOPUP_PACKAGES);
const FAQ = faqOf(WORDS);

test('the terms state the duration, hiding, renewal and refund of banners and clubs [FIX-41]', () => {
  const document = terms(operator());
  const [, banner, club] = sectionOf(document, 'laufzeit').split(/ (?:Banner|Clubs) +laufen/);
  expect(banner).toContain(months(BANNER_MONTHS));
  expect(banner).toContain('läuft die Zeit weiter');
  expect(banner).toContain('Auto-Reaktivierung');
  expect(club).toContain(months(CLUB_MONTHS));
  expect(club).toContain('nicht einzeln ausblenden');
  expect(club).toContain('verlängern sich nicht von selbst');
  expect(sectionOf(document, 'guthaben')).toContain(REFUND_SENTENCES[0]);
  for (const id of ['leistung', 'inhalte', 'rechte', 'partner', 'ende'])
    expect(sectionOf(document, id), id).toMatch(/Banner[^.]* Clubs/);
});

test('the privacy page names the data of banners and clubs, recipients and retention [FIX-41]', () => {
  const document = privacy(operator());
  expect(sectionOf(document, 'daten')).toMatch(
    /Von einem Banner: .*Zieladresse.* Von einem Club: .*Öffnungszeiten/,
  );
  for (const id of ['zwecke', 'empfaenger', 'ort', 'dauer', 'loeschung'])
    expect(sectionOf(document, id), id).toContain('Inserate, Banner und Clubs');
});

test('the privacy page names both moments in which a cookie is set [FIX-42]', () => {
  // A new password by mail makes the browser known; `password-reset.test.ts` shows its cookie.
  expect(sectionOf(privacy(operator()), 'kurz')).toContain(
    'Cookies setzen wir erst, wenn du dich anmeldest oder mit unserem Link ein neues Passwort setzt:',
  );
});

test('the privacy page names every way to an advertiser whose use is counted [FIX-42]', () => {
  const text = sectionOf(privacy(operator()), 'besuche');
  for (const word of nonEmpty(Object.values(CONTACT_WORDS))) expect(text).toContain(word);
});

test("imprint, FAQ and landing page name banners and clubs, with the product's prices [FIX-41]", () => {
  for (const id of ['meldung', 'haftung', 'urheberrecht'])
    expect(sectionOf(imprint(operator()), id)).toMatch(/Banner.* Club/);
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

test('terms and FAQ say what becomes of too much or too little money, as the product does it [FIX-01]', () => {
  const faq = FAQ.flatMap(({ entries }) => entries).find(
    ({ question }) => question === 'Bekomme ich Geld zurück?',
  )!;
  for (const text of [sectionOf(terms(operator()), 'guthaben'), faq.answer.join(' ')]) {
    for (const sentence of nonEmpty(AMOUNT_SENTENCES)) expect(text).toContain(sentence);
    expect(text).toMatch(/geht der Überschuss zurück.* unter CHF 1\.-.* Rundung/);
    expect(text).toMatch(/weniger an, wählst du.* höchstens 5 Rappen/);
  }
});

test('terms and FAQ say what a website leaves out, and how long a hidden ad keeps its time [FIX-40]', () => {
  const faq = FAQ.flatMap(({ entries }) => entries.flatMap(({ answer }) => answer)).join(' ');
  const document = terms(operator());
  expect(sectionOf(document, 'leistung')).toContain(RATING_SENTENCE);
  expect(faq).toContain(RATING_SENTENCE);
  for (const text of [sectionOf(document, 'laufzeit'), faq])
    expect(text).toContain(`insgesamt bis zu ${MAX_HIDDEN_DAYS} Tage`);
});

test('what planning costs stands where planning is promised', () => {
  const words = FAQ.flatMap(({ entries }) => entries.flatMap(({ answer }) => answer)).join(' ');
  expect(words).toContain(`mit Premium und kostet ${PRICES.extras.planned} Credits`);
  expect(filledPrices(shown(createElement(Prices)), WORDS)).toMatch(
    new RegExp(`Start planen +nein +für ${PRICES.extras.planned} Credits`),
  );
});
