import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import {
  HOOK_LABELS,
  hookHealth,
  KEY_ENDS_MS,
  keyNameProblem,
  MESSAGE_LABELS,
  switchReasonProblem,
} from './desk-rules.ts';
import * as people from './people-rules.ts';
import { blockReasonProblem, isOpen, NO_POLICY, slotsOf } from './policy-rules.ts';

test('keys have a name of 2 to 60 signs, and end a month after they were replaced [BOF-119]', () => {
  expect(['ab', 'x'.repeat(60)].map(keyNameProblem)).toEqual([null, null]);
  expect(['a', 'x'.repeat(61)].map(keyNameProblem)).not.toContain(null);
  expect(KEY_ENDS_MS).toBe(30 * DAY_MS);
});

test.each([
  ['switching off', switchReasonProblem, 500],
  ['a block', blockReasonProblem, 200],
])('%s needs a reason of 3 signs at least [BOF-118, BOF-120]', (_what, problem, most) => {
  expect(problem('')).toBe('Dieses Feld ist erforderlich');
  expect(['abc', 'x'.repeat(most)].map(problem)).toEqual([null, null]);
  for (const text of ['ab', 'x'.repeat(most + 1)])
    expect(problem(text)).not.toBe('Dieses Feld ist erforderlich');
  expect(['ab', 'x'.repeat(most + 1)].map(problem)).not.toContain(null);
});

test('messages are healthy, late after five minutes, failed with a dead one [BOF-118, BOF-123]', () => {
  const now = new Date('2026-12-01T10:00:00Z');
  const health = (more: object) =>
    hookHealth({ url: 'https://a.example', dead: 0, waitingSince: null, now, ...more });
  const since = (ms: number) => ({ waitingSince: new Date(now.getTime() - ms) });
  expect(health({ url: null, dead: 3 })).toBe('none');
  expect(health({})).toBe('healthy');
  expect(health(since(5 * MINUTE_MS))).toBe('healthy');
  expect(health(since(5 * MINUTE_MS + 1))).toBe('late');
  expect(health({ dead: 1, ...since(HOUR_MS) })).toBe('failed');
  expect(HOOK_LABELS).toEqual({
    none: 'keine Meldungen',
    healthy: 'gesund',
    late: 'im Rückstand',
    failed: 'gescheitert',
  });
  expect(Object.values(MESSAGE_LABELS)).toEqual(['Neu', 'Geändert', 'Nach oben', 'Vom Netz']);
});

test('a policy is open while it leaves nothing out; places come in their order [BOF-120]', () => {
  expect(isOpen(NO_POLICY)).toBe(true);
  for (const part of [{ categories: [1] }, { cantons: ['ZH'] }, { inserate: [1] }, { clubs: [1] }])
    expect(isOpen({ ...NO_POLICY, ...part })).toBe(false);
  expect(slotsOf(['a4', 'x', 'a1'])).toEqual(['a1', 'a4']);
});

test('a log-in of the console rests after 8 hours and ends after 7 days [BOF-124, BOF-125]', () => {
  const now = new Date('2026-12-01T10:00:00Z');
  expect(people.consoleRestsSince(now).toISOString()).toBe('2026-12-01T02:00:00.000Z');
  expect([people.CONSOLE_MOST_MS, people.PARTNER_INVITATION_MS]).toEqual([7 * DAY_MS, 7 * DAY_MS]);
  expect(people.CONSOLE_HALF_MS).toBe(15 * MINUTE_MS);
  expect(people.CONSOLE_WRONG_PASSWORDS).toEqual({ attempts: 10, seconds: 900 });
  expect(people.PARTNER_ROLE_LABELS).toEqual({ manage: 'Verwalten', read: 'Lesen' });
  expect(people.PARTNER_ROLES).toEqual(['manage', 'read']);
  expect(people.PARTNER_INVITATION_PATH).toBe('/partner/einladung');
  expect(people.PARTNER_PASSWORD_PATH).toBe('/partner/neues-passwort');
  expect(people.PARTNER_PASSWORD_MAILS_AN_HOUR).toEqual({ attempts: 3, seconds: 3_600 });
  expect(people.PARTNER_PASSWORD_MAILS_A_DAY).toEqual({ attempts: 5, seconds: 86_400 });
});
