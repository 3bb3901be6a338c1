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
])('GUT-35 GUT-36 %j is kept as %s', (typed, kept) => {
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
])('GUT-36 CON-10 ERR-064 %j is refused and not turned into something else', (typed) => {
  expect(couponCodeProblem(tidyCouponCode(typed))).toBe(COUPON_FORMAT_TEXT);
});

test.each(['', ' ', '\n\t\u3000'])('GUT-34 %j is no code at all', (typed) => {
  expect(couponCodeProblem(tidyCouponCode(typed))).toBe(fieldTexts.required);
});

test('CON-10 the shortest and the longest code', () => {
  for (const length of [3, 50]) expect(couponCodeProblem('Z'.repeat(length))).toBeNull();
});
