import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { checked, tidied, withProof } from '../kernel/fields.ts';
import {
  emailProblem,
  passwordProblem,
  tidyEmail,
  tidyUsername,
  usernameProblem,
} from './rules.ts';

const HOURS = 3600;

const done = z.object({ message: z.string() });

export const register = action({
  name: 'register',
  method: 'POST',
  audience: 'visitor',
  summary:
    'Creates an account. The password and the names follow the rules of the registration page.',
  limits: [{ per: 'address', attempts: 10, seconds: HOURS }],
  proof: { freeCalls: 3 },
  input: z.object({
    ...withProof,
    username: tidied(tidyUsername, usernameProblem),
    email: tidied(tidyEmail, emailProblem),
    password: checked(passwordProblem),
    /** Sent by the page and always equal to the name (AUT-28); the account begins with it. */
    nickname: z.optional(z.unknown()),
    /**
     * The box of the page: `true` mails a link to confirm the newsletter, `false` switches it off;
     * without it the switch stays on and nobody is asked.
     */
    newsletter: z.optional(z.boolean()),
  }),
  output: z.object({
    ...done.shape,
    /**
     * Where registration is discreet: the account begins with the link in the mail, and there is no
     * login before.
     */
    confirm_first: z.optional(z.literal(true)),
  }),
  errors: ['INVALID_INPUT', 'EMAIL_TAKEN', 'USERNAME_TAKEN', 'TOO_MANY_ATTEMPTS'],
});

/** The calls that ask for a proof of work. `lookup` is `GET /api/users`. */
export const PROVEN_CALLS = ['register', 'lookup', 'contact', 'report'] as const;

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
