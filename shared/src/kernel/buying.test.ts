import { expect, test } from 'vitest';
import type { Action } from './action.ts';
import { buysWith } from './buying.ts';

const call = (buys?: Action['buys']) => ({ buys }) as Action;

test('a call buys as its declaration says: never, always, with a member, unless it has a value', () => {
  expect(buysWith(call(), { a: 1 })).toBe(false);
  expect(buysWith(call(true), {})).toBe(true);
  const withMember = call({ with: 'topad' } as Action['buys']);
  expect([{ topad: 0 }, { other: 1 }, {}].map((params) => buysWith(withMember, params))).toEqual([
    ...[true, false, false],
  ]);
  const unless = call({ unless: ['status', 'entwurf'] } as Action['buys']);
  expect(
    [{ status: 'entwurf' }, { status: 'aktiv' }, {}].map((of) => buysWith(unless, of)),
  ).toEqual([...[false, true, true]]);
});
