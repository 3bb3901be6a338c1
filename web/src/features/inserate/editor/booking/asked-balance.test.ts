import { expect, test } from 'vitest';
import { balanceShown } from './asked-balance.ts';

test.each([
  ['known before, nothing asked', null, 40, 40, null],
  ['as the page knew it', { page: 40, server: 40 }, 40, 40, null],
  ['changed before the question', { page: 40, server: 215 }, 40, 215, 215],
  ['changed before, and loaded since', { page: 40, server: 215 }, 215, 215, 215],
  ['changed while the question is open', { page: 40, server: 40 }, 5, 5, 5],
] as const)('a balance %s [EXP-63]', (_when, asked, now, credits, named) => {
  const notice = named && `Dein Guthaben hat sich geändert: ${named} Credits.`;
  expect(balanceShown(asked, now, true)).toEqual({ credits, notice });
});

test('a question that is answered or closed says nothing of what is booked by it [EXP-63]', () => {
  for (const server of [100, 215]) {
    const shown = balanceShown({ page: 100, server }, 90, false);
    expect(shown.credits).toBe(server);
    expect(shown.notice).toBe(balanceShown({ page: 100, server }, 100, true).notice);
  }
});
