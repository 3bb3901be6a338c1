import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { id, tidied } from '../kernel/fields.ts';
import { nextCursor, paged } from '../kernel/sorting.ts';
import { lengthProblem, tidyLine, tidyText } from '../kernel/text.ts';
import { SERIES_NAME_MAX, SERIES_SORTS, SERIES_STATE_IDS, tidyPattern } from './series-rules.ts';

const instant = z.iso.datetime();
const reason = tidied(tidyText, (typed) => lengthProblem(typed, 1, 500));
/** Empty fields set no limit. */
const optional = <T extends z.ZodMiniType>(of: T) => z._default(z.nullable(of), null as never);
const day = z.string();

const Series = z.object({
  series_id: z.int(),
  name: z.string(),
  state: z.enum(SERIES_STATE_IDS),
  credits: z.int(),
  /** How many codes there are. */
  codes: z.int(),
  /** Of a single code all but its ends hidden; null where there are several. */
  code: z.nullable(z.string()),
  uses: z.int(),
  max_uses: z.nullable(z.int()),
  /** Credits that were redeemed. */
  spent: z.int(),
  budget: z.nullable(z.int()),
  per_account: z.int(),
  only_new: z.boolean(),
  starts_at: instant,
  /** The last instant at which it counts; null: no end. */
  ends_at: z.nullable(instant),
  created_at: instant,
});

export const coupons = action({
  name: 'coupons',
  method: 'GET',
  audience: 'staff',
  right: 'coupon.manage',
  passive: true,
  summary: 'Series of coupons, newest first or sorted, with their limits and what is used of them.',
  input: z.object(paged(SERIES_SORTS)),
  output: z.object({ series: z.array(Series), cursor: nextCursor }),
  errors: ['INVALID_INPUT'],
});

export const couponReport = action({
  name: 'coupon_report',
  method: 'GET',
  audience: 'staff',
  right: 'coupon.manage',
  passive: true,
  summary:
    'A series with what came of it: redemptions, accounts that topped up within 30 days and how much, what of its credits is spent.',
  input: z.object({ series_id: id }),
  output: z.object({
    series: Series,
    accounts: z.int(),
    /** Accounts that topped up within 30 days after a redemption. */
    topped_up: z.int(),
    /** Francs of those top-ups. */
    topped_up_chf: z.number(),
    /** Credits of it that paid for something. */
    used_credits: z.int(),
    /** What they cost the house, in francs. */
    cost_chf: z.number(),
  }),
  errors: ['NOT_FOUND'],
});

export const createCoupons = action({
  name: 'create_coupons',
  method: 'POST',
  audience: 'staff',
  right: 'coupon.manage',
  mayWait: true,
  summary:
    'Makes a coupon with one code, or 1 to 10,000 codes of a pattern; above the limit of 24 hours a second person decides.',
  input: z.object({
    name: tidied(tidyLine, (typed) => lengthProblem(typed, 1, SERIES_NAME_MAX)),
    code: z.pipe(z.string(), z.transform(tidyPattern)),
    count: z._default(z.number(), 1),
    credits: z.number(),
    from: optional(day),
    until: optional(day),
    budget: optional(z.number()),
    uses: optional(z.number()),
    per_account: z._default(z.number(), 1),
    only_new: z._default(z.boolean(), false),
    reason,
  }),
  output: z.object({ message: z.string(), series_id: z.int() }),
  errors: ['INVALID_INPUT', 'REASON_REQUIRED', 'SECOND_PERSON_MISSING'],
});

export const stopCoupon = action({
  name: 'stop_coupon',
  method: 'POST',
  audience: 'staff',
  right: 'coupon.manage',
  summary: 'Ends a series at once; what was redeemed stays.',
  input: z.object({ series_id: id, reason }),
  output: z.object({ message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const couponCodes = action({
  name: 'coupon_codes',
  method: 'POST',
  audience: 'staff',
  right: 'coupon.manage',
  keyless: true,
  summary: 'The codes of a series with their states as CSV; the log says who took them.',
  input: z.object({ series_id: id }),
  output: z.object({ name: z.string(), text: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});
