import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { checked, lookup, withUser } from '../kernel/fields.ts';
import { CODE_WRONG, tidyCode } from './factor-rules.ts';

const MINUTES = 60;
const HOURS = 60 * MINUTES;

const done = z.object({ message: z.string() });
const instant = z.string();

/** Names a login whose password was right. */
const pending = lookup(100);
const code = z.pipe(
  z.pipe(z.string(), z.transform(tidyCode)),
  checked((text) => (/^\d{6}$/.test(text) ? null : CODE_WRONG)),
);
const codes = z.object({ message: z.string(), recovery_codes: z.array(z.string()) });

export const getFactors = action({
  name: 'getFactors',
  method: 'GET',
  audience: 'user',
  summary: 'Passkeys, second step and recovery codes of the account, without any secret.',
  input: z.object(withUser),
  output: z.object({
    /** The authenticator app; `removal_at` when its removal was requested (ACC-34). */
    factor: z.nullable(z.object({ since: instant, removal_at: z.nullable(instant) })),
    recovery_codes_left: z.int(),
    passkeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        created_at: instant,
        last_used_at: z.nullable(instant),
      }),
    ),
  }),
  errors: ['NOT_LOGGED_IN', 'INVALID_INPUT'],
});

export const prepareFactor = action({
  name: 'prepare_factor',
  method: 'POST',
  audience: 'user',
  summary:
    'A new key for an authenticator app, as text, address and QR code (SVG). It counts after `confirm_factor`; until then nothing changes.',
  limits: [{ per: 'account', attempts: 30, seconds: HOURS }],
  input: z.object(withUser),
  output: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
  errors: ['NOT_LOGGED_IN', 'INVALID_INPUT', 'REAUTHENTICATION_REQUIRED', 'TOO_MANY_ATTEMPTS'],
});

export const confirmFactor = action({
  name: 'confirm_factor',
  method: 'POST',
  audience: 'user',
  summary:
    'Switches the second step on with a code of the app, ends all other sessions, and returns ten recovery codes, once.',
  limits: [{ per: 'account', attempts: 30, seconds: HOURS }],
  input: z.object({ ...withUser, code }),
  output: codes,
  errors: ['NOT_LOGGED_IN', 'INVALID_INPUT', 'REAUTHENTICATION_REQUIRED', 'TOO_MANY_ATTEMPTS'],
});

export const removeFactor = action({
  name: 'remove_factor',
  method: 'POST',
  audience: 'user',
  summary: 'Switches the second step off, voids the recovery codes and ends all other sessions.',
  input: z.object(withUser),
  output: done,
  errors: ['NOT_LOGGED_IN', 'INVALID_INPUT', 'REAUTHENTICATION_REQUIRED', 'NOT_FOUND'],
});

export const newRecoveryCodes = action({
  name: 'new_recovery_codes',
  method: 'POST',
  audience: 'user',
  summary: 'Ten new recovery codes, returned once; the old ones are void.',
  limits: [{ per: 'account', attempts: 30, seconds: HOURS }],
  input: z.object(withUser),
  output: codes,
  errors: [
    ...(['NOT_LOGGED_IN', 'INVALID_INPUT', 'REAUTHENTICATION_REQUIRED'] as const),
    ...(['NOT_FOUND', 'TOO_MANY_ATTEMPTS'] as const),
  ],
});

export const secondFactor = action({
  name: 'second_factor',
  method: 'POST',
  audience: 'visitor',
  summary:
    'Ends a login that `login` answered with SECOND_FACTOR_REQUIRED, by a code of the app or a recovery code. Five wrong ones end it; so do ten minutes.',
  limits: [{ per: 'address', attempts: 100, seconds: 15 * MINUTES }],
  input: z.object({
    pending,
    code: z.optional(code),
    recovery_code: z.optional(lookup(100)),
    /** Keeps an account that waits for its deletion (`DELETION_PENDING`), and logs in. */
    keep_account: z.optional(z.boolean()),
  }),
  output: z.object({
    user_id: z.int(),
    message: z.string(),
    /** After a recovery code: how many are left. */
    recovery_codes_left: z.optional(z.int()),
  }),
  errors: [
    'INVALID_INPUT',
    'LOGIN_EXPIRED',
    'LOGIN_FAILED',
    'DELETION_PENDING',
    'TOO_MANY_ATTEMPTS',
  ],
});

export const requestFactorRemoval = action({
  name: 'request_factor_removal',
  method: 'POST',
  audience: 'visitor',
  summary:
    'Without app and recovery codes: switches the second step off in 72 hours, with a mail each day that can stop it. Needs a pending login and the password.',
  limits: [{ per: 'address', attempts: 30, seconds: HOURS }],
  input: z.object({ pending, password: lookup(1000) }),
  output: z.object({ message: z.string(), removal_at: instant }),
  errors: ['INVALID_INPUT', 'LOGIN_EXPIRED', 'TOO_MANY_ATTEMPTS'],
});

export const keepFactor = action({
  name: 'keep_factor',
  method: 'POST',
  audience: 'visitor',
  summary:
    'The link of "Das war ich nicht": the second step stays, all sessions end, and the password is void, because somebody else knows it.',
  limits: [{ per: 'address', attempts: 30, seconds: HOURS }],
  input: z.object({ token: lookup(100) }),
  output: done,
  errors: ['INVALID_INPUT', 'LINK_INVALID', 'TOO_MANY_ATTEMPTS'],
});
