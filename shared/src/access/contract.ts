import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { checked, lookup, withUser } from '../kernel/fields.ts';
import { REAUTHENTICATION_KINDS } from './rules.ts';

const MINUTES = 60;

export const login = action({
  name: 'login',
  method: 'POST',
  audience: 'visitor',
  form: true,
  summary: 'Starts a session. Accepts a form or JSON; `log` is the e-mail address or the username.',
  limits: [
    // First, so that one address cannot use up the attempts of more accounts than it may try
    // itself.
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
