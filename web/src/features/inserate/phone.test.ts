import { expect, test } from 'vitest';
import { DIAL_CODES, phoneFromWire, phoneToWire, typedPhone } from './phone.ts';

test('EDI-67 the first country is Schweiz', () => {
  expect(DIAL_CODES[0]).toMatchObject({ code: '+41', name: 'Schweiz' });
});

test.each([
  ['0791234567', '+41791234567'],
  ['79 123 45 67', '+41791234567'],
  ['', ''],
  ['   ', ''],
])('EDI-66 EDI-69 a Swiss number typed as %s is sent as %s', (number, sent) => {
  expect(phoneToWire({ dial: '+41', number })).toBe(sent);
});

test('EDI-66 an Italian number keeps its 0, a German one loses it', () => {
  expect(phoneToWire({ dial: '+39', number: '06 1234567' })).toBe('+39061234567');
  expect(phoneToWire({ dial: '+49', number: '0151 1234567' })).toBe('+491511234567');
});

test.each([
  ['+41 79 123 45 67', { dial: '+41', number: '079 123 45 67' }],
  ['0041791234567', { dial: '+41', number: '079 123 45 67' }],
  ['+41 (0)79 123 45 67', { dial: '+41', number: '079 123 45 67' }],
  ['+423 123 45 67', { dial: '+423', number: '1234567' }],
  ['a07b9', { dial: '+41', number: '079' }],
  ['+1 202 555 01 42', { dial: '+41', number: '+12025550142' }],
])('EDI-68 EDI-70 typing or pasting %s', (typed, phone) => {
  expect(typedPhone('+41', typed)).toEqual(phone);
});

test('EDI-54 every stored number is sent again as it was stored', () => {
  for (const stored of ['', '+41791234567', '+491511234567', '+4231234567', '+390612345', '+12025550142']) {
    expect(phoneToWire(phoneFromWire(stored))).toBe(stored);
  }
});
