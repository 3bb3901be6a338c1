import { expect, test } from 'vitest';
import { DAY_MS } from '../kernel/time.ts';
import { restsInMaintenance } from './maintenance-calls-rules.ts';
import {
  MAINTENANCE_AHEAD_MS,
  MAINTENANCE_MOST_MS,
  maintenanceParams,
  maintenanceProblems,
  maintenanceText,
} from './maintenance-rules.ts';
import {
  isClosable,
  NOTICE_KIND_LABELS,
  NOTICE_MOST_MS,
  NOTICE_PLACE_LABELS,
  NOTICE_STATE_LABELS,
  noticeProblems,
  noticeState,
} from './rules.ts';

const NOW = new Date('2026-12-01T10:00:00Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);

const KINDS = [
  {
    name: 'notice',
    problems: noticeProblems,
    ahead: NOTICE_MOST_MS,
    most: NOTICE_MOST_MS,
    aheadText: 'Höchstens 90 Tage im Voraus.',
    mostText: 'Höchstens 90 Tage.',
  },
  {
    name: 'maintenance',
    problems: maintenanceProblems,
    ahead: MAINTENANCE_AHEAD_MS,
    most: MAINTENANCE_MOST_MS,
    aheadText: 'Höchstens 30 Tage im Voraus.',
    mostText: 'Höchstens 24 Stunden.',
  },
];

test('the longest times are days', () => {
  expect(
    [NOTICE_MOST_MS, MAINTENANCE_AHEAD_MS, MAINTENANCE_MOST_MS].map((ms) => ms / DAY_MS),
  ).toEqual([90, 30, 1]);
});

test.each(KINDS)('a $name has times that can be [BOF-131, BOF-132]', (kind) => {
  const { problems, ahead, most, aheadText, mostText } = kind;
  const from = after(-1000);
  expect(problems({ from, until: after(1) }, NOW)).toEqual({});
  expect(problems({ from: after(ahead), until: after(ahead + most) }, NOW)).toEqual({});
  expect(problems({ from: after(ahead + 1), until: after(ahead + 2) }, NOW)).toEqual({
    from: aheadText,
  });
  expect(problems({ from, until: NOW }, NOW)).toEqual({
    until: 'Das Ende liegt in der Vergangenheit.',
  });
  expect(problems({ from: after(5), until: after(5) }, NOW)).toEqual({
    until: 'Das Ende liegt vor dem Anfang.',
  });
  expect(problems({ from: NOW, until: after(most + 1) }, NOW)).toEqual({ until: mostText });
});

test('a notice comes, is shown and is over [BOF-131]', () => {
  const state = (from: number, until: number) =>
    noticeState({ from: after(from), until: after(until) }, NOW);
  expect([state(1, 2), state(0, 1), state(-2, 0), state(-2, -1)]).toEqual([
    ...['coming', 'shown', 'over', 'over'],
  ]);
  expect([isClosable('info'), isClosable('outage')]).toEqual([true, false]);
  expect(NOTICE_STATE_LABELS).toEqual({ coming: 'Kommt', shown: 'Wird gezeigt', over: 'Vorbei' });
  expect(NOTICE_KIND_LABELS).toEqual({ info: 'Hinweis', outage: 'Störung' });
  expect(NOTICE_PLACE_LABELS).toEqual({ all: 'Alle', logged_in: 'Angemeldete' });
});

test('maintenance says until when, with the day if it is another [BOF-132]', () => {
  expect(maintenanceText(after(3_600_000), NOW)).toBe(
    'Wartung bis 12:00. Ansehen geht, ändern danach wieder.',
  );
  expect(maintenanceParams(after(DAY_MS), NOW)).toEqual({ zeit: '02.12.2026, 11:00' });
});

/** Written out: what leaves or joins this list decides what people can do while the house works. */
const GOING_ON = [
  ...['login', 'second_factor', 'login_passkey', 'request_login_mail', 'open_login_link'],
  ...['confirm_login_code', 'reauthenticate', 'reauthenticate_passkey', 'keep_session', 'logout'],
  ...['end_device', 'end_other_devices', 'report_login', 'report', 'goOffline', 'goOnline'],
  ...['partner_login', 'partner_second_factor', 'partner_logout', 'partner_invitation'],
  ...['preview_partner_policy', 'offer_partner_factor', 'end_newsletter', 'validate_coupon'],
  ...['quotePackageChange', 'open_thread', 'open_data_export'],
];

test('during maintenance reading, log-in, reports and «Überall offline» go on [BOF-132]', () => {
  for (const name of GOING_ON) {
    expect(restsInMaintenance({ name, method: 'POST' })).toBe(false);
    expect(restsInMaintenance({ name, method: 'GET', changes: true })).toBe(false);
  }
  const call = (more: object) => restsInMaintenance({ name: 'state', method: 'GET', ...more });
  expect(call({})).toBe(false);
  expect(call({ changes: true })).toBe(true);
  expect(call({ method: 'POST' })).toBe(true);
});
