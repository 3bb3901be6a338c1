import * as z from 'zod/mini';
import { CODE_WRONG, tidyCode } from '../access/factor-rules.ts';
import { assertion, attestation } from '../access/passkey-schema.ts';
import { passwordProblem } from '../accounts/rules.ts';
import { action } from '../kernel/action.ts';
import { checked, lookup, tidied } from '../kernel/fields.ts';
import { nameProblem, tidyName } from '../staff/login-rules.ts';
import { role } from './people-shapes.ts';

const QUARTER = 15 * 60;
/**
 * Calls that ask for one's own password count together: a log-in left open is no way to guess it
 * (ACC-10).
 */
const OWN_PASSWORD = [
  { per: 'account', shared: 'partner_own_password', attempts: 10, seconds: QUARTER },
] as const;

const done = z.object({ message: z.string() });
const token = lookup(100);
const password = lookup(1000);
const code = z.pipe(
  z.pipe(z.string(), z.transform(tidyCode)),
  checked((text) => (/^\d{6}$/.test(text) ? null : CODE_WRONG)),
);
const options = z.looseObject({ challenge: z.string() });

export const consoleLogin = action({
  name: 'partner_login',
  method: 'POST',
  audience: 'partner',
  role: null,
  summary:
    'Address and password. With a second factor the answer is FACTOR_REQUIRED with `pending`; whatever is wrong is one refusal.',
  limits: [{ per: 'address', attempts: 30, seconds: QUARTER }],
  input: z.object({ email: lookup(254), password }),
  output: done,
  errors: ['STAFF_LOGIN_FAILED', 'FACTOR_REQUIRED', 'TOO_MANY_ATTEMPTS'],
});

export const consolePasskeyChallenge = action({
  name: 'partner_passkey_challenge',
  method: 'GET',
  audience: 'partner',
  role: null,
  summary: 'Options for `navigator.credentials.get`; they name no passkey.',
  limits: [{ per: 'address', attempts: 100, seconds: QUARTER }],
  input: z.object({}),
  output: z.object({ options }),
  errors: ['TOO_MANY_ATTEMPTS'],
});

export const consoleSecondFactor = action({
  name: 'partner_second_factor',
  method: 'POST',
  audience: 'partner',
  role: null,
  summary: 'The second step: a code of the app, a passkey or a recovery code.',
  limits: [{ per: 'address', attempts: 100, seconds: QUARTER }],
  input: z.object({
    pending: token,
    code: z.optional(code),
    recovery_code: z.optional(lookup(100)),
    passkey: z.optional(assertion),
  }),
  output: done,
  errors: ['LOGIN_EXPIRED', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS'],
});

export const consoleLogout = action({
  name: 'partner_logout',
  method: 'POST',
  audience: 'partner',
  role: null,
  summary: 'Ends the log-in.',
  input: z.object({}),
  output: done,
  errors: [],
});

export const consoleInvitation = action({
  name: 'partner_invitation',
  method: 'POST',
  audience: 'partner',
  role: null,
  summary: 'Whose invitation it is and to which website, while it is valid.',
  limits: [{ per: 'address', attempts: 60, seconds: QUARTER }],
  input: z.object({ token }),
  output: z.object({ email: z.string(), website: z.string(), role }),
  errors: ['INVITATION_INVALID', 'TOO_MANY_ATTEMPTS'],
});

export const acceptConsoleInvitation = action({
  name: 'accept_partner_invitation',
  method: 'POST',
  audience: 'partner',
  role: null,
  summary: 'Name and password of the person, who is logged in. The link is used up.',
  limits: [{ per: 'address', attempts: 60, seconds: QUARTER }],
  input: z.object({
    token,
    name: tidied(tidyName, nameProblem),
    password: checked(passwordProblem),
  }),
  output: done,
  errors: ['INVITATION_INVALID', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS'],
});

export const consoleMe = action({
  name: 'partner_me',
  method: 'GET',
  audience: 'partner',
  role: 'read',
  summary: 'Who is logged in, for which website.',
  passive: true,
  input: z.object({}),
  output: z.object({
    person_id: z.int(),
    name: z.string(),
    role,
    website_id: z.int(),
    website: z.string(),
    has_app: z.boolean(),
    passkeys: z.int(),
    /** Recovery codes that are left. */
    recovery_codes: z.int(),
  }),
  errors: [],
});

export const offerConsoleFactor = action({
  name: 'offer_partner_factor',
  method: 'POST',
  audience: 'partner',
  role: 'read',
  summary: 'Offers both kinds of second factor to who knows her password.',
  limits: OWN_PASSWORD,
  input: z.object({ password }),
  output: z.object({
    totp: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
    passkey: options,
  }),
  errors: ['INVALID_INPUT', 'TOO_MANY_ATTEMPTS'],
});

export const addConsoleFactor = action({
  name: 'add_partner_factor',
  method: 'POST',
  audience: 'partner',
  role: 'read',
  summary: 'The first code of the app, or the new passkey: from now on the log-in asks for it.',
  limits: [{ per: 'account', attempts: 30, seconds: QUARTER }],
  input: z.object({ code: z.optional(code), passkey: z.optional(attestation) }),
  /** Ten recovery codes with the first factor, shown once; none with further ones. */
  output: z.object({ message: z.string(), recovery_codes: z.array(z.string()) }),
  errors: ['INVALID_INPUT', 'PASSKEY_REFUSED', 'TOO_MANY_PASSKEYS', 'TOO_MANY_ATTEMPTS'],
});

export const removeConsoleFactors = action({
  name: 'remove_partner_factors',
  method: 'POST',
  audience: 'partner',
  role: 'read',
  summary: 'Removes app and passkeys; the password alone logs in.',
  limits: OWN_PASSWORD,
  input: z.object({ password }),
  output: done,
  errors: ['INVALID_INPUT', 'TOO_MANY_ATTEMPTS'],
});

export const newConsoleRecoveryCodes = action({
  name: 'new_partner_recovery_codes',
  method: 'POST',
  audience: 'partner',
  role: 'read',
  summary: 'Ten new recovery codes, shown once; the earlier ones are void.',
  limits: OWN_PASSWORD,
  input: z.object({ password }),
  output: z.object({ message: z.string(), recovery_codes: z.array(z.string()) }),
  errors: ['INVALID_INPUT', 'TOO_MANY_ATTEMPTS'],
});

export const askConsolePassword = action({
  name: 'ask_partner_password',
  method: 'POST',
  audience: 'partner',
  role: null,
  summary: 'Mails a link for a new password; the answer is the same for every address.',
  limits: [{ per: 'address', attempts: 10, seconds: QUARTER }],
  input: z.object({ email: lookup(254) }),
  output: done,
  errors: ['TOO_MANY_ATTEMPTS'],
});

export const setConsolePassword = action({
  name: 'set_partner_password',
  method: 'POST',
  audience: 'partner',
  role: null,
  summary: 'The new password. The link is used up, all log-ins end, a second factor stays.',
  limits: [{ per: 'address', attempts: 30, seconds: QUARTER }],
  input: z.object({ token, password: checked(passwordProblem) }),
  output: done,
  errors: ['LINK_INVALID', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS'],
});
