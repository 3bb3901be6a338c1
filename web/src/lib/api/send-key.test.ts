import { expect, test } from 'vitest';
import { sendKeys } from './send-key.ts';

test('a message keeps its key until text, subject or files change [EXP-92, BOF-83]', () => {
  let drawn = 0;
  const { keyOf, forget } = sendKeys(() => `key ${++drawn}`);
  expect(keyOf('billing', 'Guten Tag', [1])).toBe('key 1');
  expect(keyOf('billing', 'Guten Tag', [1])).toBe('key 1');
  expect(keyOf('billing', 'Guten Abend', [1])).toBe('key 2');
  expect(keyOf('other', 'Guten Abend', [1])).toBe('key 3');
  expect(keyOf('other', 'Guten Abend', [1, 2])).toBe('key 4');
  expect(keyOf('other', 'Guten Abend', [])).toBe('key 5');
  forget();
  expect(keyOf('other', 'Guten Abend', [])).toBe('key 6');
});
