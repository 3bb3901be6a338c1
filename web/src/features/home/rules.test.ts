import { discountPercent } from '@samtrot/shared/accounts/rules.ts';
import { expect, test } from 'vitest';
import { statusCounts } from '../../listing/counts.ts';
import {
  cardAction,
  displayName,
  endsSoon,
  greeting,
  hintTitle,
  runningAds,
  summary,
} from './rules.ts';

test.each([
  ['2026-11-20T05:00:00Z', 'Guten Morgen'],
  ['2026-11-20T10:59:59Z', 'Guten Morgen'],
  ['2026-11-20T11:00:00Z', 'Guten Tag'],
  ['2026-11-20T16:59:59Z', 'Guten Tag'],
  ['2026-11-20T17:00:00Z', 'Guten Abend'],
  ['2026-07-20T15:59:59Z', 'Guten Tag'],
  ['2026-07-20T16:00:00Z', 'Guten Abend'],
])('at %s the greeting is "%s" [HOM-02, HOM-03, HOM-04]', (at, expected) => {
  expect(greeting(new Date(at))).toBe(expected);
});

test('the nickname greets, the login name without one', () => {
  expect(displayName('Lena', 'lena_zh')).toBe('Lena');
  expect(displayName('', 'lena_zh')).toBe('lena_zh');
  expect(displayName('  ', 'lena_zh')).toBe('lena_zh');
});

test('without any ad the hint is "Willkommen" [HOM-09]', () => {
  expect(hintTitle(statusCounts([]))).toBe('Willkommen');
});

test('with only expired ads the hint is "Zeit für ein neues Inserat" [HOM-10]', () => {
  expect(hintTitle(statusCounts(['abgelaufen', 'abgelaufen']))).toBe('Zeit für ein neues Inserat');
});

test.each(['aktiv', 'geplant', 'entwurf', 'ausgeblendet'] as const)(
  'with one %s ad the hint is "Nächste Schritte" [HOM-11]',
  (status) => {
    expect(hintTitle(statusCounts(['abgelaufen', status]))).toBe('Nächste Schritte');
  },
);

test('"Verwalten" when something is active, otherwise "Erstellen" [HOM-20]', () => {
  expect(cardAction(1)).toBe('Verwalten');
  expect(cardAction(0)).toBe('Erstellen');
});

test.each([
  ['10', 10],
  ['100', 100],
  ['', 0],
  ['0', 0],
  ['abc', 0],
  ['-1', 0],
  ['101', 0],
])('the discount text %j counts as %d percent [HOM-21, HOM-22, HOM-23]', (value, percent) => {
  expect(discountPercent(value)).toBe(percent);
});

const NOW = new Date('2026-11-20T12:00:00Z');
const ad = (hours: number, inserat_status: 'aktiv' | 'geplant' = 'aktiv') => ({
  inserat_status,
  end_at: new Date(NOW.getTime() + hours * 3_600_000).toISOString(),
});

test('running ads are listed by their end, and the summary counts them [HOM-16]', () => {
  const ads = [
    ad(72),
    ad(22),
    ad(1, 'geplant'),
    { inserat_status: 'aktiv' as const, end_at: null },
  ];
  expect(runningAds(ads)).toEqual([ads[1], ads[0]]);
  expect(summary(ads, NOW)).toBe(
    'Zwei Inserate sind online. Eines läuft in den nächsten 24 Stunden ab.',
  );
  expect(summary([], NOW)).toBe('Kein Inserat ist online.');
  expect(summary([ad(48)], NOW)).toBe('Ein Inserat ist online.');
  expect(summary([ad(1), ad(2)], NOW)).toContain('Zwei laufen');
});

test('an ad ends soon only within the next 24 hours [HOM-11]', () => {
  expect(endsSoon(ad(23.9), NOW)).toBe(true);
  expect(endsSoon(ad(24), NOW)).toBe(false);
  expect(endsSoon(ad(-1), NOW)).toBe(false);
});
