import * as z from 'zod/mini';
import { emailProblem, tidyEmail } from '../accounts/rules.ts';

import { action } from '../kernel/action.ts';
import { checked, id, tidied, withProof, withUser } from '../kernel/fields.ts';
import { phoneProblem } from '../kernel/phone.ts';
import { tidyLine, tidyText } from '../kernel/text.ts';
import {
  contactSubjectProblem,
  messageProblem,
  nameProblem,
  supportMessageProblem,
  supportSubjectProblem,
} from './rules.ts';
import { optionalTicketProblem } from './thread-rules.ts';

const HOURS = 3600;

const sent = z.object({
  message: z.string(),
  /** Number under which the message is found again, as `S-10042`. */
  ticket: z.string(),
});

export const contact = action({
  name: 'contact',
  method: 'POST',
  audience: 'visitor',
  summary:
    'A message of the public contact form: kept, and mailed to the support. Another text under the same `send_key` from the same address goes on in the same conversation.',
  limits: [{ per: 'address', attempts: 3, seconds: HOURS }],
  // One, not three as elsewhere: with as many free calls as the limit allows nobody would ever have
  // to prove anything.
  proof: { freeCalls: 1 },
  input: z.object({
    ...withProof,
    name: tidied(tidyLine, nameProblem),
    email: tidied(tidyEmail, emailProblem),
    phone: z.optional(checked((typed) => (typed.trim() === '' ? null : phoneProblem(typed)))),
    subject: checked(contactSubjectProblem),
    message: tidied(tidyText, messageProblem),
    /** The number of an earlier message from this address, which this one goes on from. */
    ticket: z.optional(checked(optionalTicketProblem)),
    send_key: z.optional(z.uuid()),
  }),
  output: sent,
  errors: ['INVALID_INPUT', 'PROOF_REQUIRED', 'TOO_MANY_ATTEMPTS'],
});

export const support = action({
  name: 'support',
  method: 'POST',
  audience: 'user',
  summary:
    'A message of the support page: kept, mailed to the support, and a copy to the sender. Another text under the same `send_key` goes on in the same conversation.',
  limits: [{ per: 'account', attempts: 5, seconds: HOURS }],
  input: z.object({
    ...withUser,
    subject: checked(supportSubjectProblem),
    message: tidied(tidyText, supportMessageProblem),
    /** What `attach_file` returned. */
    files: z.optional(z.array(id)),
    send_key: z.optional(z.uuid()),
  }),
  output: sent,
  errors: ['NOT_LOGGED_IN', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS'],
});
