import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { lookup } from '../kernel/fields.ts';

const HOURS = 3600;

const done = z.object({ message: z.string() });

/** Called without a session from the page of a mailed link. */
const byToken = {
  method: 'POST',
  audience: 'visitor',
  limits: [{ per: 'address', attempts: 30, seconds: HOURS }],
  input: z.object({ token: lookup(200) }),
  output: done,
  errors: ['INVALID_INPUT', 'LINK_INVALID', 'TOO_MANY_ATTEMPTS'],
} as const;

export const confirmNewsletter = action({
  name: 'confirm_newsletter',
  ...byToken,
  summary:
    'Confirms with the token of the mailed link that the newsletter is wanted. Only who did gets one.',
});

export const endNewsletter = action({
  name: 'end_newsletter',
  ...byToken,
  summary:
    "Ends the newsletter with the signed token of a letter's link. Succeeds as well when it has ended already.",
});

export const resendNewsletter = action({
  name: 'resend_newsletter',
  method: 'POST',
  audience: 'user',
  summary:
    'Mails the link that confirms the newsletter, where its switch is on and nothing is confirmed. Does nothing otherwise.',
  limits: [{ per: 'account', attempts: 3, seconds: 24 * HOURS }],
  input: z.object({}),
  output: done,
  errors: ['NOT_LOGGED_IN', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS'],
});
