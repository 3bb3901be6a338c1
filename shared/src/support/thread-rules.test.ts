import { describe, expect, test } from 'vitest';
import {
  fillTemplate,
  officeMinutes,
  opensAgain,
  placeholderProblem,
  promisedWait,
  REOPEN_MS,
  threadIdOf,
} from './thread-rules.ts';

const at = (text: string) => new Date(`${text}+01:00`);

describe('minutes within office hours [BOF-90]', () => {
  test.each([
    ['within a morning', '2026-11-20T09:30', '2026-11-20T11:00', 90],
    ['over noon', '2026-11-20T11:30', '2026-11-20T13:30', 60],
    ['from the night', '2026-11-20T03:00', '2026-11-20T09:10', 10],
    ['in the evening', '2026-11-20T17:00', '2026-11-20T23:00', 0],
    ['over a weekend', '2026-11-20T16:00', '2026-11-23T10:00', 120],
    ['a whole week', '2026-11-16T00:00', '2026-11-22T23:59', 5 * 7 * 60],
  ])('%s', (_, from, to, minutes) => {
    expect(officeMinutes(at(from), at(to))).toBe(minutes);
  });
});

test('a wait is promised from twenty answers on, as their median in whole hours [BOF-90]', () => {
  const answers = (count: number, minutes: number) => Array<number>(count).fill(minutes);
  expect(promisedWait(answers(19, 60))).toBeNull();
  expect(promisedWait(answers(20, 60))).toContain('etwa einer Stunde');
  expect(promisedWait([...answers(10, 60), ...answers(10, 300)])).toContain('etwa 3 Stunden');
  // One answer after weeks does not move it.
  expect(promisedWait([...answers(20, 61), 9_999])).toContain('etwa 2 Stunden');
});

test('a template is filled with what is known; what is missing is named [BOF-86]', () => {
  const text = 'Hallo {name}, {nummer}: am {datum}. $& {name}';
  expect(fillTemplate(text, { name: '$1 Lena', nummer: 'S-10042' })).toBe(
    'Hallo $1 Lena, S-10042: am {datum}. $& $1 Lena',
  );
  expect(placeholderProblem('Am {datum} bei {link}')).toBe('Ergänze: {datum}, {link}');
  expect(placeholderProblem('Am 20.11. {unbekannt}')).toBeNull();
});

test('a number is read as it is written down, and nothing else is one', () => {
  expect([' s-10042 ', 'S-1'].map(threadIdOf)).toEqual([10042, 1]);
  for (const wrong of ['10042', 'S-', 'S-0', 'S-1e3', 'M-2041', 'S-99999999999999999', 'S-1 2'])
    expect(threadIdOf(wrong), wrong).toBeUndefined();
});

test('a thread opens again until 60 days after it was closed', () => {
  const now = at('2026-11-20T12:00');
  const ago = (ms: number) => new Date(now.getTime() - ms);
  expect([null, ago(REOPEN_MS), ago(REOPEN_MS + 1)].map((done) => opensAgain(done, now))).toEqual([
    true,
    true,
    false,
  ]);
});
