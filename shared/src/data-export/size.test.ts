import { expect, test } from 'vitest';
import { sizeWords } from './size.ts';

test('the size of a copy is said in whole megabytes, from 1000 on in gigabytes [EXP-88]', () => {
  const words = [0, 999_999, 1_000_000, 24_400_000, 999_400_000, 999_500_000, 1_440_000_000];
  expect(words.map(sizeWords)).toEqual([
    ...['unter 1 MB', 'unter 1 MB', '1 MB', '24 MB', '999 MB', '1.0 GB', '1.4 GB'],
  ]);
});
