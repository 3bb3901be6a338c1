import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { orderIn, paged, sortsOf, sortText } from './sorting.ts';

const input = z.object(paged(['at', 'paid']));
const accepts = (given: object) => z.safeParse(input, given).success;

test('a list is sorted by each of its columns in both directions, and by nothing else [BOF-144]', () => {
  expect(sortsOf(['at', 'paid'])).toEqual(['at', '-at', 'paid', '-paid']);
  for (const sort of sortsOf(['at', 'paid'])) {
    expect(accepts({ sort }), sort).toBe(true);
    expect(sortText(orderIn(sort))).toBe(sort);
  }
  expect(orderIn('-paid')).toEqual({ column: 'paid', falling: true });
  expect(orderIn('at')).toEqual({ column: 'at', falling: false });
  for (const sort of ['', '-', 'fee', '--at', 'at desc'])
    expect(accepts({ sort }), sort).toBe(false);
  expect(accepts({})).toBe(true);
});

test('a cursor is of a few characters, and at most 1500 of them [BOF-144]', () => {
  expect(accepts({ cursor: 'WyItYXQiLCI3Il0' })).toBe(true);
  expect(accepts({ cursor: 'x'.repeat(1500) })).toBe(true);
  for (const cursor of ['', 'x'.repeat(1501), 'a/b', 'a b', 'ä'])
    expect(accepts({ cursor }), cursor).toBe(false);
});
