import fc from 'fast-check';
import { expect, test } from 'vitest';
import { francsToRappen, rappenToFrancs } from './money.ts';

test('francs with two decimals become Rappen and back without a rest', () => {
  expect(francsToRappen(47.5)).toBe(4750);
  expect(francsToRappen(1.005 * 100)).toBe(10_050);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e10 }), (rappen) => {
      expect(francsToRappen(rappenToFrancs(rappen))).toBe(rappen);
    }),
  );
});
