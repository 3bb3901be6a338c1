import * as z from 'zod/mini';
import { emailProblem, tidyEmail } from '../accounts/rules.ts';
import { action } from '../kernel/action.ts';
import { checked, tidied, withProof } from '../kernel/fields.ts';
import { phoneProblem } from '../kernel/phone.ts';
import { tidyLine, tidyText } from '../kernel/text.ts';
import {
  REPORT_REASON_IDS,
  REPORTED_THINGS,
  reportMessageProblem,
  reportNameProblem,
  visitorProblem,
} from './rules.ts';

const HOURS = 3600;

/** `problem` of a text that may be blank. */
const voluntary = (problem: (text: string) => string | null) => (text: string) =>
  text === '' ? null : problem(text);

const reported = {
  /** By its public id, as the websites know it. */
  object: z.object({ type: z.enum(REPORTED_THINGS), id: z.uuid() }),
  reason: z.enum(REPORT_REASON_IDS),
  message: z._default(tidied(tidyText, reportMessageProblem), ''),
  name: z._default(tidied(tidyLine, reportNameProblem), ''),
  email: z._default(tidied(tidyEmail, voluntary(emailProblem)), ''),
  phone: z._default(tidied(tidyLine, voluntary(phoneProblem)), ''),
  /** Idempotency key, generated with the form: the same report sent again is stored once. */
  send_key: z.optional(z.uuid()),
};

const received = z.object({
  /** As `M-2041`. */
  number: z.string(),
  message: z.string(),
});

export const report = action({
  name: 'report',
  method: 'POST',
  audience: 'visitor',
  summary: 'Reports an ad, a club or a banner to the house; anonymous unless the sender says more.',
  limits: [{ per: 'address', attempts: 5, seconds: HOURS }],
  proof: { freeCalls: 3 },
  input: z.object({
    ...withProof,
    ...reported,
    /** Public id of the website on which it was seen. */
    website: z.optional(z.uuid()),
  }),
  output: received,
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'PROOF_REQUIRED', 'TOO_MANY_ATTEMPTS'],
});

/** What a website sends from its own form: `POST /partner/v1/reports`. */
export const partnerReportBody = z.object({
  ...reported,
  /** The same for the same visitor on one day, as with visits; only its keyed hash is kept. */
  visitor: z._default(checked(visitorProblem), ''),
});

export type PartnerReportBody = z.input<typeof partnerReportBody>;

export const partnerReportAnswer = z.object({
  success: z.literal(true),
  ...received.shape,
});
export type PartnerReportAnswer = z.infer<typeof partnerReportAnswer>;

/** Reports that a website may send in an hour. */
export const REPORTS_PER_HOUR = 100;
