import { expect, test } from 'vitest';
import type { Result } from './results.ts';
import { judge, MAX_FLAKY, QUARANTINE, stillFailed } from './verdict.ts';

const failed = (title: string): Result => ({ file: 'a.test.ts', title, state: 'failed', ms: 1 });
const passed = (title: string): Result => ({ ...failed(title), state: 'passed' });
const four = ['a', 'b', 'c', 'd'].map(failed);

test('outside of CI nothing is repeated', () => {
  expect(judge([failed('a')], { ci: false, flaky: 0 })).toMatchObject({
    failed: [failed('a')],
    mayRunAgain: false,
  });
});

test('in CI up to three failed tests are repeated once; a fourth fails the run', () => {
  const may = (count: number, flaky: number) =>
    judge(four.slice(0, count), { ci: true, flaky }).mayRunAgain;
  expect([may(1, 0), may(3, 0), may(4, 0)]).toEqual([true, true, false]);
  expect([may(1, 2), may(2, 2), may(1, MAX_FLAKY)]).toEqual([true, false, false]);
});

test('passed tests are no failures, and a run without failures is not repeated', () => {
  expect(judge([passed('a')], { ci: true, flaky: 0 })).toEqual({
    quarantined: [],
    failed: [],
    mayRunAgain: false,
  });
});

test('a quarantined failure is reported and does not fail the run', () => {
  const quarantine = [{ title: 'a', reason: 'r' }];
  expect(judge([failed('a'), failed('b')], { ci: false, flaky: 0, quarantine })).toMatchObject({
    quarantined: [failed('a')],
    failed: [failed('b')],
  });
});

test('the second run counts for tests that ran in it and passed', () => {
  expect(stillFailed(four.slice(0, 3), [passed('a'), failed('b')])).toEqual([
    failed('b'),
    failed('c'),
  ]);
});

test('at most three tests are in quarantine, each with its reason', () => {
  expect(QUARANTINE.length).toBeLessThanOrEqual(3);
  for (const { reason } of QUARANTINE) expect(reason).toMatch(/\S{3}/);
});
