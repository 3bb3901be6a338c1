import { expect, test } from 'vitest';
import { paymentLife } from '../topups/status.ts';
import { PAYMENT_GROUPS, wantedPayment } from './payment-search.ts';

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
])('the text %s is looked for as what it may name [BOF-92]', (typed, wanted) => {
  expect(wantedPayment(typed, '2026-11-28')).toEqual(wanted);
});

test('each state of a payment is in one group of the list [BOF-92]', () => {
  const grouped = Object.values(PAYMENT_GROUPS).flatMap(({ of }) => [...of]);
  expect(grouped.toSorted()).toEqual(Object.keys(paymentLife).toSorted());
});
