import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { lookup, withUser } from '../kernel/fields.ts';

export const deleteAccount = action({
  name: 'delete_account',
  method: 'POST',
  audience: 'user',
  money: true,
  summary:
    'Closes the account: its credits are forfeited, everything it shows goes offline, personal data are erased, sessions end.',
  limits: [{ per: 'account', attempts: 10, seconds: 900 }],
  input: z.object({
    ...withUser,
    /** Needed unless `reauthenticate` was called for `deletion` within five minutes. */
    password: z.optional(lookup(1000)),
  }),
  output: z.object({ message: z.string() }),
  errors: ['NOT_LOGGED_IN', 'INVALID_INPUT', 'REAUTHENTICATION_REQUIRED', 'TOO_MANY_ATTEMPTS'],
});
