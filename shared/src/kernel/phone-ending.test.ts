import { expect, test } from 'vitest';
import { phoneEnding } from './phone-ending.ts';

test.each([
  ['+41 79 555 01 12', '795550112'],
  ['079 555 01 12', '795550112'],
  ['0041 (0)79/555.01-12', '795550112'],
  ['555 01 12', '5550112'],
  ['ohne', ''],
])('the ending of %s is %j [BOF-68]', (typed, ending) => {
  expect(phoneEnding(typed)).toBe(ending);
});
