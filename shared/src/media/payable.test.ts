import { expect, test } from 'vitest';
import { payableImages } from './payable.ts';

const shown = { waiting: false, replaces: false };
const added = { waiting: true, replaces: false };
const instead = { waiting: true, replaces: true };

test('of a booked ad a waiting picture is paid for where visitors see another one [BOF-52]', () => {
  expect(payableImages([shown, added, instead], true)).toBe(2);
  expect(payableImages([shown, shown, added], true)).toBe(2);
  expect(payableImages([shown, added, instead], false)).toBe(3);
});
