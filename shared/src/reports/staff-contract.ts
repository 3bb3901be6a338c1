import * as z from 'zod/mini';
import { REASON_IDS } from '../holds/reason-rules.ts';
import { HOLD_KINDS } from '../holds/status.ts';
import { action } from '../kernel/action.ts';
import { checked, tidied } from '../kernel/fields.ts';
import { fieldTexts, lengthProblem, tidyText } from '../kernel/text.ts';
import { AccountFacts } from '../moderation/review-contract.ts';
import {
  OBJECTING_SIDES,
  REPORT_NUMBER,
  REPORT_REASON_IDS,
  REPORT_STATES,
  REPORT_TEXT_MAX,
  REPORT_TEXT_MIN,
  REPORTED_THINGS,
  URGENCY_IDS,
} from './rules.ts';

const instant = z.iso.datetime();
const number = checked((typed) => (REPORT_NUMBER.test(typed) ? null : fieldTexts.format));
const text = tidied(tidyText, (typed) => lengthProblem(typed, REPORT_TEXT_MIN, REPORT_TEXT_MAX));
export const REPORT_LISTS = ['open', 'decided'] as const;
const WAS = ['online', 'offline', 'held', 'deleted'] as const;

const Listed = z.object({
  number: z.string(),
  object: z.object({ type: z.enum(REPORTED_THINGS), id: z.int() }),
  reason: z.enum(REPORT_REASON_IDS),
  urgency: z.enum(URGENCY_IDS),
  state: z.enum(REPORT_STATES),
  received_at: instant,
  /** Null while it is open. */
  decided_at: z.nullable(instant),
  clock: z.object({ text: z.string(), due: z.string(), tone: z.enum(['calm', 'amber', 'late']) }),
  /** Who looks at it now. */
  claimed_by: z.nullable(z.string()),
});

export const reports = action({
  name: 'reports',
  method: 'GET',
  audience: 'staff',
  right: 'report.read',
  summary:
    'Open reports: urgent ones first, then those that wait longest. Or decided ones, the newest decision first.',
  passive: true,
  input: z.object({
    list: z._default(z.enum(REPORT_LISTS), 'open'),
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
  }),
  output: z.object({
    items: z.array(Listed),
    /** The page that is shown: the last one, where the wanted one does not exist any more. */
    page: z.int(),
    pages: z.int(),
    /** Of the open ones. */
    urgent: z.int(),
    overdue: z.int(),
  }),
  errors: [],
});

const State = z.object({
  was: z.enum(WAS),
  title: z.string(),
  name: z.string(),
  text: z.string(),
  contact: z.record(z.string(), z.string()),
});

export const report = action({
  name: 'report',
  method: 'GET',
  audience: 'staff',
  right: 'report.read',
  summary: 'A report: what it said then and says today, other reports, the hold.',
  input: z.object({ number }),
  output: z.object({
    report: z.object({
      ...Listed.shape,
      message: z.string(),
      /** Whether the reporter gets an answer; who it is, is not shown. */
      has_email: z.boolean(),
      automatic: z.boolean(),
      /** The website that it came from. */
      website: z.nullable(z.string()),
      /** False where earlier ones of its source were unjustified: it holds nothing by itself. */
      counts: z.boolean(),
      /** How long the first look took; null before it, and of what is looked at again. */
      first_look: z.nullable(z.string()),
      /** Against the first decision. */
      objection: z.nullable(
        z.object({
          by: z.enum(OBJECTING_SIDES),
          message: z.string(),
          at: instant,
          first: z.enum(['justified', 'unjustified']),
        }),
      ),
      /** The last one, with what the reporters and the owner were told; null before it. */
      decision: z.nullable(
        z.object({ by: z.string(), at: instant, answer: z.string(), statement: z.string() }),
      ),
      /** False for whoever made the decision that is objected to. */
      may_decide: z.boolean(),
      /** It is decided, for the first time, less than 30 days ago. */
      may_object: z.boolean(),
    }),
    snapshot: z.object({
      ...State.shape,
      images: z.array(z.string()),
      websites: z.array(z.string()),
      taken_at: instant,
    }),
    today: z.nullable(State),
    /** Other reports on the thing and on its account. */
    others: z.array(
      z.object({
        number: z.string(),
        same_object: z.boolean(),
        has_email: z.boolean(),
        /** Whether pictures were kept with it. */
        has_pictures: z.boolean(),
        reason: z.enum(REPORT_REASON_IDS),
        state: z.enum(REPORT_STATES),
        received_at: instant,
      }),
    ),
    hold: z.nullable(
      z.object({
        id: z.int(),
        kind: z.enum(HOLD_KINDS),
        reason: z.enum(REASON_IDS),
        version: z.int(),
        held_at: instant,
      }),
    ),
    account_held: z.boolean(),
    /** Where the content of today is to be seen with its earlier decisions. */
    review_id: z.nullable(z.int()),
    account: AccountFacts,
  }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const claimReport = action({
  name: 'claim_report',
  method: 'POST',
  audience: 'staff',
  right: 'report.decide',
  summary: 'Opens a report for ten minutes, renewed by each call; `take_over` from somebody else.',
  input: z.object({ number, take_over: z._default(z.boolean(), false) }),
  output: z.object({ message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'SAME_PERSON', 'TAKEN_BY_OTHER', 'ALREADY_DECIDED'],
});

export const releaseReport = action({
  name: 'release_report',
  method: 'POST',
  audience: 'staff',
  right: 'report.decide',
  summary: "Releases the caller's claim on a report, so that somebody else can take it.",
  input: z.object({ number }),
  output: z.object({ message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const decideReport = action({
  name: 'decide_report',
  method: 'POST',
  audience: 'staff',
  right: 'report.decide',
  summary: 'Decides all open reports on a thing and tells reporters and owner why.',
  input: z.object({
    number,
    justified: z.boolean(),
    /** The sentences to the reporters. */
    answer: text,
    /** The sentences to the owner. */
    statement: text,
    /** Internal, for the audit log: on what an urgent report is closed as unjustified. */
    note: z.optional(tidied(tidyText, (typed) => lengthProblem(typed, 0, REPORT_TEXT_MAX))),
    /** With a hold, or a change of the open one; `seen_version` names the one on the page. */
    hold: z.optional(
      z.object({
        kind: z.enum(['revise', 'blocked']),
        reason: z.enum(REASON_IDS),
        fields: z.optional(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(20))),
        seen_version: z.optional(z.int()),
      }),
    ),
    /** Takes the whole account off, too; only together with a hold on what was reported. */
    block_account: z._default(z.boolean(), false),
    /** Lifts the open hold, if it is not justified. */
    release: z._default(z.boolean(), false),
  }),
  output: z.object({ message: z.string(), decided: z.array(z.string()) }),
  errors: [
    ...(['INVALID_INPUT', 'NOT_FOUND', 'SAME_PERSON', 'TAKEN_BY_OTHER'] as const),
    ...(['ALREADY_DECIDED', 'STAFF_VERSION_CONFLICT', 'NOTHING_HELD', 'REASON_REQUIRED'] as const),
  ],
});

export const objectReport = action({
  name: 'object_report',
  method: 'POST',
  audience: 'staff',
  right: 'report.decide',
  summary: 'Opens a decided report again because one side does not agree; another person decides.',
  input: z.object({ number, by: z.enum(OBJECTING_SIDES), message: text }),
  output: z.object({ message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const reportRegister = action({
  name: 'report_register',
  method: 'GET',
  audience: 'staff',
  right: 'report.export',
  summary: 'The reports of a month as CSV, without personal data.',
  input: z.object({
    month: checked((typed) => (/^20\d\d-(0[1-9]|1[0-2])$/.test(typed) ? null : fieldTexts.format)),
  }),
  output: z.object({ name: z.string(), csv: z.string() }),
  errors: ['INVALID_INPUT'],
});
