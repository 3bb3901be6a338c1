import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { lookup, withUser } from '../kernel/fields.ts';

const done = z.object({ message: z.string() });

export const deleteAccount = action({
  name: 'delete_account',
  method: 'POST',
  audience: 'user',
  money: true,
  summary:
    'Takes everything of the account offline and ends its sessions. After 72 hours, unless it is kept, its credits are forfeited and personal data are erased.',
  limits: [{ per: 'account', attempts: 10, seconds: 900 }],
  input: z.object({
    ...withUser,
    /** Needed unless `reauthenticate` was called for `deletion` within five minutes. */
    password: z.optional(lookup(1000)),
  }),
  output: done,
  errors: [
    'NOT_LOGGED_IN',
    'INVALID_INPUT',
    'REAUTHENTICATION_REQUIRED',
    'EMAIL_CHANGE_OPEN',
    'TOO_MANY_ATTEMPTS',
  ],
});

export const keepAccount = action({
  name: 'keep_account',
  method: 'POST',
  audience: 'visitor',
  summary:
    'Keeps an account that waits for its deletion, by the token mailed when it was asked for. `login` with `keep_account` does the same.',
  limits: [{ per: 'address', attempts: 30, seconds: 3600 }],
  input: z.object({ token: lookup(200) }),
  output: done,
  errors: ['INVALID_INPUT', 'LINK_INVALID', 'TOO_MANY_ATTEMPTS'],
});
