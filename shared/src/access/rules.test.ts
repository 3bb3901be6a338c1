import { expect, test } from 'vitest';
import { REAUTHENTICATION_VALID_MS } from './rules.ts';

test('a re-authentication is valid for five minutes [ACC-10]', () => {
  expect(REAUTHENTICATION_VALID_MS).toBe(300_000);
});
