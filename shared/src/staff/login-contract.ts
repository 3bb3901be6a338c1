import * as z from 'zod/mini';
import { CODE_WRONG, tidyCode } from '../access/factor-rules.ts';
import { assertion, attestation } from '../access/passkey-schema.ts';
import { passwordProblem } from '../accounts/rules.ts';
import { action } from '../kernel/action.ts';
import { checked, lookup } from '../kernel/fields.ts';
import { ROLES } from './roles.ts';

const QUARTER = 15 * 60;

const done = z.object({ message: z.string() });
const token = lookup(100);
const code = z.pipe(
  z.pipe(z.string(), z.transform(tidyCode)),
  checked((text) => (/^\d{6}$/.test(text) ? null : CODE_WRONG)),
);
/** One of the three proofs. */
const factor = {
  code: z.optional(code),
  recovery_code: z.optional(lookup(100)),
  passkey: z.optional(assertion),
};
const options = z.looseObject({ challenge: z.string() });

export const staffLogin = action({
  name: 'staff_login',
  method: 'POST',
  audience: 'staff',
  right: null,
  summary:
    'The first step: address and password. The answer is FACTOR_REQUIRED with `pending`, or one refusal for whatever is wrong.',
  limits: [{ per: 'address', attempts: 30, seconds: QUARTER }],
  input: z.object({ email: lookup(254), password: lookup(1000) }),
  output: done,
  errors: ['STAFF_LOGIN_FAILED', 'FACTOR_REQUIRED', 'TOO_MANY_ATTEMPTS'],
});

export const staffPasskeyChallenge = action({
  name: 'staff_passkey_challenge',
  method: 'GET',
  audience: 'staff',
  right: null,
  summary: 'Options for `navigator.credentials.get`; they name no passkey.',
  limits: [{ per: 'address', attempts: 100, seconds: QUARTER }],
  input: z.object({}),
  output: z.object({ options }),
  errors: ['TOO_MANY_ATTEMPTS'],
});

export const staffSecondFactor = action({
  name: 'staff_second_factor',
  method: 'POST',
  audience: 'staff',
  right: null,
  summary: 'The second step: a code of the app, a passkey or a recovery code.',
  limits: [{ per: 'address', attempts: 100, seconds: QUARTER }],
  input: z.object({ pending: token, ...factor }),
  output: done,
  errors: ['LOGIN_EXPIRED', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS'],
});

export const staffLogout = action({
  name: 'staff_logout',
  method: 'POST',
  audience: 'staff',
  right: null,
  summary: 'Ends the log-in.',
  input: z.object({}),
  output: done,
  errors: [],
});

export const staffMe = action({
  name: 'staff_me',
  method: 'GET',
  audience: 'staff',
  right: 'house.read',
  summary: 'Who is logged in, and what she may do.',
  passive: true,
  input: z.object({}),
  output: z.object({
    staff_id: z.int(),
    name: z.string(),
    sign: z.string(),
    role: z.enum(ROLES),
    rights: z.array(z.string()),
    /** Four eyes are replaced by a wait (`FOUR_EYES=solo`). */
    solo: z.boolean(),
  }),
  errors: [],
});

export const staffStay = action({
  name: 'staff_stay',
  method: 'POST',
  audience: 'staff',
  right: 'house.read',
  keyless: true,
  summary: 'Counts as a use of the log-in.',
  input: z.object({}),
  output: done,
  errors: [],
});

export const staffConfirm = action({
  name: 'staff_confirm',
  method: 'POST',
  audience: 'staff',
  right: 'house.read',
  keyless: true,
  summary: 'Confirms the second factor again; counts ten minutes, in this log-in.',
  limits: [{ per: 'account', attempts: 10, seconds: QUARTER }],
  input: z.object({ code: factor.code, passkey: factor.passkey }),
  output: done,
  errors: ['INVALID_INPUT', 'TOO_MANY_ATTEMPTS'],
});

export const staffInvitation = action({
  name: 'staff_invitation',
  method: 'POST',
  audience: 'staff',
  right: null,
  summary: 'Whose link it is, while it is valid.',
  limits: [{ per: 'address', attempts: 60, seconds: QUARTER }],
  input: z.object({ token }),
  output: z.object({ name: z.string(), email: z.string() }),
  errors: ['INVITATION_INVALID', 'TOO_MANY_ATTEMPTS'],
});

export const staffEnrolPassword = action({
  name: 'staff_enrol_password',
  method: 'POST',
  audience: 'staff',
  right: null,
  summary: 'The password of the person; the answer offers both kinds of second factor.',
  limits: [{ per: 'address', attempts: 60, seconds: QUARTER }],
  input: z.object({ token, password: checked(passwordProblem) }),
  output: z.object({
    totp: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
    passkey: options,
  }),
  errors: ['INVITATION_INVALID', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS'],
});

export const staffEnrolFactor = action({
  name: 'staff_enrol_factor',
  method: 'POST',
  audience: 'staff',
  right: null,
  summary: 'The second factor: from now on the person is active. Returns ten recovery codes, once.',
  limits: [{ per: 'address', attempts: 60, seconds: QUARTER }],
  input: z.object({ token, code: z.optional(code), passkey: z.optional(attestation) }),
  output: z.object({ recovery_codes: z.array(z.string()) }),
  errors: ['INVITATION_INVALID', 'INVALID_INPUT', 'PASSKEY_REFUSED', 'TOO_MANY_ATTEMPTS'],
});
