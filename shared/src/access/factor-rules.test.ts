import { expect, test } from 'vitest';
import {
  CODE_WRONG,
  FACTOR_REMOVAL_MS,
  FEW_RECOVERY_CODES,
  KEEP_FACTOR_LABEL,
  KEEP_FACTOR_PATH,
  mayRemovePasskey,
  NEW_FACTOR_MS,
  PENDING_LOGIN_MS,
  passkeyNameProblem,
  RECOVERY_CODE_WRONG,
  recoveryCodesText,
  tidyCode,
  tidyPasskeyName,
  tidyRecoveryCode,
  WRONG_CODES,
  YOUNG_PASSKEY_MS,
} from './factor-rules.ts';

test('a code is read with the space that apps show [ACC-31]', () => {
  expect(tidyCode(' 123 456 ')).toBe('123456');
});

test('a recovery code is read however it is typed [ACC-32]', () => {
  const stored = '0123ABCD1110WXYZ56789EFG';
  expect(tidyRecoveryCode('0123-ABCD-1110-WXYZ-5678-9EFG')).toBe(stored);
  expect(tidyRecoveryCode(' o123 abcd ilio wxyz 5678 9efg ')).toBe(stored);
});

test('the line says how many recovery codes are left [EXP-81]', () => {
  expect(recoveryCodesText(8)).toBe('8 von 10 übrig');
});

test.each([
  ['', 'Name ist erforderlich.'],
  ['Handy', null],
  ['😀'.repeat(40), null],
  ['x'.repeat(41), 'Maximal 40 Zeichen erlaubt'],
  ['a\u0000b', 'Ungültiges Format'],
])('the name %j of a passkey: %s [ACC-30]', (name, problem) => {
  expect(passkeyNameProblem(tidyPasskeyName(name))).toBe(problem);
});

test.each([
  [true, 1, true],
  [false, 2, true],
  [false, 1, false],
])('with a password (%s) and %i passkeys one may go: %s [EXP-80]', (hasPassword, passkeys, may) => {
  expect(mayRemovePasskey({ hasPassword, passkeys })).toBe(may);
});

test('blanks around and between the words of a name of a passkey are one [ACC-30]', () => {
  expect(tidyPasskeyName('  Mein \t Handy\n')).toBe('Mein Handy');
});

test('a login waits ten minutes for its second step and ends with five wrong codes [ACC-33]', () => {
  expect([PENDING_LOGIN_MS, WRONG_CODES]).toEqual([600_000, 5]);
});

test('a lost second factor is off after 72 hours, unless the owner says no [ACC-34]', () => {
  expect(FACTOR_REMOVAL_MS).toBe(259_200_000);
  expect([KEEP_FACTOR_PATH, KEEP_FACTOR_LABEL]).toEqual(['/auth/keep-factor', 'Das war ich nicht']);
});

test('a key that was shown can be confirmed for an hour [ACC-31]', () => {
  expect(NEW_FACTOR_MS).toBe(3_600_000);
});

test('a wrong code and a used recovery code have sentences of their own [ACC-31, ACC-32]', () => {
  expect([CODE_WRONG, RECOVERY_CODE_WRONG]).toEqual([
    'Dieser Code stimmt nicht.',
    'Dieser Code gilt nicht oder ist schon benutzt.',
  ]);
});

test('the owner is warned from three recovery codes left on [ACC-32]', () => {
  expect(FEW_RECOVERY_CODES).toBe(3);
});

test('a passkey is young for a week [ACC-13]', () => {
  expect(YOUNG_PASSKEY_MS).toBe(7 * 24 * 3_600_000);
});
