import type { ClubContent } from '@samtrot/shared/clubs/contract.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { expect, test } from 'vitest';
import { costOf, priceSentence } from './form-cost.ts';

test('the form shows the price of the months and what is left or lacking [CLU-07]', () => {
  expect(costOf(PRICES.clubs, 3, 200)).toEqual({ total: 150, after: 50, missing: 0 });
  expect(costOf(PRICES.clubs, 12, 200)).toEqual({ total: 600, after: -400, missing: 400 });
  expect(costOf(PRICES.clubs, undefined, 10)).toEqual({ total: 0, after: 10, missing: 0 });
});

test('the question shows the price, the balance and the start [CLU-07]', () => {
  const form = {
    monate: 1,
    publish_option: 'Planen',
    publish_date: '2026-12-24',
    publish_time: '18:00',
  } as ClubContent;
  const say = (more: object) =>
    priceSentence(form, { ordered: true, status: 'neu', total: 50, credits: 80, ...more });
  expect(say({})).toBe(
    'Dein Club für einen Monat kostet 50 Credits. Danach hast du noch 30 Credits. Er startet am 24.12.2026 um 18:00.',
  );
  expect(say({ status: 'aktiv' })).toBe(
    'Die Verlängerung um einen Monat kostet 50 Credits. Danach hast du noch 30 Credits.',
  );
  const free = 'Diese Änderung kostet nichts. Dein Guthaben bleibt bei 80 Credits.';
  expect(say({ ordered: false, status: 'aktiv' })).toBe(free);
  expect(say({ ordered: false, status: 'abgelaufen' })).toBe(free);
  expect(say({ ordered: false, status: 'geplant' })).toBe(
    `${free} Er startet am 24.12.2026 um 18:00.`,
  );
  form.publish_option = 'Sofort';
  expect(say({ ordered: false, status: 'geplant' })).toBe(`${free} Er startet sofort.`);
});
