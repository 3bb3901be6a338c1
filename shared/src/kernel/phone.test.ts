import { expect, test } from 'vitest';
import { internationalNumber, PHONE_DIGITS, phoneNumber, phoneProblem } from './phone.ts';
import { fieldTexts } from './text.ts';

test.each([
  ['079 123 45 67', '+41791234567'],
  ['(079) 123-45.67', '+41791234567'],
  ['079/1234567', '+41791234567'],
  ['+41 79 123 45 67', '+41791234567'],
  // The shortest and the longest: 6 and 15 digits.
  ['+43 1000', '+431000'],
  ['+49 1512 345678901', '+491512345678901'],
  ['0041 79 123 45 67', '+41791234567'],
  ['+49 1512 3456789', '+4915123456789'],
])('%j is kept as %s [CON-46]', (typed, kept) => {
  expect(phoneNumber(typed)).toBe(kept);
  expect(phoneProblem(typed)).toBeNull();
});

test.each([
  'x079 123 45 67',
  '079 123 45 67x',
  '079 123 45 67 +',
  'Tel. 079 123 45 67',
  '079 123 45 67;ext=5',
  '079 123 45 67 #5',
  '12345',
  '079 123 45 6',
  '+999 123456789',
  '+49 1512 3456789012',
  '+',
  '-',
  '١٢٣٤٥٦٧٨٩',
])('%j is no phone number [CON-46]', (typed) => {
  expect(phoneNumber(typed)).toBeNull();
  expect(phoneProblem(typed)).toBe(fieldTexts.format);
});

test.each(['', ' ', '\t '])('%j is no answer at all [CON-46]', (typed) => {
  expect(phoneProblem(typed)).toBe(fieldTexts.required);
});

test.each([
  ['+41 79 123 45 67', '+41791234567'],
  ['0041 79 123 45 67', '+41791234567'],
  ['+43 1000', '+431000'],
  ['+49 1512 345678901', '+491512345678901'],
  ['079 123 45 67', null],
  ['41791234567', null],
  ['0 041791234', null],
  // Holds 00 with six digits behind it, but does not begin with them.
  ['0800 123 456', null],
  // Sixteen digits, of which the zero in brackets is none of the number.
  ['+49 (0)1512 345678901', null],
  ['+43 100', null],
  ['', null],
])('%j as an international number is %j [EDI-59, FIX-31]', (typed, kept) => {
  expect(internationalNumber(typed)).toBe(kept);
  expect(phoneProblem(typed, internationalNumber)).toBe(
    typed === '' ? fieldTexts.required : kept === null ? fieldTexts.format : null,
  );
});

test('a number has 6 to 15 digits with its country code [CON-46]', () => {
  expect(PHONE_DIGITS).toEqual({ min: 6, max: 15 });
});
