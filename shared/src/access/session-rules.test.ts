import { expect, test } from 'vitest';
import {
  ENDED_HEADER,
  PASSIVE_HEADER,
  RESTS_IN_HEADER,
  restsSince,
  SEEN_EVERY_MS,
  SESSION_END_LABELS,
  SESSION_ENDS,
  sessionTimes,
  WARN_BEFORE_SECONDS,
} from './session-rules.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test('a session ends by rest after 30 minutes or days, by age after 1 or 90 days [ACC-01]', () => {
  expect(sessionTimes(false)).toEqual({ restMs: 30 * MINUTE, mostMs: DAY });
  expect(sessionTimes(true)).toEqual({ restMs: 30 * DAY, mostMs: 90 * DAY });
  expect(restsSince(new Date(30 * MINUTE), false)).toEqual(new Date(0));
  expect(restsSince(new Date(30 * DAY), true)).toEqual(new Date(0));
});

test('the page offers to stay two minutes before the end by rest [EXP-83]', () => {
  expect(WARN_BEFORE_SECONDS).toBe(120);
  // The last use must be known more exactly than that.
  expect(SEEN_EVERY_MS).toBeLessThan(WARN_BEFORE_SECONDS * 1000);
});

test('a page of an older version is understood by its headers [ACC-01]', () => {
  expect([PASSIVE_HEADER, RESTS_IN_HEADER, ENDED_HEADER]).toEqual([
    ...['x-passive', 'session-rests-in', 'session-ended'],
  ]);
});

test('each end of a session has its sentence [ACC-01, ACC-03]', () => {
  expect(SESSION_ENDS.map((end) => SESSION_END_LABELS[end])).toEqual([
    'Du warst länger nicht da. Bitte melde dich an.',
    'Du wurdest auf einem anderen Gerät abgemeldet.',
    'Dein Konto wurde auf einem anderen Gerät geändert. Bitte melde dich an.',
    'Dein Konto ist gesperrt. Melde dich an, dann siehst du warum.',
  ]);
});
