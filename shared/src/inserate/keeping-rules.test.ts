import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../kernel/time.ts';
import { DRAFT_KEPT_MS, RESTORABLE_MS } from './keeping-rules.ts';

test('a draft is kept 180 days after its last change, what is deleted 10 minutes [EXP-46, EXP-72]', () => {
  expect(DRAFT_KEPT_MS / DAY_MS).toBe(180);
  expect(RESTORABLE_MS / MINUTE_MS).toBe(10);
});
