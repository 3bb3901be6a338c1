import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { estimatedBits } from './entropy.ts';

const random = (index: number) => createHash('sha256').update(`secret ${index}`).digest();
const SECRETS = Array.from({ length: 500 }, (_, index) => random(index));

test.each(['base64url', 'base64', 'hex'] as const)(
  '256 random bits as %s count at least 128 bits [ACC-52]',
  (encoding) => {
    for (const secret of SECRETS)
      expect(estimatedBits(secret.toString(encoding))).toBeGreaterThanOrEqual(128);
  },
);

test.each([
  '',
  'x',
  'x'.repeat(40),
  'ab'.repeat(40),
  '0123456789abcdef'.repeat(8),
  'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'zyxwvutsrqponmlkjihgfedcba9876543210',
  'qwertzuiopasdfghjklyxcvbnm1234567890',
  'Passw0rd!2026Passw0rd!2026Passw0rd!2026',
  'change-me-please-this-is-the-session-secret',
  'GeheimerSitzungsschluesselUnsererPlattform',
  'samtrot-session-secret-for-production-2026!',
  'Dies ist unser ganz geheimer Satz vom See',
  '00000000-0000-0000-0000-000000000000',
  random(1).toString('base64url').slice(0, 12).repeat(4),
])('%j counts less than 128 bits [ACC-52]', (secret) => {
  expect(estimatedBits(secret)).toBeLessThan(128);
});

test('each further random character counts', () => {
  const secret = random(2).toString('hex');
  expect(estimatedBits(secret)).toBeGreaterThan(estimatedBits(secret.slice(0, 48)));
});
