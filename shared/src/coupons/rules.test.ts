import { expect, test } from 'vitest';
import { fieldTexts } from '../kernel/text.ts';
import { COUPON_FORMAT_TEXT, couponCodeProblem, tidyCouponCode } from './rules.ts';

test.each([
  ['abc', 'ABC'],
  ['  a b\tc\n1 ', 'ABC1'],
  ['7k3m 9qxt 2vbn5', '7K3M9QXT2VBN5'],
  ['ＳＯＭＭＥＲ－２７', 'SOMMER-27'],
  ['a_b-1', 'A_B-1'],
  ['\u00a0ABC\u3000', 'ABC'],
])('%j is kept as %s [GUT-35, GUT-36]', (typed, kept) => {
  expect(tidyCouponCode(typed)).toBe(kept);
  expect(couponCodeProblem(kept)).toBeNull();
});

test.each([
  ...[
    'AB',
    'A'.repeat(51),
    `ABC${' '.repeat(200)}`,
    'A.B!C',
    '<b>ABC</b>',
    "ABC'",
    '"ABC"',
    'A&B',
    'ABC\0',
    'ABC\u200b',
  ],
  ...['ÄPFEL', 'straße', 'ıabc', 'АВС', 'ΑΒΓ', '🎁🎁🎁', 'ABC\ud800', '٣٤٥', 'A‐B‐C'],
])('%j is refused and not turned into something else [GUT-36, CON-10, ERR-064]', (typed) => {
  expect(couponCodeProblem(tidyCouponCode(typed))).toBe(COUPON_FORMAT_TEXT);
});

test.each(['', ' ', '\n\t\u3000'])('%j is no code at all [GUT-34]', (typed) => {
  expect(couponCodeProblem(tidyCouponCode(typed))).toBe(fieldTexts.required);
});

test('blanks between characters count up to 200 typed characters [GUT-36]', () => {
  expect(tidyCouponCode(`ABC${' '.repeat(197)}`)).toBe('ABC');
  expect(tidyCouponCode(`ABC${' '.repeat(198)}`)).toBe(`ABC${' '.repeat(198)}`);
});

test('a code of another form is refused with the message of the specification [ERR-064]', () => {
  expect(COUPON_FORMAT_TEXT).toBe(
    'Ungültiges Gutschein-Format. Nur Buchstaben, Zahlen, - und _ sind erlaubt.',
  );
});

test('the shortest and the longest code [CON-10]', () => {
  for (const length of [3, 50]) expect(couponCodeProblem('Z'.repeat(length))).toBeNull();
});
