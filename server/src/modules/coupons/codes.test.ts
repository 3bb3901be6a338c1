import { expect, test } from 'vitest';
import { inGroups, maskCode, randomCode } from './codes.ts';

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const remainder = (digits: string) =>
  [...digits].reduce((rest, digit) => (rest * 32 + DIGITS.indexOf(digit)) % 37, 0);

test('a random code has twelve digits and a check digit, and differs each time [GUT-36]', () => {
  const codes = Array.from({ length: 300 }, randomCode);
  expect(new Set(codes).size).toBe(300);
  for (const code of codes) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{13}$/);
    expect(code[12]).toBe(DIGITS[remainder(code.slice(0, 12))]);
  }
  expect(new Set(codes.map((code) => code[12])).size).toBeGreaterThan(16);
});

test('a code is formatted in groups of four, the last of which takes the rest', () => {
  expect(inGroups('7K3M9QXT2VBN5')).toBe('7K3M 9QXT 2VBN5');
  expect(inGroups('ABCDEFGH')).toBe('ABCD EFGH');
  expect(inGroups('ABC')).toBe('ABC');
});

test('a masked code shows two characters at each end, a short one only one [GUT-44]', () => {
  expect([
    maskCode('WILLKOMMEN-2026'),
    maskCode('ABCDEF'),
    maskCode('ABCDE'),
    maskCode('ABC'),
  ]).toEqual(['WI•••••••••••26', 'AB••EF', 'A•••E', 'A•C']);
});
