import { expect, test } from 'vitest';
import {
  DELETION_WAITS_MS,
  EMAIL_CHANGE_SENTENCE,
  KEEP_ACCOUNT_PATH,
  UNDO_EMAIL_MS,
  UNDO_EMAIL_PATH,
} from './change-rules.ts';

const HOURS_72 = 72 * 60 * 60 * 1000;

test('an earlier address can be put back for 72 hours, by the link mailed to it [ACC-11]', () => {
  expect([UNDO_EMAIL_MS, UNDO_EMAIL_PATH]).toEqual([HOURS_72, '/auth/undo-email']);
});

test('a deleted account can be kept for 72 hours, by the link mailed to it [ACC-12]', () => {
  expect([DELETION_WAITS_MS, KEEP_ACCOUNT_PATH]).toEqual([HOURS_72, '/auth/keep-account']);
});

test('what waits after a change says for how long [ACC-11]', () => {
  expect(EMAIL_CHANGE_SENTENCE).toBe(
    'Nach einer Änderung deiner E-Mail-Adresse geht das bis zu 72 Stunden lang nicht.',
  );
});
