import { couponCodeProblem } from '@samtrot/shared/coupons/rules.ts';
import { expect, test } from 'vitest';
import { capitals, codeOf } from './coupon-code.ts';

test.each([
  [' <b>ab c</b>&1 ', 'ABC1'],
  ['winter-2026', 'WINTER-2026'],
  ['  ', ''],
  ['<>\'"&', ''],
  ['<script>alert(1)</script>a_b-1', 'ALERT(1)A_B-1'],
  ['<b', 'B'],
  ['<<b>i>x', 'IX'],
  ['a\u00a0b\tc\nd', 'ABCD'],
  ['x'.repeat(60), 'X'.repeat(50)],
])('of %j the code %j is sent [GUT-34, GUT-35]', (typed, code) => expect(codeOf(typed)).toBe(code));

test('letters become capitals while one types, and the text stays as long as it was [GUT-33]', () => {
  expect(capitals('abc-1_x')).toBe('ABC-1_X');
  for (const typed of ['straße', 'ﬁn', 'äöü']) expect(capitals(typed)).toHaveLength(typed.length);
});

test('what is not 3 to 50 letters, digits, - and _ is refused with its words [GUT-36, ERR-064, CON-10]', () => {
  const text = 'Ungültiges Gutschein-Format. Nur Buchstaben, Zahlen, - und _ sind erlaubt.';
  for (const typed of ['ab', 'a!', 'a.b!c', 'straße', 'gruß-1'])
    expect(couponCodeProblem(codeOf(typed)), typed).toBe(text);
  for (const typed of ['abc', 'a_b-1', 'x'.repeat(60)])
    expect(couponCodeProblem(codeOf(typed)), typed).toBeNull();
});
