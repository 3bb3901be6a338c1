import { expect, test } from 'vitest';
import {
  findCountry,
  NO_PHONE,
  type Phone,
  phoneFromWire,
  phoneToWire,
  shownPhone,
  typedPhone,
} from './phone.ts';

test('an empty field stands on Schweiz [EDI-67, CON-48]', () => {
  expect(NO_PHONE).toEqual({ country: 'CH', number: '' });
  expect(phoneFromWire('')).toEqual(NO_PHONE);
});

test.each([
  ['0791234567', '+41791234567'],
  ['79 123 45 67', '+41791234567'],
  ['', ''],
  ['   ', ''],
])('a Swiss number typed as %s is sent as %s [EDI-66, EDI-69, EDI-71]', (number, sent) => {
  expect(phoneToWire({ country: 'CH', number })).toBe(sent);
});

test.each([
  ['IT', '06 1234567', '+39061234567'],
  ['DE', '0151 1234567', '+491511234567'],
  ['HU', '06 20 123 4567', '+36201234567'],
  ['US', '1 202 555 0142', '+12025550142'],
  ['RU', '8 912 345 67 89', '+79123456789'],
  ['RU', '812 345 67 89', '+78123456789'],
  ['BY', '8 029 491 19 11', '+375294911911'],
] as const)(
  'what is dialled inside %s only is left out of %s [EDI-66, EDI-69]',
  (country, number, sent) => {
    expect(phoneToWire({ country, number })).toBe(sent);
  },
);

test.each<[string, Phone]>([
  ['+41 79 123 45 67', { country: 'CH', number: '079 123 45 67' }],
  ['0041791234567', { country: 'CH', number: '079 123 45 67' }],
  ['+41 (0)79 123 45 67', { country: 'CH', number: '079 123 45 67' }],
  ['+423 123 45 67', { country: 'LI', number: '1234567' }],
  ['+1 202 555 01 42', { country: 'US', number: '2025550142' }],
  ['+1 416 555 01 42', { country: 'CA', number: '4165550142' }],
  ['+1 809 555 01 42', { country: 'DO', number: '8095550142' }],
  ['a07b9', { country: 'CH', number: '079' }],
  ['+229 90 01 12 34', { country: 'CH', number: '+22990011234' }],
  ['+4', { country: 'CH', number: '+4' }],
  ['+', { country: 'CH', number: '+' }],
])('typing or pasting %s [EDI-59, EDI-68]', (typed, phone) => {
  expect(typedPhone('CH', typed)).toEqual(phone);
});

test.each([
  ['791234567', '079 123 45 67'],
  ['0791234567', '079 123 45 67'],
  ['7', '07'],
  ['', ''],
])('a Swiss number typed as %s is shown as %s [EDI-70, EDI-71]', (number, shown) => {
  expect(shownPhone({ country: 'CH', number })).toEqual({ country: 'CH', number: shown });
});

test('showing a number changes neither what is sent nor a country that was chosen [EDI-66]', () => {
  const phones: Phone[] = [
    { country: 'DE', number: '151 1234567' },
    { country: 'CA', number: '202 555 0142' },
    { country: 'CH', number: '+22990011234' },
    { country: 'CH', number: '12' },
  ];
  for (const phone of phones) {
    expect(phoneToWire(shownPhone(phone))).toBe(phoneToWire(phone));
    expect(shownPhone(phone).country).toBe(phone.country);
  }
});

test('every stored number is sent again as it was stored [EDI-54]', () => {
  const stored = [
    '',
    '+41791234567',
    '+491511234567',
    '+4231234567',
    '+390612345',
    '+12025550142',
    '+22990011234',
  ];
  for (const number of stored) expect(phoneToWire(phoneFromWire(number))).toBe(number);
});

test('a draft may hold a number without its country, or no number at all [EDI-54]', () => {
  expect(phoneFromWire('079 123')).toEqual({ country: 'CH', number: '079 123' });
  expect(phoneFromWire('abc')).toEqual(NO_PHONE);
});

test('letters find a country by the beginning of its name, ignoring accents; digits by dial code [EDI-73]', () => {
  expect(findCountry('de', 'CH')?.name).toBe('Deutschland');
  expect(findCountry('a', 'DE')?.name).toBe('Albanien');
  expect(findCountry('os', 'CH')?.name).toBe('Österreich');
  expect(findCountry('ÖS', 'CH')?.name).toBe('Österreich');
  expect(findCountry('+49', 'CH')?.name).toBe('Deutschland');
  expect(findCountry('xq', 'CH')).toBeUndefined();
});

test('one letter again and again goes through its countries [EDI-73]', () => {
  expect(findCountry('s', 'DE')?.name).toBe('Schweiz');
  expect(findCountry('ss', 'CH')?.name).toBe('San Marino');
  expect(findCountry('sss', 'SM')?.name).toBe('Schweden');
});
