import { expect, test } from 'vitest';
import {
  allowedWith,
  effortAfter,
  LOGIN_LINK_PATH,
  loginCodeProblem,
  REAUTHENTICATION_VALID_MS,
  WRONG_PASSWORDS,
} from './rules.ts';

test('a re-authentication is valid for five minutes [ACC-10]', () => {
  expect(REAUTHENTICATION_VALID_MS).toBe(300_000);
});

test('wrong passwords count for 15 minutes, beyond 100 a day only a mail logs in [ACC-20]', () => {
  expect([WRONG_PASSWORDS.windowMs, WRONG_PASSWORDS.aDay]).toEqual([900_000, 100]);
});

test.each([
  [0, 0],
  [3, 0],
  [4, 1],
  [8, 1],
  [9, 2],
  [13, 2],
  [14, 4],
  [19, 8],
  [24, 16],
  [29, 32],
  [34, 32],
  [1000, 32],
])('after %i wrong passwords the next one costs the work of %i [ACC-20]', (wrong, effort) => {
  expect(effortAfter(wrong)).toBe(effort);
});

test('a count with more attempts for free begins to cost after them [ACC-20]', () => {
  expect([19, 20, 24, 25].map((wrong) => effortAfter(wrong, 20))).toEqual([0, 1, 1, 2]);
});

test.each([
  ['', 'Die Zahl ist erforderlich.'],
  ['012345', null],
  ['12345', 'Die Zahl hat sechs Ziffern.'],
  ['1234567', 'Die Zahl hat sechs Ziffern.'],
  ['a123456', 'Die Zahl hat sechs Ziffern.'],
  ['123456b', 'Die Zahl hat sechs Ziffern.'],
  ['abcdef', 'Die Zahl hat sechs Ziffern.'],
  ['123 456', 'Die Zahl hat sechs Ziffern.'],
])('the number %j typed from another browser: %s [ACC-22]', (typed, problem) => {
  expect(loginCodeProblem(typed)).toBe(problem);
});

test('links in mails already sent lead to the page of the log-in by mail [ACC-22]', () => {
  expect(LOGIN_LINK_PATH).toBe('/auth/login-link');
});

test.each([0, 1, 2, 3, 7, 8, 16, 31, 32, 100])(
  'a proof of effort %i does for as many wrong passwords as ask for no more [ACC-20]',
  (effort) => {
    for (const free of [WRONG_PASSWORDS.free, 20]) {
      for (let wrong = 0; wrong < 120; wrong++)
        expect(wrong < allowedWith(effort, free)).toBe(effortAfter(wrong, free) <= effort);
    }
  },
);
