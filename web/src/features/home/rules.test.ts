import { discountPercent } from '@samtrot/shared/accounts/rules.ts';
import { expect, test } from 'vitest';
import { statusCounts } from '../../listing/counts.ts';
import {
  cardAction,
  countLines,
  displayName,
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
])('at %s the greeting is "%s" [HOM-02, HOM-03, HOM-04, CON-37]', (at, expected) => {
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

test('the counts of the cards; hidden counts as draft, nothing counts twice [HOM-16, HOM-17, HOM-18, HOM-19]', () => {
  expect(
    statusCounts(['aktiv', 'aktiv', 'geplant', 'entwurf', 'ausgeblendet', 'abgelaufen']),
  ).toEqual({
    aktiv: 2,
    geplant: 1,
    entwurf: 2,
    abgelaufen: 1,
    ausgeblendet: 1,
  });
  expect(statusCounts([])).toEqual({
    aktiv: 0,
    geplant: 0,
    entwurf: 0,
    abgelaufen: 0,
    ausgeblendet: 0,
  });
});

test('a card counts hidden clubs in a line of their own, hidden ads as drafts [HOM-18, EXP-118]', () => {
  const counts = statusCounts(['aktiv', 'geplant', 'ausgeblendet', 'ausgeblendet']);
  const words = (of: typeof counts) => countLines(of).map(([label, count]) => `${count} ${label}`);
  expect(words(counts)).toEqual(['1 aktiv', '1 geplant', '2 Entwürfe', '0 abgelaufen']);
  expect(words({ ...counts, entwurf: 0 })).toEqual([
    ...['1 aktiv', '1 geplant', '0 Entwürfe', '2 ausgeblendet', '0 abgelaufen'],
  ]);
  expect(words(statusCounts(['entwurf']))).toContain('1 Entwurf');
});

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

test('running ads are listed by their end [HOM-16]', () => {
  const ads = [
    ad(72),
    ad(22),
    ad(1, 'geplant'),
    { inserat_status: 'aktiv' as const, end_at: null },
  ];
  expect(runningAds(ads)).toEqual([ads[1], ads[0]]);
});

test.each([
  [5, 3, 'Fünf Inserate sind online. Drei Dinge brauchen dich heute.'],
  [1, 1, 'Ein Inserat ist online. Eine Sache braucht dich heute.'],
  [0, 0, 'Kein Inserat ist online.'],
  [13, 0, '13 Inserate sind online.'],
])('%d ads online and %d things of today are said as %s [EXP-38]', (active, today, text) => {
  expect(summary(active, today)).toBe(text);
});
