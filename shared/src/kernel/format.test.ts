import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterText,
  dayListText,
  dayText,
  formatChange,
  formatChf,
  formatCredits,
  formatDecimal,
  formatFrancs,
  formatMoment,
  formatMoney,
  formatNumber,
  formatPhone,
  formatPlainDate,
  formatShare,
  lengthText,
  listText,
  pluralText,
  shortDay,
  shownWire,
  sinceText,
  sizeText,
  spanText,
  waitText,
  whenText,
} from './format.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

const NOW = new Date('2026-11-21T13:10:00Z');

test.each([
  [0, 'CHF 0.-'],
  [5_000, 'CHF 50.-'],
  [10_000, 'CHF 100.-'],
  [100_000, 'CHF 1’000.-'],
  [123_456_700, 'CHF 1’234’567.-'],
  [4_750, 'CHF 47.50'],
  [4_705, 'CHF 47.05'],
  [5, 'CHF 0.05'],
  [-4_750, '−CHF 47.50'],
])('%i Rappen read %s [PUB-07]', (rappen, text) => {
  expect(formatChf(rappen)).toBe(text);
});

test('whole francs always end in a dash, others in two digits, and the digits are the amount [PUB-07]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (rappen) => {
      const text = formatChf(rappen);
      expect(text).toMatch(/^CHF \d{1,3}(’\d{3})*\.(-|\d\d)$/);
      expect(Number(text.replace(/CHF |’/g, '').replace('.-', '.00')) * 100).toBeCloseTo(rappen, 1);
    }),
  );
});

test('numbers and credits carry the Swiss thousands mark', () => {
  expect(formatNumber(1300)).toBe('1’300');
  expect(formatNumber(-1300)).toBe('−1’300');
  expect(formatNumber(999)).toBe('999');
  expect(formatCredits(1)).toBe('1 Credit');
  expect(formatCredits(0)).toBe('0 Credits');
  expect(formatCredits(1000)).toBe('1’000 Credits');
  expect(formatCredits(-1)).toBe('−1 Credit');
});

test('a change of credits carries its sign with a space, nothing carries none [EXP-117]', () => {
  expect([25, -75, 1300, 0].map(formatChange)).toEqual(['+ 25', '− 75', '+ 1’300', '0']);
});

test.each([
  [2.44, 1, '2.4'],
  [0.8, 1, '0.8'],
  [3, 1, '3'],
  [0.04, 2, '0.04'],
  [1300.5, 1, '1’300.5'],
  [-0.04, 1, '0'],
  [-2.5, 1, '−2.5'],
])('%d with at most %d decimals reads %s [EXP-117]', (n, decimals, text) => {
  expect(formatDecimal(n, decimals)).toBe(text);
});

test('a share has a point, one decimal and a space before its sign [EXP-117]', () => {
  expect([0.163, 0.025, 1, 0].map(formatShare)).toEqual(['16.3 %', '2.5 %', '100.0 %', '0.0 %']);
});

test.each([
  ['2026-11-21T13:03:00Z', 'heute, 14:03', '14:03'],
  ['2026-11-20T22:59:00Z', 'gestern, 23:59', 'gestern, 23:59'],
  ['2026-11-20T23:00:00Z', 'heute, 00:00', '00:00'],
  ['2026-11-03T13:03:00Z', '03.11., 14:03', '03.11., 14:03'],
  ['2025-12-31T22:30:00Z', '31.12.2025, 23:30', '31.12.2025, 23:30'],
])('%s is said as %s, and since as %s [EXP-117]', (at, when, since) => {
  expect(whenText(new Date(at), NOW)).toBe(when);
  expect(sinceText(new Date(at), NOW)).toBe(since);
});

test('yesterday is found over the change of the clocks and of the year', () => {
  expect(whenText(new Date('2026-10-24T20:00:00Z'), new Date('2026-10-25T22:00:00Z'))).toBe(
    'gestern, 22:00',
  );
  expect(whenText(new Date('2026-12-31T20:00:00Z'), new Date('2027-01-01T10:00:00Z'))).toBe(
    'gestern, 21:00',
  );
});

test('days and lists are said the short way', () => {
  expect(dayText('2026-01-09', NOW)).toBe('09.01.');
  expect(dayText('2025-01-09', NOW)).toBe('09.01.2025');
  expect(shortDay('2026-01-09')).toBe('09.01.');
  expect(dayListText(['2026-11-03', '2026-11-04'], NOW)).toBe('03.11. und 04.11.');
  expect(listText([])).toBe('');
  expect(listText(['A', 'B', 'C'])).toBe('A, B und C');
  expect(pluralText(1, 'Inserat', 'Inserate')).toBe('1 Inserat');
  expect(pluralText(1300, 'Inserat', 'Inserate')).toBe('1’300 Inserate');
});

test('the time of the last update has its seconds [HOM-08]', () => {
  expect(formatMoment(new Date('2026-11-20T17:42:07Z'))).toBe('20.11.2026, 18:42:07');
});

test.each([
  [30 * DAY_MS - MINUTE_MS, '30 Tage'],
  [2 * DAY_MS - 1, '47 Stunden'],
  [22 * HOUR_MS, '22 Stunden'],
  [HOUR_MS, '1 Stunde'],
  [MINUTE_MS, '1 Minute'],
  [0, '1 Minute'],
])('%d ms to go are said as %s', (ms, words) => {
  expect(spanText(ms)).toBe(words);
});

test.each([
  [0, 'nach 1 Sekunde'],
  [1, 'nach 1 Sekunde'],
  [3, 'nach 3 Sekunden'],
  [59, 'nach 59 Sekunden'],
  [60, 'nach 1 Minute'],
  [150, 'nach 2 Minuten'],
  [3_600, 'nach 1 Stunde'],
  [86_399, 'nach 23 Stunden'],
  [86_400, 'nach 1 Tag'],
  [200_000, 'nach 2 Tagen'],
  [0.04, 'nach 0.1 Sekunden'],
  [0.84, 'nach 0.8 Sekunden'],
  [42.4, 'nach 42 Sekunden'],
])('an arrival after %s seconds is said as %s [EXP-22]', (seconds, words) => {
  expect(afterText(seconds)).toBe(words);
});

test.each([
  [0, 'in einer Sekunde'],
  [1, 'in einer Sekunde'],
  [4.2, 'in 5 Sekunden'],
  [59, 'in 59 Sekunden'],
  [60, 'in einer Minute'],
  [61, 'in 2 Minuten'],
  [900, 'in 15 Minuten'],
  [3540, 'in 59 Minuten'],
  [3541, 'in einer Stunde'],
  [3599, 'in einer Stunde'],
  [3600, 'in einer Stunde'],
  [3601, 'in 2 Stunden'],
  [80_000, 'in 23 Stunden'],
])('%s seconds are said as "%s" [FIX-08]', (seconds, words) => {
  expect(waitText(seconds)).toBe(words);
});

test('the length of a video is said in minutes and seconds', () => {
  expect([0.2, 60, 75.4, 121].map(lengthText)).toEqual([
    ...['1 Sekunde', '1 Minute', '1 Minute 15 Sekunden', '2 Minuten 1 Sekunde'],
  ]);
});

test('the size of a copy is said in whole megabytes, from 1000 on in gigabytes [EXP-88]', () => {
  const words = [0, 999_999, 1_000_000, 24_400_000, 999_400_000, 999_500_000, 1_440_000_000];
  expect(words.map(sizeText)).toEqual([
    ...['unter 1 MB', 'unter 1 MB', '1 MB', '24 MB', '999 MB', '1.0 GB', '1.4 GB'],
  ]);
});

test.each([
  ['+41791234567', '079 123 45 67'],
  ['+41443334455', '044 333 44 55'],
  ['+4915123456789', '+49 151 234 567 89'],
  ['+12025550123', '+1 202 555 012 3'],
  ['+3908123456', '+39 081 234 56'],
  ['+423 1', '+423 1'],
  ['+4232345678', '+423 234 567 8'],
])('the number %s is shown as %s [EXP-117]', (number, shown) => {
  expect(formatPhone(number)).toBe(shown);
});

test('a date in a document has no leading zeros, at the day of Switzerland [BOF-128]', () => {
  expect(formatPlainDate(new Date('2026-11-30T23:30:00Z'))).toBe('1.12.2026');
  expect(formatPlainDate(new Date('2027-01-10T12:00:00Z'))).toBe('10.1.2027');
});

test('another currency has two decimals, and so has a column of francs [EXP-117]', () => {
  expect([4_750, 123_456, 0].map((of) => formatMoney('EUR', of))).toEqual([
    ...['EUR 47.50', 'EUR 1’234.56', 'EUR 0.00'],
  ]);
  expect([0, 5, 100_000, -4_750].map(formatFrancs)).toEqual([
    ...['0.00', '0.05', '1’000.00', '−47.50'],
  ]);
});

test('decimals end without zeros, and a number that rounds to none has no sign [EXP-117]', () => {
  expect([formatDecimal(100, 0), formatDecimal(2.4, 3), formatDecimal(2.004, 2)]).toEqual([
    ...['100', '2.4', '2'],
  ]);
  expect(formatDecimal(-0.04)).toBe('0');
});

test('a time of the wire is shown with a comma; spans change their unit at two days [EXP-117]', () => {
  expect([shownWire('20.11.2026 18:42'), shownWire('')]).toEqual(['20.11.2026, 18:42', '']);
  expect([2 * DAY_MS - 1, 2 * DAY_MS, MINUTE_MS, 0].map((ms) => spanText(ms))).toEqual([
    ...['47 Stunden', '2 Tage', '1 Minute', '1 Minute'],
  ]);
  expect(spanText(3 * DAY_MS, 'Tagen')).toBe('3 Tagen');
});

test.each([
  ['+417912345678', '+41 791 234 567 8'],
  ['+27821234567', '+27 821 234 567'],
  ['+212612345678', '+212 612 345 678'],
  ['+5511912345', '+55 119 123 45'],
  ['+50371234567', '+503 712 345 67'],
  ['+61412345678', '+61 412 345 678'],
  ['+67077212345', '+670 772 123 45'],
  ['+84912345678', '+84 912 345 678'],
  ['+85251234567', '+852 512 345 67'],
  ['+93701234567', '+93 701 234 567'],
  ['+96171123456', '+961 711 234 56'],
  ['x+41791234567', 'x+41791234567'],
  ['+41791234567x', '+41791234567x'],
  ['+12345', '+12345'],
])('the number %s reads %s [EXP-117]', (number, text) => {
  expect(formatPhone(number)).toBe(text);
});
