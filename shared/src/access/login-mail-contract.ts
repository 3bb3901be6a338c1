import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { checked, lookup } from '../kernel/fields.ts';
import { login } from './contract.ts';
import { loginCodeProblem } from './rules.ts';

const HOURS = 3600;
const request = lookup(200);
/** As at `login`. */
const { keep_account } = login.input.shape;

export const requestLoginMail = action({
  name: 'request_login_mail',
  method: 'POST',
  audience: 'visitor',
  summary:
    'Mails a link that logs in if the account exists. Responds alike, and as fast, when it does not. `request` stays with the browser that asked: the link logs in there, elsewhere it shows a number.',
  limits: [{ per: 'address', attempts: 20, seconds: HOURS }],
  input: z.object({ log: lookup(254), rememberme: login.input.shape.rememberme }),
  output: z.object({ request: z.string(), message: z.string() }),
  errors: ['INVALID_INPUT', 'TOO_MANY_ATTEMPTS'],
});

export const openLoginLink = action({
  name: 'open_login_link',
  method: 'POST',
  audience: 'visitor',
  summary:
    'Logs in with the token of the mailed link in the browser that holds the `request`; for any other browser it returns the number `code` to type over there.',
  limits: [{ per: 'address', attempts: 60, seconds: HOURS }],
  input: z.object({ token: lookup(200), request: z.optional(request), keep_account }),
  output: z.object({ user_id: z.optional(z.int()), code: z.optional(z.string()) }),
  errors: [
    'INVALID_INPUT',
    'LINK_INVALID',
    'LOGIN_FAILED',
    'DELETION_PENDING',
    'SECOND_FACTOR_REQUIRED',
    'TOO_MANY_ATTEMPTS',
  ],
});

export const confirmLoginCode = action({
  name: 'confirm_login_code',
  method: 'POST',
  audience: 'visitor',
  summary:
    'Logs in with the number that the opened link shows in another browser. Five wrong ones void the request.',
  limits: [{ per: 'address', attempts: 60, seconds: HOURS }],
  input: z.object({ request, code: checked(loginCodeProblem), keep_account }),
  output: z.object({ user_id: z.int(), message: z.string() }),
  errors: [
    'INVALID_INPUT',
    'LOGIN_FAILED',
    'DELETION_PENDING',
    'SECOND_FACTOR_REQUIRED',
    'TOO_MANY_ATTEMPTS',
  ],
});
