import { expect, test } from 'vitest';
import {
  APPROVAL_LABELS,
  APPROVAL_MS,
  APPROVAL_STATES,
  maySettle,
  PENDING_TEXT,
  SOLO_WAIT_MS,
} from './approval-rules.ts';

const HOUR = 3_600_000;
const AT = new Date('2026-11-20T12:00:00Z');
const asked = { askedBy: 1, askedAt: AT };

test('a request waits 72 hours, and the screen says so [BOF-18]', () => {
  expect(APPROVAL_MS).toBe(72 * HOUR);
  expect(PENDING_TEXT).toBe('Zur Freigabe vorgelegt. Eine zweite Person muss zustimmen.');
});

test('each state of a request has its word [BOF-18]', () => {
  expect(APPROVAL_STATES.map((state) => APPROVAL_LABELS[state])).toEqual([
    ...['offen', 'freigegeben', 'abgelehnt', 'zurückgezogen', 'verfallen', 'hinfällig'],
  ]);
});

test.each([
  ['somebody else may, at once', 2, 0, false, true],
  ['the asker may not, at once', 1, 0, false, false],
  ['the asker may not, after three days', 1, 72 * HOUR, false, false],
  ['the asker may not alone, at once', 1, 0, true, false],
  ['the asker may not alone, after a day', 1, SOLO_WAIT_MS, true, false],
  ['the asker may alone, after more than a day', 1, 24 * HOUR + 1, true, true],
])('who settles a request: %s [BOF-20, BOF-24]', (_, staffId, waited, alone, may) => {
  const now = new Date(AT.getTime() + waited);
  expect(maySettle(asked, { staffId, now, alone })).toBe(may);
});
