import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { lookup, withUser } from '../kernel/fields.ts';
import { ACCOUNT_EVENTS, type AccountEventKind } from './events.ts';
import { LOG_FILTERS } from './security-rules.ts';

const message = { message: z.string() };

export const getDevices = action({
  name: 'get_devices',
  method: 'GET',
  audience: 'user',
  summary:
    'Every session of the account with its browser and system in words; no address and no place, because none is stored.',
  input: z.object({ ...withUser }),
  output: z.object({
    devices: z.array(
      z.object({
        id: z.string(),
        device: z.string(),
        /** With "Angemeldet bleiben". */
        remembered: z.boolean(),
        created_at: z.string(),
        last_seen_at: z.string(),
        /** The session of this request. */
        current: z.boolean(),
      }),
    ),
  }),
  errors: [],
});

export const endDevice = action({
  name: 'end_device',
  method: 'POST',
  audience: 'user',
  summary: 'Ends one session of the account, on every server at once.',
  input: z.object({ ...withUser, device_id: lookup(36) }),
  output: z.object(message),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const endOtherDevices = action({
  name: 'end_other_devices',
  method: 'POST',
  audience: 'user',
  summary:
    'Ends all sessions of the account but this one, and forgets the other browsers that it knew.',
  input: z.object({ ...withUser }),
  output: z.object(message),
  errors: [],
});

export const keepSession = action({
  name: 'keep_session',
  method: 'POST',
  audience: 'user',
  summary: 'Counts as a use of the session, so that it does not end by rest.',
  input: z.object({ ...withUser }),
  output: z.object(message),
  errors: [],
});

export const getAccountLog = action({
  name: 'get_account_log',
  method: 'GET',
  audience: 'user',
  summary:
    'What happened to the account in the last 400 days, the newest first, 50 a page. Wrong passwords are one entry a day with their number; `house` marks looks and acts of our team.',
  input: z.object({
    ...withUser,
    filter: z._default(z.enum(LOG_FILTERS), 'all'),
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
  }),
  output: z.object({
    entries: z.array(
      z.object({
        at: z.string(),
        kind: z.enum(Object.keys(ACCOUNT_EVENTS) as AccountEventKind[]),
        label: z.string(),
        house: z.boolean(),
        details: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    ),
    total: z.int(),
    pages: z.int(),
  }),
  errors: ['INVALID_INPUT'],
});

export const getSecurity = action({
  name: 'get_security',
  method: 'GET',
  audience: 'user',
  summary: 'How well the account is protected, and its logins from new browsers of 72 hours.',
  input: z.object({ ...withUser }),
  output: z.object({
    email_confirmed: z.boolean(),
    /** When the password was last changed, as far as the log goes back. */
    password_changed_at: z.nullable(z.string()),
    passkeys: z.int(),
    factor: z.boolean(),
    recovery_codes_left: z.int(),
    /** A login from a new browser is mailed. */
    login_mail: z.boolean(),
    /** It is mailed whatever the switch says, because a change can still be taken back. */
    login_mail_required: z.boolean(),
    new_logins: z.array(z.object({ device: z.string(), at: z.string() })),
  }),
  errors: [],
});

export const setLoginMail = action({
  name: 'set_login_mail',
  method: 'POST',
  audience: 'user',
  summary:
    'Switches the mail about logins from new browsers on or off. It cannot be switched off while a change of the address or a deletion can be taken back.',
  input: z.object({ ...withUser, on: z.boolean() }),
  output: z.object({ ...message, login_mail: z.boolean() }),
  errors: ['INVALID_INPUT', 'CHANGE_OPEN'],
});

export const reportLogin = action({
  name: 'report_login',
  method: 'POST',
  audience: 'visitor',
  summary:
    'The mailed «Das war ich nicht»: ends all sessions, cancels pending changes, voids the password, and returns a token for `reset_password`.',
  limits: [{ per: 'address', attempts: 60, seconds: 3600 }],
  input: z.object({ token: lookup(200) }),
  output: z.object({ ...message, reset_token: z.string() }),
  errors: ['INVALID_INPUT', 'LINK_INVALID', 'TOO_MANY_ATTEMPTS'],
});
