import { expect, test } from 'vitest';
import {
  type Attempts,
  attemptsFrom,
  NO_ATTEMPTS,
  oneMore,
  secondsToWait,
} from './coupon-attempts.ts';

const BEGIN = 1_000_000;
const tried = (times: number, start: Attempts = NO_ATTEMPTS): Attempts =>
  Array.from({ length: times }, (_, n) => BEGIN + n).reduce(oneMore, start);

test('five attempts are free, the sixth waits a minute after the last one [GUT-41, CON-11]', () => {
  expect([0, 1, 4].map((times) => secondsToWait(tried(times), BEGIN + 10))).toEqual([0, 0, 0]);
  const five = tried(5);
  expect(five).toEqual({ attempts: 5, lastAttempt: BEGIN + 4 });
  expect(secondsToWait(five, BEGIN + 4)).toBe(60);
  expect(secondsToWait(five, BEGIN + 4 + 59_001)).toBe(1);
  expect(secondsToWait(five, BEGIN + 4 + 60_000)).toBe(0);
});

test('a minute without an attempt resets the counter [GUT-42]', () => {
  const five = tried(5);
  expect(oneMore(five, five.lastAttempt + 59_999)).toMatchObject({ attempts: 6 });
  expect(oneMore(five, five.lastAttempt + 60_000)).toMatchObject({ attempts: 1 });
});

test('a counter from the future or with a foreign format blocks nobody [GUT-43]', () => {
  expect(secondsToWait({ attempts: 9, lastAttempt: BEGIN + 1 }, BEGIN)).toBe(0);
  for (const text of [
    null,
    '',
    'x',
    'null',
    '1',
    '[]',
    '{"attempts":"9","lastAttempt":1}',
    '{"attempts":9}',
  ])
    expect(attemptsFrom(text), String(text)).toEqual(NO_ATTEMPTS);
  expect(attemptsFrom('{"attempts":5,"lastAttempt":7}')).toEqual({ attempts: 5, lastAttempt: 7 });
});
