import { expect, test } from 'vitest';
import { SAVED_NAMES, savesWhenFull } from './full-disk-rules.ts';

/** Written out: what leaves this list waits while the disk is full. */
const SAVED = [
  ...['hide_inserat', 'withdraw_inserat', 'delete_inserat', 'hide_banner', 'delete_banner'],
  ...['delete_club', 'goOffline', 'delete_account', 'logout', 'end_device', 'end_other_devices'],
  ...['reauthenticate', 'reauthenticate_passkey', 'report', 'hold', 'block_account'],
  ...['claim_report', 'decide_report', 'make_final', 'staff_confirm', 'staff_logout'],
  'block_staff',
];

test('with a full disk reading, leaving, holds and reports go on, nothing else [RUN-04]', () => {
  expect(SAVED_NAMES.toSorted()).toEqual(SAVED.toSorted());
  for (const name of SAVED) expect(savesWhenFull({ name, method: 'POST' }), name).toBe(true);
  const call = (more: object) => savesWhenFull({ name: 'save_inserat', method: 'POST', ...more });
  expect(call({})).toBe(false);
  expect(call({ method: 'GET' })).toBe(true);
  expect(call({ method: 'GET', changes: true })).toBe(false);
});
