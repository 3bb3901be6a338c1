import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { checked, lookup, tidied, withProof } from '../kernel/fields.ts';
import { emailProblem, passwordProblem, tidyEmail, tidyUsername, usernameProblem } from './rules.ts';

const MINUTES = 60;
const HOURS = 60 * MINUTES;

const done = z.object({ message: z.string() });

export const register = action({
  name: 'register',
  method: 'POST',
  audience: 'visitor',
  summary: 'Creates an account. The password and the names follow the rules of the registration page.',
  limits: [{ per: 'address', attempts: 10, seconds: HOURS }],
  proof: { freeCalls: 3 },
  input: z.object({
    ...withProof,
    username: tidied(tidyUsername, usernameProblem),
    email: tidied(tidyEmail, emailProblem),
    password: checked(passwordProblem),
    /** Sent by the page and always equal to the name (AUT-28); the account begins with it. */
    nickname: z.optional(z.unknown()),
    /** The box of the page: `true` mails a link to confirm the newsletter, `false` switches it off; without it the switch stays on and nobody is asked. */
    newsletter: z.optional(z.boolean()),
  }),
  output: z.object({
    ...done.shape,
    /** Where registration is discreet: the account begins with the link in the mail, and there is no login before. */
    confirm_first: z.optional(z.literal(true)),
  }),
  errors: ['INVALID_INPUT', 'EMAIL_TAKEN', 'USERNAME_TAKEN', 'TOO_MANY_ATTEMPTS'],
});

/** The calls that ask for a proof of work. `lookup` is `GET /api/users`. */
export const PROVEN_CALLS = ['register', 'lookup', 'contact'] as const;

export const proofChallenge = action({
  name: 'proof_challenge',
  method: 'GET',
  audience: 'visitor',
  summary:
    'A challenge (ALTCHA, PBKDF2/SHA-256) for one call of the kind `for`, good for 10 minutes. Its answer goes along as `proof`: base64 of the JSON `{"challenge": {"parameters", "signature"}, "solution": {"counter", "derivedKey"}}`.',
  limits: [{ per: 'address', attempts: 120, seconds: HOURS }],
  input: z.object({ for: z.enum(PROVEN_CALLS) }),
  output: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: z.string(),
    }),
    signature: z.string(),
  }),
  errors: ['INVALID_INPUT', 'TOO_MANY_ATTEMPTS'],
});

export const login = action({
  name: 'login',
  method: 'POST',
  audience: 'visitor',
  form: true,
  summary: 'Starts a session. Accepts a form or JSON; `log` is the e-mail address or the username.',
  limits: [
    // First, so that one address cannot use up the attempts of more accounts than it may try itself.
    { per: 'address', attempts: 50, seconds: 15 * MINUTES },
    { per: { field: 'log' }, attempts: 10, seconds: 15 * MINUTES, resetBySuccess: true },
  ],
  input: z.object({
    log: lookup(254),
    pwd: checked((password) => {
      if (password === '') return 'Passwort ist erforderlich.';
      return password.length > 1000 ? 'Maximal 128 Zeichen erlaubt' : null;
    }),
    rememberme: z.optional(z.union([z.literal(['0', '1', 0, 1]), z.boolean()])),
  }),
  output: z.object({ user_id: z.int(), message: z.string() }),
  errors: ['INVALID_INPUT', 'LOGIN_FAILED', 'TOO_MANY_ATTEMPTS'],
});

export const logout = action({
  name: 'logout',
  method: 'POST',
  audience: 'visitor',
  summary: 'Ends the session. Without a session it does nothing and succeeds.',
  input: z.object({}),
  output: done,
  errors: [],
});
