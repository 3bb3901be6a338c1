import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { id, lookup, tidied } from '../kernel/fields.ts';
import { lengthProblem, tidyText } from '../kernel/text.ts';
import { APPEAL_MAX } from './owner-rules.ts';
import { REASON_IDS } from './reason-rules.ts';
import { HOLD_TEXT_MAX } from './rules.ts';
import { HELD_THINGS, HOLD_KINDS } from './status.ts';

const instant = z.iso.datetime();
const text = (max: number) => tidied(tidyText, (typed) => lengthProblem(typed, 0, max));
const LISTED = ['inserat', 'banner', 'club'] as const;
export const APPEAL_LISTS = ['open', 'decided'] as const;

const Receipt = z.object({
  name: z.string(),
  told_at: instant,
  /** Null while the website has not taken note. */
  confirmed_at: z.nullable(instant),
});

const StaffHold = z.object({
  id: z.int(),
  object: z.object({ type: z.enum(HELD_THINGS), id: z.int() }),
  /** What visitors know it by; empty of an account. */
  title: z.string(),
  account_id: z.int(),
  kind: z.enum(HOLD_KINDS),
  reason: z.enum(REASON_IDS),
  fields: z.array(z.string()),
  text: z.string(),
  note: z.string(),
  version: z.int(),
  since: instant,
  decided_at: instant,
  decided_by: z.string(),
  resubmitted_at: z.nullable(instant),
  websites: z.array(Receipt),
  /** How many have confirmed, and whether one has taken too long. */
  confirmed: z.object({ text: z.string(), late: z.boolean() }),
});
export type StaffHold = z.infer<typeof StaffHold>;

const HoldReason = z.object({
  label: z.string(),
  sentence: z.string(),
  account_sentence: z.string(),
  fields: z.readonly(z.array(z.string())),
  revise: z.boolean(),
  final: z.boolean(),
  refunds: z.boolean(),
});

export const holdReasons = action({
  name: 'hold_reasons',
  method: 'GET',
  audience: 'staff',
  right: 'house.read',
  summary: 'Why something can be held: the valid version of the catalogue (BOF-109).',
  passive: true,
  input: z.object({}),
  output: z.object({ reasons: z.record(z.enum(REASON_IDS), HoldReason) }),
  errors: [],
});

const decision = {
  reason: z.optional(z.enum(REASON_IDS)),
  fields: z.optional(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(20))),
  /** The sentence of the reason unless it is given. */
  text: z.optional(text(HOLD_TEXT_MAX)),
  note: z.optional(text(HOLD_TEXT_MAX)),
  /** Of the hold on the page, to change it; without one a thing that is held is refused. */
  seen_version: z.optional(z.int()),
  /** The hold that is changed: once it is closed, another one begins again with version 1. */
  hold_id: z.optional(id),
};
/** Final needs a second person and has a call of its own. */
const kind = z.enum(['waiting', 'revise', 'blocked']);
const DECIDING = [
  ...(['NOT_FOUND', 'INVALID_INPUT', 'REASON_REQUIRED'] as const),
  ...(['ALREADY_DECIDED', 'STAFF_VERSION_CONFLICT', 'NOTHING_HELD'] as const),
] as const;

export const hold = action({
  name: 'hold',
  method: 'POST',
  audience: 'staff',
  right: 'hold.set',
  summary: 'Takes an ad, a banner or a club off all websites, or changes why.',
  input: z.object({ object: z.object({ type: z.enum(LISTED), id }), kind, ...decision }),
  output: z.object({ hold: StaffHold }),
  errors: DECIDING,
});

export const holdObject = action({
  name: 'hold_object',
  method: 'GET',
  audience: 'staff',
  right: 'hold.set',
  summary: 'What somebody is about to take off the websites, and what of it a hold may name.',
  passive: true,
  input: z.object({ type: z.enum(LISTED), id }),
  output: z.object({
    title: z.string(),
    /** How many pictures it has; they are named by their place. */
    pictures: z.int(),
    /** What it has beside them that its owner can change. */
    fields: z.array(z.string()),
  }),
  errors: ['NOT_FOUND'],
});

export const uncoverObject = action({
  name: 'uncover_object',
  method: 'POST',
  audience: 'staff',
  right: 'customer.private',
  keyless: true,
  summary: 'The addresses of its pictures; its owner reads who has looked.',
  input: z.object({ type: z.enum(LISTED), id }),
  output: z.object({ pictures: z.array(z.object({ n: z.int(), url: z.string() })) }),
  errors: ['NOT_FOUND'],
});

export const blockAccount = action({
  name: 'block_account',
  method: 'POST',
  audience: 'staff',
  right: 'customer.block',
  summary: 'Takes everything of an account off all websites and ends its log-ins.',
  input: z.object({ account_id: id, kind, ...decision }),
  output: z.object({ hold: StaffHold }),
  errors: DECIDING,
});

const final = {
  hold_id: id,
  /** The reason of the hold unless it is given. */
  reason: z.optional(z.enum(REASON_IDS)),
};

export const finalPreview = action({
  name: 'final_preview',
  method: 'GET',
  audience: 'staff',
  right: 'hold.final',
  summary: 'What making a hold final would refund.',
  input: z.object(final),
  output: z.object({ credits: z.int(), text: z.string() }),
  errors: ['NOT_FOUND', 'NOTHING_HELD', 'INVALID_INPUT'],
});

export const makeFinal = action({
  name: 'make_final',
  method: 'POST',
  audience: 'staff',
  right: 'hold.final',
  mayWait: true,
  summary: 'Asks a second person to make a hold final, with a refund of unused time if so.',
  input: z.object({
    ...final,
    seen_version: z.int(),
    text: z.optional(text(HOLD_TEXT_MAX)),
    /** For the second person; becomes the internal note. */
    note: text(500),
  }),
  output: z.object({ message: z.string() }),
  errors: [
    ...(['NOT_FOUND', 'NOTHING_HELD', 'INVALID_INPUT', 'ALREADY_DECIDED'] as const),
    ...(['STAFF_VERSION_CONFLICT', 'REASON_REQUIRED', 'SECOND_PERSON_MISSING'] as const),
  ],
});

const released = z.object({
  /** Of a thing: where it stands now, and until when it runs. */
  life: z.nullable(z.string()),
  ends_at: z.nullable(instant),
  /** Credits for pushes that came due while it was held. */
  refunded: z.int(),
});
const releasing = {
  hold_id: id,
  reason: text(HOLD_TEXT_MAX),
  /** A sentence to the owner. */
  text: z.optional(text(HOLD_TEXT_MAX)),
};

export const release = action({
  name: 'release',
  method: 'POST',
  audience: 'staff',
  right: 'hold.release',
  summary: 'Lets an ad, a banner or a club online again as far as its life says so.',
  input: z.object(releasing),
  output: released,
  errors: ['NOT_FOUND', 'NOTHING_HELD', 'ALREADY_DECIDED', 'REASON_REQUIRED'],
});

export const unblockAccount = action({
  name: 'unblock_account',
  method: 'POST',
  audience: 'staff',
  right: 'customer.block',
  summary: 'Lets an account and its things online again; holds on single things stay.',
  input: z.object(releasing),
  output: released,
  errors: ['NOT_FOUND', 'NOTHING_HELD', 'ALREADY_DECIDED', 'REASON_REQUIRED'],
});

export const holds = action({
  name: 'holds',
  method: 'GET',
  audience: 'staff',
  right: 'hold.read',
  summary: 'What is held, newest first; by fifty.',
  input: z.object({
    /** The number of what is held or of its account, as «Inserat 20447» or alone. */
    q: z.optional(lookup(40)),
    /** Of the page before. */
    cursor: z.optional(id),
  }),
  output: z.object({ holds: z.array(StaffHold), cursor: z.nullable(z.int()) }),
  errors: ['INVALID_INPUT'],
});

export const holdReceipts = action({
  name: 'hold_receipts',
  method: 'GET',
  audience: 'staff',
  right: 'hold.read',
  summary: 'Which websites have confirmed that something is gone.',
  input: z.object({ hold_id: id }),
  output: z.object({ websites: z.array(Receipt), text: z.string(), late: z.boolean() }),
  errors: ['NOT_FOUND'],
});

const Appeal = z.object({
  id: z.int(),
  hold_id: z.int(),
  object: z.object({ type: z.enum(HELD_THINGS), id: z.int() }),
  title: z.string(),
  account_id: z.int(),
  kind: z.enum(HOLD_KINDS),
  reason: z.enum(REASON_IDS),
  text: z.string(),
  /** Internal, of the decision. */
  note: z.string(),
  decided_by: z.array(z.string()),
  decided_at: instant,
  message: z.string(),
  at: instant,
  /** Where its content is to be seen. */
  review_id: z.nullable(z.int()),
  /** Nobody has decided it, and what it is about is still held. */
  open: z.boolean(),
  /** False for whoever made the decision. */
  may_decide: z.boolean(),
  /** Who may, by name. */
  others: z.array(z.string()),
  /** Null while nobody has. */
  decided: z.nullable(
    z.object({ upheld: z.boolean(), by: z.string(), at: instant, answer: z.string() }),
  ),
});

export const appeals = action({
  name: 'appeals',
  method: 'GET',
  audience: 'staff',
  right: 'hold.read',
  summary:
    'Appeals nobody has decided, oldest first, or decided ones, the newest decision first; by fifty.',
  passive: true,
  input: z.object({
    list: z._default(z.enum(APPEAL_LISTS), 'open'),
    /** The number of what they are about or of its account, as «Inserat 20447» or alone. */
    q: z.optional(lookup(40)),
    /** Of the page before. */
    cursor: z.optional(id),
  }),
  output: z.object({ appeals: z.array(Appeal), cursor: z.nullable(z.int()) }),
  errors: ['INVALID_INPUT'],
});

export const getAppeal = action({
  name: 'get_appeal',
  method: 'GET',
  audience: 'staff',
  right: 'hold.read',
  summary: 'An appeal with the decision it is about, and with its own once there is one.',
  input: z.object({ appeal_id: id }),
  output: z.object({ appeal: Appeal }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const decideAppeal = action({
  name: 'decide_appeal',
  method: 'POST',
  audience: 'staff',
  right: 'appeal.decide',
  summary: 'Decides the appeal against a decision of somebody else; upheld, it lifts the hold.',
  input: z.object({ appeal_id: id, upheld: z.boolean(), answer: text(APPEAL_MAX) }),
  output: z.object({ message: z.string() }),
  errors: ['NOT_FOUND', 'NOTHING_HELD', 'SAME_PERSON', 'ALREADY_DECIDED', 'REASON_REQUIRED'],
});
