import { expect, test } from 'vitest';
import {
  mayRemovePasskey,
  passkeyNameProblem,
  recoveryCodesText,
  tidyCode,
  tidyPasskeyName,
  tidyRecoveryCode,
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
