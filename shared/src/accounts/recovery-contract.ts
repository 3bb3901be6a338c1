import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { checked, lookup } from '../kernel/fields.ts';
import { passwordProblem } from './rules.ts';

const HOURS = 3600;

const done = z.object({ message: z.string() });

export const lostpassword = action({
  name: 'lostpassword',
  method: 'POST',
  audience: 'visitor',
  form: true,
  summary:
    'Mails a link for a new password if the account exists. Responds alike, and as fast, when it does not.',
  limits: [{ per: 'address', attempts: 20, seconds: HOURS }],
  input: z.object({
    user_login: lookup(254),
    /** Accepted and without effect: the link in the mail always leads to this site. */
    redirect_to: z.optional(z.unknown()),
  }),
  output: done,
  errors: ['INVALID_INPUT', 'TOO_MANY_ATTEMPTS'],
});

export const resetPassword = action({
  name: 'reset_password',
  method: 'POST',
  audience: 'visitor',
  summary:
    'Sets a new password with the token of the mailed link, and ends every session of the account.',
  limits: [{ per: 'address', attempts: 30, seconds: HOURS }],
  input: z.object({ password: checked(passwordProblem), token: lookup(200) }),
  output: done,
  errors: ['INVALID_INPUT', 'LINK_INVALID', 'TOO_MANY_ATTEMPTS'],
});

export const confirmEmail = action({
  name: 'confirm_email',
  method: 'POST',
  audience: 'visitor',
  summary:
    'Proves with the token of the mailed link that the address is read; a changed address counts from then on.',
  limits: [{ per: 'address', attempts: 30, seconds: HOURS }],
  input: z.object({ token: lookup(200) }),
  output: done,
  errors: ['INVALID_INPUT', 'LINK_INVALID', 'EMAIL_TAKEN', 'TOO_MANY_ATTEMPTS'],
});

export const undoEmailChange = action({
  name: 'undo_email_change',
  method: 'POST',
  audience: 'visitor',
  summary:
    'Puts the earlier e-mail address back with the token mailed to it. Ends all sessions, voids the password and the links to the later address, and mails a link for a new password.',
  limits: [{ per: 'address', attempts: 30, seconds: HOURS }],
  input: z.object({ token: lookup(200) }),
  output: done,
  errors: ['INVALID_INPUT', 'LINK_INVALID', 'TOO_MANY_ATTEMPTS'],
});

export const resendConfirmation = action({
  name: 'resend_confirmation',
  method: 'POST',
  audience: 'user',
  summary: 'Mails the link once more that confirms the address. Does nothing when it is confirmed.',
  limits: [{ per: 'account', attempts: 3, seconds: 24 * HOURS }],
  input: z.object({}),
  output: done,
  errors: ['NOT_LOGGED_IN', 'TOO_MANY_ATTEMPTS'],
});
