import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { checked, lookup, tidied, withUser } from '../kernel/fields.ts';
import { tidyLine } from '../kernel/text.ts';
import { NEWSLETTER_STATES } from './newsletter-rules.ts';
import { SWITCHES } from './preferences.ts';
import { nicknameProblem, profileEmailProblem, profilePasswordProblem } from './profile-rules.ts';
import { tidyEmail } from './rules.ts';

const done = z.object({ message: z.string() });

export const updateProfile = action({
  name: 'update_profile',
  method: 'POST',
  audience: 'user',
  summary:
    'Changes nickname, e-mail address and, when filled, password. A new address counts after its confirmation by mail.',
  limits: [{ per: 'account', attempts: 20, seconds: 900 }],
  input: z.object({
    ...withUser,
    nickname: tidied(tidyLine, nicknameProblem),
    email: tidied(tidyEmail, profileEmailProblem),
    /** Absent or empty: the password stays. */
    password: z.optional(checked(profilePasswordProblem)),
    /**
     * Needed for a new password or address unless `reauthenticate` was called for `password` or
     * `email` within five minutes.
     */
    current_password: z.optional(lookup(1000)),
  }),
  output: z.object({
    ...done.shape,
    /** The new address that waits for its confirmation, or null. */
    pending_email: z.nullable(z.string()),
  }),
  errors: [
    'NOT_LOGGED_IN',
    'INVALID_INPUT',
    'EMAIL_TAKEN',
    'EMAIL_CHANGE_OPEN',
    'REAUTHENTICATION_REQUIRED',
    'TOO_MANY_ATTEMPTS',
  ],
});

export const undoOwnEmailChange = action({
  name: 'undo_own_email_change',
  method: 'POST',
  audience: 'user',
  summary:
    'Puts the earlier e-mail address back within 72 hours of its change, as `undo_email_change` does. Ends this session, too.',
  limits: [{ per: 'account', attempts: 10, seconds: 900 }],
  input: z.object({
    ...withUser,
    /** Needed unless `reauthenticate` was called for `email` within five minutes. */
    password: z.optional(lookup(1000)),
  }),
  output: done,
  errors: [
    'NOT_LOGGED_IN',
    'INVALID_INPUT',
    'NOT_FOUND',
    'REAUTHENTICATION_REQUIRED',
    'TOO_MANY_ATTEMPTS',
  ],
});

export const updateNotifications = action({
  name: 'update_notifications',
  method: 'POST',
  audience: 'user',
  summary:
    'Sets the three switches for mails. Who switches the newsletter on for the first time gets a mail to confirm it, and nothing else before.',
  input: z.object({
    ...withUser,
    expiryAlert: z.boolean(),
    disableMessages: z.boolean(),
    newsletter: z.boolean(),
  }),
  output: z.object({
    ...done.shape,
    /**
     * `off`, `unasked`, `mailed` (the link to confirm waits in the mailbox) or `confirmed`. Only
     * the last is written to.
     */
    newsletter_state: z.enum(NEWSLETTER_STATES),
  }),
  errors: ['NOT_LOGGED_IN', 'INVALID_INPUT'],
});

export const setPreference = action({
  name: 'set_preference',
  method: 'POST',
  audience: 'user',
  summary:
    'Switches a question about something free that can be undone, or the shortcuts of the keyboard, off or on again.',
  limits: [{ per: 'account', attempts: 60, seconds: 900 }],
  input: z.object({ ...withUser, name: z.enum(SWITCHES), on: z.boolean() }),
  output: z.object({
    ...done.shape,
    /** All that is off now. */
    switched_off: z.array(z.enum(SWITCHES)),
  }),
  errors: ['NOT_LOGGED_IN', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS'],
});
