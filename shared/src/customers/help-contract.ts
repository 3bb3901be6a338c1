import * as z from 'zod/mini';
import { emailProblem, tidyEmail } from '../accounts/rules.ts';
import { action } from '../kernel/action.ts';
import { id, tidied } from '../kernel/fields.ts';
import { lengthProblem, tidyText } from '../kernel/text.ts';
import { REASON_MAX } from './card-rules.ts';
import {
  CORRECTION_KIND_IDS,
  CORRECTION_REASON_MAX,
  DELETION_CAUSE_IDS,
  HELP_OPERATION_IDS,
  MOST_CREDITS,
  RECOGNISED_IDS,
} from './help-rules.ts';

const done = z.object({ message: z.string() });
const account_id = id;
const reasonUpTo = (max: number) => tidied(tidyText, (typed) => lengthProblem(typed, 1, max));
const reason = reasonUpTo(REASON_MAX);
const WAITS = ['INVALID_INPUT', 'NOT_FOUND', 'SECOND_PERSON_MISSING', 'REASON_REQUIRED'] as const;

export const customerHelp = action({
  name: 'customer_help',
  method: 'POST',
  audience: 'staff',
  right: 'customer.help',
  summary:
    'Ends all log-ins, lifts the wait at the log-in, or mails a link for a new password to the address on file; at once, and she is notified by mail.',
  input: z.object({ account_id, operation: z.enum(HELP_OPERATION_IDS), reason }),
  output: done,
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
});

export const correctCredits = action({
  name: 'correct_credits',
  method: 'POST',
  audience: 'staff',
  right: 'money.correct',
  mayWait: true,
  summary:
    'Gives credits as a correction, or takes them; above the limit of 24 hours a second person decides. The same `send_key` corrects nothing twice.',
  input: z.object({
    account_id,
    /** Below zero they are taken, at most the balance. */
    credits: z.int().check(
      z.gte(-MOST_CREDITS),
      z.lte(MOST_CREDITS),
      z.refine((credits) => credits !== 0),
    ),
    kind: z.enum(CORRECTION_KIND_IDS),
    /** She reads it in her history. */
    reason: reasonUpTo(CORRECTION_REASON_MAX),
    send_key: z.uuid(),
  }),
  output: z.object({ ...done.shape, balance: z.int() }),
  errors: WAITS,
});

export const requestEmailChange = action({
  name: 'request_email_change',
  method: 'POST',
  audience: 'staff',
  right: 'customer.email',
  mayWait: true,
  summary:
    'Asks a second person for a new address of the account. The new address confirms it, the old one can take it back for 72 hours.',
  input: z.object({
    account_id,
    email: tidied(tidyEmail, emailProblem),
    recognised: z.enum(RECOGNISED_IDS),
    reason,
  }),
  output: done,
  errors: WAITS,
});

export const requestFactorOff = action({
  name: 'request_factor_off',
  method: 'POST',
  audience: 'staff',
  right: 'customer.factor',
  mayWait: true,
  summary: 'Asks a second person to switch the second factor off; she is mailed at once then.',
  input: z.object({ account_id, recognised: z.enum(RECOGNISED_IDS), reason }),
  output: done,
  errors: WAITS,
});

export const requestDeletion = action({
  name: 'request_deletion',
  method: 'POST',
  audience: 'staff',
  right: 'customer.delete',
  mayWait: true,
  summary:
    'Asks a second person to delete the account: offline at once, final after 72 hours in which she can take it back.',
  input: z.object({ account_id, cause: z.enum(DELETION_CAUSE_IDS), reason }),
  output: done,
  errors: WAITS,
});

export const startView = action({
  name: 'start_view',
  method: 'POST',
  audience: 'staff',
  right: 'customer.view_as',
  summary:
    'Opens her pages to this log-in for 15 minutes, for reading only. She reads that in her account log.',
  input: z.object({ account_id, reason }),
  output: z.object({ path: z.string(), ends_at: z.iso.datetime() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const endView = action({
  name: 'end_view',
  method: 'POST',
  audience: 'staff',
  right: 'house.read',
  summary: 'Ends the view of a customer that this log-in has open.',
  input: z.object({}),
  output: done,
  errors: [],
});

export const startCustomerExport = action({
  name: 'start_export',
  method: 'POST',
  audience: 'staff',
  right: 'customer.export',
  summary:
    'Makes a copy of her data; she downloads it under «Meine Daten», the house by `open_export`.',
  input: z.object({ account_id, reason }),
  output: done,
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const openCustomerExport = action({
  name: 'open_export',
  method: 'POST',
  audience: 'staff',
  right: 'customer.export',
  summary:
    'Opens the finished copy of her data to this log-in for five minutes; she reads that in her account log.',
  input: z.object({ account_id, reason }),
  output: z.object({ url: z.string(), ends_at: z.iso.datetime() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const delayCustomerLooks = action({
  name: 'delay_looks',
  method: 'POST',
  audience: 'staff',
  right: 'staff.manage',
  summary:
    'Shows looks from now on up to 90 days later, for an open report or the police; 0 ends it.',
  input: z.object({ account_id, days: z.int().check(z.gte(0), z.lte(90)), reason }),
  output: done,
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'REASON_REQUIRED'],
});
