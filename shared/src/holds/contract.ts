import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { id, tidied, withUser } from '../kernel/fields.ts';
import { lengthProblem, tidyText } from '../kernel/text.ts';
import { APPEAL_MAX, APPEAL_MIN } from './owner-rules.ts';
import { RESUBMITS_PER_DAY } from './rules.ts';
import { HELD_THINGS, HOLD_KINDS } from './status.ts';

const instant = z.iso.datetime();

/** A hold as the owner of the thing sees it. */
export const Hold = z.object({
  id: z.int(),
  object: z.object({ type: z.enum(HELD_THINGS), id: z.int() }),
  kind: z.enum(HOLD_KINDS),
  /** The badge: «Bitte überarbeiten». */
  label: z.string(),
  /** The reason in one word or two. */
  reason: z.string(),
  text: z.string(),
  /** What was objected to, and whether it has changed since. */
  fields: z.array(z.object({ name: z.string(), label: z.string(), changed: z.boolean() })),
  since: instant,
  /** What becomes of the booked time; empty without a booking. */
  time: z.string(),
  /** Whether paid time stands still meanwhile. */
  keeps_paid_time: z.boolean(),
  resubmitted_at: z.nullable(instant),
  may_resubmit: z.boolean(),
  may_appeal: z.boolean(),
  /** Against the present decision. */
  appeal: z.nullable(
    z.object({
      message: z.string(),
      at: instant,
      /** Null until somebody else has decided. */
      upheld: z.nullable(z.boolean()),
      answer: z.string(),
    }),
  ),
  /** It waited for its first approval and was never online before. */
  first: z.boolean(),
  /** When it was lifted, for a day; null while it is held. */
  released_at: z.nullable(instant),
});
export type Hold = z.infer<typeof Hold>;

export const getHolds = action({
  name: 'get_holds',
  method: 'GET',
  audience: 'user',
  summary: 'What the house keeps off the websites, and what it has released within a day.',
  input: z.object({ ...withUser }),
  output: z.object({ holds: z.array(Hold) }),
  errors: [],
});

const changed = z.object({ hold: Hold, message: z.string() });

export const resubmit = action({
  name: 'resubmit',
  method: 'POST',
  audience: 'user',
  summary: 'Asks the house to look at a changed thing again; a second time nothing more happens.',
  limits: [
    { per: { field: 'hold_id' }, attempts: RESUBMITS_PER_DAY, seconds: 86_400, refusedApart: true },
  ],
  input: z.object({
    ...withUser,
    hold_id: id,
    message: z.optional(tidied(tidyText, (text) => lengthProblem(text, 0, APPEAL_MAX))),
  }),
  output: changed,
  errors: ['NOT_FOUND', 'NOTHING_HELD', 'CHANGE_FIRST', 'FINAL', 'TOO_MANY_ATTEMPTS'],
});

export const appeal = action({
  name: 'appeal',
  method: 'POST',
  audience: 'user',
  summary: 'Appeals a decision, once; another person decides it.',
  limits: [{ per: 'account', attempts: 20, seconds: 86_400 }],
  input: z.object({
    ...withUser,
    hold_id: id,
    message: tidied(tidyText, (text) => lengthProblem(text, APPEAL_MIN, APPEAL_MAX)),
  }),
  output: changed,
  errors: ['NOT_FOUND', 'NOTHING_HELD', 'APPEALED', 'APPEAL_LATE', 'TOO_MANY_ATTEMPTS'],
});
