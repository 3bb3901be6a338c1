import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { checked, lookup, withProof, withUser } from '../kernel/fields.ts';
import { REAUTHENTICATION_KINDS } from './rules.ts';

export const login = action({
  name: 'login',
  method: 'POST',
  audience: 'visitor',
  form: true,
  summary:
    'Starts a session. Accepts a form or JSON; `log` is the e-mail address or the username. After several wrong passwords `PROOF_REQUIRED` brings a `challenge`, whose answer goes along as `proof`; after very many `MAIL_LOGIN_REQUIRED` leads to the log-in by mail.',
  input: z.object({
    log: lookup(254),
    pwd: checked((password) => {
      if (password === '') return 'Passwort ist erforderlich.';
      return password.length > 1000 ? 'Maximal 128 Zeichen erlaubt' : null;
    }),
    rememberme: z.optional(z.union([z.literal(['0', '1', 0, 1]), z.boolean()])),
    /** Keeps an account that waits for its deletion (`DELETION_PENDING`), and logs in. */
    keep_account: z.optional(
      z.pipe(
        z.union([z.boolean(), z.literal(['true', 'false'])]),
        z.transform((said) => said === true || said === 'true'),
      ),
    ),
    ...withProof,
  }),
  output: z.object({ user_id: z.int(), message: z.string() }),
  errors: [
    'INVALID_INPUT',
    'LOGIN_FAILED',
    'DELETION_PENDING',
    'SECOND_FACTOR_REQUIRED',
    'PROOF_REQUIRED',
    'MAIL_LOGIN_REQUIRED',
  ],
});

export const logout = action({
  name: 'logout',
  method: 'POST',
  audience: 'visitor',
  summary: 'Ends the session. Without a session it does nothing and succeeds.',
  input: z.object({}),
  output: z.object({ message: z.string() }),
  errors: [],
});

export const reauthenticate = action({
  name: 'reauthenticate',
  method: 'POST',
  audience: 'user',
  summary:
    'Proves with the password whose account it is. Counts for five minutes, in this session, for changes of this kind.',
  input: z.object({
    ...withUser,
    kind: z.enum(REAUTHENTICATION_KINDS),
    password: lookup(1000),
  }),
  output: z.object({ message: z.string() }),
  errors: ['NOT_LOGGED_IN', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS'],
});
