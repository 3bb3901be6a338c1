import type { Banner } from '@samtrot/shared/banners/contract.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { expect, test } from 'vitest';
import { bannerRuntime, factsOf, figuresOf, kindOf, placeOf, rateOf } from './card-facts.ts';
import { sampleBanner } from './list-sample.ts';

const names = new Map([
  [1, 'Mondgarten'],
  [2, 'Seerose'],
]);
const facts = (given: Partial<Banner>, offline = false) =>
  factsOf(PRICES.banners, sampleBanner(given), offline).map(({ text }) => text);

test('a card shows type, format, target and websites [BAN-07]', () => {
  expect(kindOf(sampleBanner())).toBe('Leaderboard · 1248 × 244 px');
  expect(kindOf(sampleBanner({ typ: 'a4' }))).toBe('TextLink · Max. 16 Zeichen');
  expect(placeOf(sampleBanner({ webseiten: [1, 2] }), names)).toBe(
    'studio-linde.example · Mondgarten, Seerose',
  );
  expect(placeOf(sampleBanner({ webseiten: [1, 8, 9] }), names)).toBe(
    'studio-linde.example · Mondgarten, 2 nicht mehr online',
  );
  expect(placeOf(sampleBanner({ url: '', webseiten: [] }), names)).toBe('Noch ohne Angaben');
});

test('start, months, price and renewal [BAN-09]', () => {
  expect(facts({})).toEqual(['Start 21.11.2026, 12:00', '1 Monat', '600 Credits']);
  expect(facts({ monate: 3, banner_credits: 1920, auto_extend: true })).toEqual([
    ...['Start 21.11.2026, 12:00', '3 Monate', '1’920 Credits', 'Wird automatisch reaktiviert'],
  ]);
  expect(facts({ status: 'abgelaufen', auto_extend: true })).not.toContain(
    'Wird automatisch reaktiviert',
  );
});

test('a draft shows price and planned start, a hidden banner that its time continues [BAN-09, BAN-11]', () => {
  const draft = { status: 'entwurf', start_datum: '', banner_credits: 0 } as const;
  expect(facts({ ...draft, typ: 'a2', monate: 3, webseiten: [1, 2, 3] })).toEqual([
    '3 Monate',
    '1’920 Credits',
  ]);
  const planned = {
    publish_option: 'Planen',
    publish_date: '2026-12-01',
    publish_time: '18:00',
  } as const;
  expect(facts({ ...draft, ...planned })[0]).toBe('Start 01.12.2026, 18:00');
  expect(facts({ ...draft, ...planned, publish_time: '' })[0]).toBe('1 Monat');
  expect(facts({ status: 'ausgeblendet' })[0]).toBe('Laufzeit läuft weiter');
  expect(facts({ status: 'ausgeblendet' }, true)).not.toContain('Laufzeit läuft weiter');
  expect(facts({ status: 'ausgeblendet', auto_extend: true })).not.toContain(
    'Wird automatisch reaktiviert',
  );
});

test('the bar shows how many days are left [BAN-07]', () => {
  const at = (instant: string, given: Partial<Banner> = {}) =>
    bannerRuntime(sampleBanner(given), Date.parse(instant));
  expect(at('2026-12-18T11:00:00Z')).toMatchObject({
    left: 'Noch 3 Tage',
    until: 'bis 21.12.2026, 12:00',
    soon: false,
  });
  expect(at('2026-12-20T12:00:00Z')).toMatchObject({ left: 'Noch 23 Stunden', soon: true });
  expect(at('2026-11-21T10:00:00Z', { status: 'geplant' })?.left).toBe(
    'Start am 21.11.2026, 12:00',
  );
  expect(at('2026-12-22T11:00:00Z', { status: 'abgelaufen' })?.left).toBe(
    'Abgelaufen am 21.12.2026, 12:00',
  );
  expect(
    at('2026-12-01T11:00:00Z', { status: 'entwurf', start_at: null, end_at: null }),
  ).toBeNull();
});

test('views and clicks, in total and for each website that shows or showed it [BAN-07]', () => {
  const zahlen = [
    { website: 1, views: 200, clicks: 5 },
    { website: 8, views: 30, clicks: 1 },
    { website: 9, views: 10, clicks: 0 },
  ];
  expect(figuresOf(sampleBanner({ webseiten: [1, 2], zahlen }), names)).toEqual({
    sum: { views: 240, clicks: 6 },
    websites: [
      { name: 'Mondgarten', views: 200, clicks: 5 },
      { name: 'Seerose', views: 0, clicks: 0 },
      { name: 'Nicht mehr online', views: 40, clicks: 1 },
    ],
  });
  expect(figuresOf(sampleBanner({ status: 'entwurf' }), names)).toBeNull();
  expect(figuresOf(sampleBanner({ status: 'geplant' }), names)).toBeNull();
  expect(figuresOf(sampleBanner({ status: 'aktiv' }), names)?.sum).toEqual({ views: 0, clicks: 0 });
  expect([rateOf({ views: 240, clicks: 6 }), rateOf({ views: 0, clicks: 0 })]).toEqual([
    '2.5 %',
    '–',
  ]);
});
