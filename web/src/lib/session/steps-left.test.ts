import { expect, test } from 'vitest';
import { withStep } from './steps-left.ts';

test('the step of an ad replaces its earlier one, and only those of the last 20 ads stay', () => {
  const two = withStep(withStep([], 20001, 2), 20002, 5);
  expect(withStep(two, 20001, 4)).toEqual([
    [20001, 4],
    [20002, 5],
  ]);
  let many: ReturnType<typeof withStep> = [];
  for (let id = 1; id <= 25; id++) many = withStep(many, id, 1);
  expect([many.length, many[0]?.[0], many.at(-1)?.[0]]).toEqual([20, 25, 6]);
});
