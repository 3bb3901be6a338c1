import { expect, test } from 'vitest';
import { paymentLife } from '../topups/status.ts';
import { STATEMENT_MAX_BYTES, STATEMENT_TOO_LARGE } from './import-rules.ts';
import { PAYMENT_GROUPS, PAYMENT_STATUS_LABELS, wantedPayment } from './payment-search.ts';

test.each([
  ['70213', { number: 70213, rappen: 7_021_300, reference: '70213' }],
  ['Zahlung 70213', { number: 70213, reference: 'Zahlung70213', name: 'Zahlung 70213' }],
  ['CHF 99.95', { rappen: 9995, reference: 'CHF99.95', name: 'CHF 99.95' }],
  ['1’000.-', { rappen: 100_000, reference: '1’000.-' }],
  ['90.5', { rappen: 9050, reference: '90.5' }],
  ['21.11.2026', { day: '2026-11-21' }],
  ['1.2.', { day: '2026-02-01' }],
  ['31.2.2026', { reference: '31.2.2026' }],
  ['lena@beispiel.ch', { email: 'lena@beispiel.ch' }],
  ['twint', { method: 'twint' }],
  ['Le', {}],
  ['Lena', { name: 'Lena', reference: 'Lena' }],
  ['RF18 5390 0754', { name: 'RF18 5390 0754', reference: 'RF1853900754' }],
  ['2026-0412', { reference: '2026-0412' }],
  [' 2026-11-21 ', { day: '2026-11-21' }],
  ['x2026-11-21', { reference: 'x2026-11-21', name: 'x2026-11-21' }],
  ['2026-11-21x', { reference: '2026-11-21x', name: '2026-11-21x' }],
  ['2026-1-21', { reference: '2026-1-21' }],
  ['x1.2.2026', { reference: 'x1.2.2026', name: 'x1.2.2026' }],
  ['1.2.2026x', { reference: '1.2.2026x', name: '1.2.2026x' }],
  ['0.0.2026', { reference: '0.0.2026' }],
  ["1'234'567", { rappen: 123_456_700, reference: "1'234'567" }],
  ['1234567.05', { rappen: 123_456_705, reference: '1234567.05' }],
  ['12’34', { reference: '12’34' }],
  ['1234’567', { reference: '1234’567' }],
  ['12345678', { number: 12_345_678, reference: '12345678' }],
  ['chf 5', { rappen: 500, reference: 'chf5', name: 'chf 5' }],
  ['12', { number: 12, rappen: 1200 }],
  ['abc', { reference: 'abc', name: 'abc' }],
  ['a b', { name: 'a b' }],
])('the text %s is looked for as what it may name [BOF-92]', (typed, wanted) => {
  expect(wantedPayment(typed, '2026-11-28')).toEqual(wanted);
});

test('each state of a payment is in one group of the list [BOF-92]', () => {
  const grouped = Object.values(PAYMENT_GROUPS).flatMap(({ of }) => [...of]);
  expect(grouped.toSorted()).toEqual(Object.keys(paymentLife).toSorted());
});

test('the house has a word for each state and group [BOF-92]', () => {
  expect(PAYMENT_STATUS_LABELS).toEqual({
    erstellt: 'Wird eröffnet',
    offen: 'Wartet auf Bestätigung',
    gutgeschrieben: 'Gutgeschrieben',
    abgelehnt: 'Abgelehnt',
    abgebrochen: 'Abgebrochen',
    verfallen: 'Verfallen',
    gescheitert: 'Gescheitert',
    teilbezahlt: 'Zu wenig bezahlt',
    abweichend: 'Wird geprüft',
    erstattet: 'Zurückbezahlt',
    zurueckbezahlt: 'Zurückbezahlt',
    rueckbelastet: 'Zurückgebucht',
  });
  expect(Object.values(PAYMENT_GROUPS).map(({ label }) => label)).toEqual([
    ...['Gutgeschrieben', 'Offen', 'Zu entscheiden', 'Zurück', 'Nichts bezahlt'],
  ]);
});

test('a file of the bank has 50 MB at most [BOF-100]', () => {
  expect(STATEMENT_MAX_BYTES).toBe(52_428_800);
  expect(STATEMENT_TOO_LARGE).toBe('Die Datei ist grösser als 50 MB.');
});
