import { expect, test } from 'vitest';
import { assertion, attestation } from './passkey-schema.ts';

const CREDENTIAL = { id: 'aZ0-_', rawId: 'aZ0-_', type: 'public-key' };
const ASSERTION = {
  ...CREDENTIAL,
  response: { authenticatorData: 'AA', clientDataJSON: 'BB', signature: 'CC' },
};
const ATTESTATION = {
  ...CREDENTIAL,
  response: { attestationObject: 'AA', clientDataJSON: 'BB' },
};

const takes = (value: unknown) => assertion.safeParse(value).success;
const withResponse = (response: object) => ({
  ...ASSERTION,
  response: { ...ASSERTION.response, ...response },
});

test('what a browser returns is taken with and without what it may leave out [ACC-30]', () => {
  expect(attestation.parse(ATTESTATION)).toEqual(ATTESTATION);
  const all = {
    ...withResponse({ userHandle: 'DD' }),
    authenticatorAttachment: 'platform',
  };
  for (const value of [
    ...[ASSERTION, all, withResponse({ userHandle: null })],
    { ...ASSERTION, authenticatorAttachment: null },
  ])
    expect(assertion.parse(value)).toEqual(value);
});

test('bytes in base64url are taken, up to 8000 characters', () => {
  for (const id of ['', 'AZaz09-_', 'x'.repeat(8000)])
    expect(takes({ ...ASSERTION, id })).toBe(true);
});

test.each([
  ['a sign before', '+AA'],
  ['a sign after', 'AA='],
  ['a sign alone', '/'],
  ['an umlaut', 'ä'],
  ['a line end', 'AA\n'],
  ['8001 characters', 'x'.repeat(8001)],
])('bytes with %s are refused', (_, bytes) => {
  expect(takes({ ...ASSERTION, id: bytes })).toBe(false);
  expect(takes(withResponse({ signature: bytes }))).toBe(false);
});

test.each([
  ['another type', { type: 'password' }],
  ['no raw id', { rawId: undefined }],
  ['no response', { response: undefined }],
  ['an empty response', { response: {} }],
  ['a long name of the attachment', { authenticatorAttachment: 'x'.repeat(41) }],
])('a credential with %s is refused [ACC-30]', (_, changed) => {
  expect(takes({ ...ASSERTION, ...changed })).toBe(false);
  expect(attestation.safeParse({ ...ATTESTATION, ...changed }).success).toBe(false);
});
