import * as z from 'zod/mini';
import { REASON_IDS } from '../holds/reason-rules.ts';
import { HOLD_KINDS } from '../holds/status.ts';
import { action } from '../kernel/action.ts';
import { id, tidied } from '../kernel/fields.ts';
import { lengthProblem, tidyText } from '../kernel/text.ts';
import {
  LEVELS,
  REVIEW_CAUSES,
  REVIEW_FILTERS,
  REVIEW_NOTE_MAX,
  REVIEW_STATES,
  REVIEWED_THINGS,
} from './review-rules.ts';
import { SIGNAL_CODES } from './signal-rules.ts';

const instant = z.iso.datetime();
const text = (max: number) => tidied(tidyText, (typed) => lengthProblem(typed, 0, max));
const object = z.object({ type: z.enum(REVIEWED_THINGS), id: z.int() });
const Content = z.record(
  z.string(),
  z.union([z.string(), z.array(z.union([z.string(), z.number()]))]),
);

const Signal = z.object({
  code: z.enum(SIGNAL_CODES),
  points: z.int(),
  sentence: z.string(),
  hits: z.optional(z.array(z.string())),
  other: z.optional(z.object({ n: z.int(), image_id: z.int() })),
});

const Listed = z.object({
  review_id: z.int(),
  object,
  title: z.string(),
  cause: z.enum(REVIEW_CAUSES),
  level: z.enum(LEVELS),
  points: z.int(),
  signals: z.array(Signal),
  waiting_since: instant,
  /** Who looks at it now. */
  claimed_by: z.nullable(z.string()),
  /** Its first picture as a tiny data URL, for who may uncover pictures. */
  preview: z.nullable(z.string()),
});

const Counts = z.object({
  all: z.int(),
  high: z.int(),
  new: z.int(),
  changed: z.int(),
  resubmitted: z.int(),
  mine: z.int(),
});

export const queue = action({
  name: 'queue',
  method: 'GET',
  audience: 'staff',
  right: 'review.read',
  summary: 'What waits for a look: by level, what was handed in again first, then the oldest.',
  passive: true,
  input: z.object({
    filter: z._default(z.enum(REVIEW_FILTERS), 'all'),
    /** `next` of the page before. */
    cursor: z._default(z.string().check(z.regex(/^(\d\.\d{1,15}\.\d{1,15})?$/)), ''),
    /** At most 50, which is the default. */
    limit: z.optional(id),
  }),
  output: z.object({
    items: z.array(Listed),
    /** Null on the last page. */
    next: z.nullable(z.string()),
    /** Each up to 1000, which means that or more. */
    counts: Counts,
    median_minutes: z.nullable(z.int()),
  }),
  errors: ['INVALID_INPUT'],
});

const Decision = z.object({
  label: z.string(),
  at: instant,
  by: z.string(),
  note: z.string(),
  sample: z.boolean(),
  /** Since when a hold is over; null for one that lasts and for what held nothing. */
  ended_at: z.nullable(instant),
});

/** The account of what is looked at: what it has published and what came of it. */
export const AccountFacts = z.object({
  id: z.int(),
  since: instant,
  things: z.int(),
  online: z.int(),
  /** Open ones, and those that are over. */
  holds: z.int(),
  holds_ended: z.int(),
  reports: z.int(),
});

export const review = action({
  name: 'review',
  method: 'GET',
  audience: 'staff',
  right: 'review.read',
  summary: 'An item of the queue: content, what changed, signals, account, decisions.',
  input: z.object({ review_id: id }),
  output: z.object({
    review: z.object({
      ...Listed.shape,
      state: z.enum(REVIEW_STATES),
      version: z.int(),
      note: z.string(),
      decided_at: z.nullable(instant),
      decided_by: z.nullable(z.string()),
      /** False for whoever approved a sample first. */
      may_decide: z.boolean(),
    }),
    content: Content,
    /** What was approved last, with its time. */
    approved: z.nullable(z.object({ content: Content, at: instant })),
    account: AccountFacts,
    /** Of reviews and holds, newest first. */
    decisions: z.array(Decision),
    hold: z.nullable(
      z.object({ id: z.int(), kind: z.enum(HOLD_KINDS), version: z.int(), message: z.string() }),
    ),
    /** Pictures of other accounts that are like picture `n`. */
    similar: z.array(
      z.object({
        n: z.int(),
        object: z.object({ type: z.enum(['inserat', 'banner', 'club']), id: z.int() }),
        account: z.int(),
      }),
    ),
    /** The review that has replaced this one. */
    newer: z.nullable(z.int()),
  }),
  errors: ['NOT_FOUND'],
});

const CLAIMING = ['NOT_FOUND', 'TAKEN_BY_OTHER', 'ALREADY_DECIDED'] as const;

export const claimReview = action({
  name: 'claim_review',
  method: 'POST',
  audience: 'staff',
  right: 'review.decide',
  summary: 'Opens an item for ten minutes, renewed by each call; `take_over` from somebody else.',
  input: z.object({ review_id: id, take_over: z._default(z.boolean(), false) }),
  output: z.object({ claimed_until: instant }),
  errors: [...CLAIMING, 'STAFF_VERSION_CONFLICT'],
});

export const releaseReview = action({
  name: 'release_review',
  method: 'POST',
  audience: 'staff',
  right: 'review.decide',
  summary: 'Releases an item that the person has claimed.',
  input: z.object({ review_id: id }),
  output: z.object({}),
  errors: ['NOT_FOUND'],
});

const Picture = z.object({ n: z.int(), url: z.string() });

export const uncoverReview = action({
  name: 'uncover_review',
  method: 'POST',
  audience: 'staff',
  right: 'customer.private',
  keyless: true,
  summary: 'The addresses of the pictures and films of an item, and of pictures that are similar.',
  input: z.object({ review_id: id }),
  output: z.object({
    pictures: z.array(Picture),
    /** To `n` of the item. */
    similar: z.array(Picture),
    /** Films that are ready to be played. */
    videos: z.array(z.object({ n: z.int(), url: z.string(), poster: z.string() })),
  }),
  errors: ['NOT_FOUND'],
});

export const noteReview = action({
  name: 'note_review',
  method: 'POST',
  audience: 'staff',
  right: 'review.decide',
  summary: 'Stores the internal note of an item.',
  input: z.object({ review_id: id, note: text(REVIEW_NOTE_MAX) }),
  output: z.object({ message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const REVIEW_DECISIONS = ['approve', 'revise', 'hold'] as const;
export const decideReview = action({
  name: 'decide_review',
  method: 'POST',
  audience: 'staff',
  right: 'review.decide',
  summary: 'Approves, asks for changes or takes off; can be undone for ten seconds.',
  input: z.object({
    review_id: id,
    seen_version: z.int(),
    decision: z.enum(REVIEW_DECISIONS),
    reason: z.optional(z.enum(REASON_IDS)),
    fields: z.optional(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(20))),
    /** The sentence of the reason unless it is given. */
    text: z.optional(text(REVIEW_NOTE_MAX)),
    note: z.optional(text(REVIEW_NOTE_MAX)),
  }),
  output: z.object({
    /** How many are open now. */
    open: z.int(),
    undo_until: instant,
  }),
  errors: [
    ...CLAIMING,
    ...(['INVALID_INPUT', 'STAFF_VERSION_CONFLICT', 'REASON_REQUIRED'] as const),
    ...(['SAME_PERSON', 'NOTHING_HELD'] as const),
  ],
});

export const undoReview = action({
  name: 'undo_review',
  method: 'POST',
  audience: 'staff',
  right: 'review.decide',
  summary: 'Takes back the own decision within ten seconds; its mail does not leave.',
  input: z.object({ review_id: id }),
  output: z.object({}),
  errors: ['NOT_FOUND', 'UNDO_LATE', 'STAFF_VERSION_CONFLICT', 'NOTHING_HELD'],
});
