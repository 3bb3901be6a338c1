import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { id, lookup, tidied, withUser } from '../kernel/fields.ts';
import { passkeyNameProblem, tidyPasskeyName } from './factor-rules.ts';
import { assertion, attestation } from './passkey-schema.ts';
import { REAUTHENTICATION_KINDS } from './rules.ts';

const MINUTES = 60;
const HOURS = 60 * MINUTES;

const done = z.object({ message: z.string() });
const name = tidied(tidyPasskeyName, passkeyNameProblem);
const passkey_id = z.uuid();

export const passkeyChallenge = action({
  name: 'passkey_challenge',
  method: 'GET',
  audience: 'visitor',
  summary:
    'Options for `navigator.credentials.get`, good once and for 10 minutes: for a login or its second step, or for `reauthenticate_passkey`. They name no passkey.',
  limits: [{ per: 'address', attempts: 300, seconds: 15 * MINUTES }],
  input: z.object({ for: z.enum(['login', 'reauthentication']) }),
  output: z.object({ options: z.looseObject({ challenge: z.string() }) }),
  errors: ['INVALID_INPUT', 'NOT_LOGGED_IN', 'TOO_MANY_ATTEMPTS'],
});

export const loginPasskey = action({
  name: 'login_passkey',
  method: 'POST',
  audience: 'visitor',
  summary:
    'Starts a session by a passkey, without name, password and second step. With `pending` it is the second step of that login.',
  limits: [{ per: 'address', attempts: 100, seconds: 15 * MINUTES }],
  input: z.object({
    passkey: assertion,
    pending: z.optional(lookup(100)),
    rememberme: z.optional(z.boolean()),
    /** Keeps an account that waits for its deletion (`DELETION_PENDING`), and logs in. */
    keep_account: z.optional(z.boolean()),
  }),
  output: z.object({ user_id: z.int(), message: z.string() }),
  errors: [
    'INVALID_INPUT',
    'LOGIN_FAILED',
    'LOGIN_EXPIRED',
    'DELETION_PENDING',
    'TOO_MANY_ATTEMPTS',
  ],
});

export const reauthenticatePasskey = action({
  name: 'reauthenticate_passkey',
  method: 'POST',
  audience: 'user',
  summary:
    'As `reauthenticate`, with a passkey of the account. Counts for five minutes, in this session, for changes of this kind.',
  limits: [{ per: 'account', attempts: 50, seconds: 15 * MINUTES }],
  input: z.object({ ...withUser, kind: z.enum(REAUTHENTICATION_KINDS), passkey: assertion }),
  output: done,
  errors: ['NOT_LOGGED_IN', 'INVALID_INPUT', 'PASSKEY_REFUSED', 'TOO_MANY_ATTEMPTS'],
});

export const passkeyOptions = action({
  name: 'passkey_options',
  method: 'GET',
  audience: 'user',
  summary: 'Options for `navigator.credentials.create`, good once and for 10 minutes.',
  limits: [{ per: 'account', attempts: 60, seconds: HOURS }],
  input: z.object({ user_id: z.optional(id), name }),
  output: z.object({ options: z.looseObject({ challenge: z.string() }) }),
  errors: ['NOT_LOGGED_IN', 'INVALID_INPUT', 'REAUTHENTICATION_REQUIRED', 'TOO_MANY_ATTEMPTS'],
});

export const addPasskey = action({
  name: 'add_passkey',
  method: 'POST',
  audience: 'user',
  summary: 'Adds a passkey to the account under a name.',
  limits: [{ per: 'account', attempts: 60, seconds: HOURS }],
  input: z.object({ ...withUser, name, passkey: attestation }),
  output: z.object({ message: z.string(), passkey_id: z.string() }),
  errors: [
    ...(['NOT_LOGGED_IN', 'INVALID_INPUT', 'REAUTHENTICATION_REQUIRED'] as const),
    ...(['PASSKEY_REFUSED', 'TOO_MANY_PASSKEYS', 'TOO_MANY_ATTEMPTS'] as const),
  ],
});

export const renamePasskey = action({
  name: 'rename_passkey',
  method: 'POST',
  audience: 'user',
  summary: 'Changes the name of a passkey.',
  input: z.object({ ...withUser, passkey_id, name }),
  output: done,
  errors: ['NOT_LOGGED_IN', 'INVALID_INPUT', 'NOT_FOUND'],
});

export const removePasskey = action({
  name: 'remove_passkey',
  method: 'POST',
  audience: 'user',
  summary: 'Removes a passkey; never the last way into the account.',
  input: z.object({ ...withUser, passkey_id }),
  output: done,
  errors: [
    'NOT_LOGGED_IN',
    'INVALID_INPUT',
    'REAUTHENTICATION_REQUIRED',
    'NOT_FOUND',
    'LAST_WAY_IN',
  ],
});
