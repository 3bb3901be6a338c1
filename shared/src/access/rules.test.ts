import { expect, test } from 'vitest';
import { REAUTHENTICATION_LASTS_MS } from './rules.ts';

test('a re-authentication is valid for ten minutes', () => {
  expect(REAUTHENTICATION_LASTS_MS).toBe(600_000);
});
