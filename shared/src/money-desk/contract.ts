import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { id, lookup, tidied } from '../kernel/fields.ts';
import { nextCursor, paged } from '../kernel/sorting.ts';
import { lengthProblem, tidyText } from '../kernel/text.ts';
import { CASE_KINDS, CASE_REASON_MAX, CASE_WAYS } from './case-rules.ts';
import { STATEMENT_MAX_BYTES } from './import-rules.ts';
import { PAYMENT_GROUP_IDS, PAYMENT_SORTS } from './payment-search.ts';

/** As base64 in JSON. */
const STATEMENT_BODY_LIMIT = Math.ceil((STATEMENT_MAX_BYTES * 4) / 3) + 1024;

const instant = z.iso.datetime();
const done = z.object({ message: z.string() });
const reason = tidied(tidyText, (typed) => lengthProblem(typed, 0, CASE_REASON_MAX));
const account = z.nullable(z.object({ account_id: z.int(), name: z.string() }));

const Case = z.object({
  case_id: z.int(),
  /** Sent back with what settles it; another one since means that it was changed. */
  seen_version: z.int(),
  kind: z.enum(CASE_KINDS),
  sentence: z.string(),
  opened_at: instant,
  method: z.string(),
  account,
  /** What people name the payment by. */
  payment_id: z.nullable(z.int()),
  /** She wants the money back. */
  wish: z.boolean(),
  /** A second person is asked about it. */
  awaits: z.boolean(),
  /** The first one is the button, the others are «Anderes». */
  ways: z.array(
    z.object({
      way: z.enum(CASE_WAYS),
      label: z.string(),
      about: z.string(),
      needs_reason: z.boolean(),
      mail: z.nullable(z.string()),
    }),
  ),
  /** The payment that fits. */
  match: z.nullable(z.int()),
});

export const cases = action({
  name: 'cases',
  method: 'GET',
  audience: 'staff',
  right: 'money.read',
  passive: true,
  summary: 'Open cases about payments, oldest first, each as a sentence with its ways out.',
  input: z.object({}),
  output: z.object({
    cases: z.array(Case),
    more: z.boolean(),
    /** Francs that came and wait for a decision. */
    undecided: z.number(),
    refunds: z.int(),
    /** Whether files of the bank can be read. */
    bank: z.boolean(),
  }),
  errors: [],
});

export const getCase = action({
  name: 'case',
  method: 'GET',
  audience: 'staff',
  right: 'money.read',
  passive: true,
  summary: 'A case with its figures; what programs call things only under `technical`.',
  input: z.object({ case_id: id }),
  output: z.object({
    case: Case,
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    technical: z.array(z.object({ label: z.string(), value: z.string() })),
    /** How it ended; null while it is open. */
    decided: z.nullable(z.string()),
  }),
  errors: ['NOT_FOUND'],
});

export const settleCase = action({
  name: 'settle_case',
  method: 'POST',
  audience: 'staff',
  right: 'money.case',
  mayWait: true,
  summary:
    'Settles a case one of its ways, once. Paying back needs the right for refunds, letting a part count as all the one for corrections; above the limit a second person decides.',
  input: z.object({
    case_id: id,
    seen_version: z.int(),
    way: z.enum(CASE_WAYS),
    reason: z.optional(reason),
    /** For `match`: the payment that the money belongs to. */
    payment_id: z.optional(id),
  }),
  output: done,
  errors: [
    ...(['INVALID_INPUT', 'NOT_FOUND', 'ALREADY_DECIDED', 'STAFF_VERSION_CONFLICT'] as const),
    ...(['REASON_REQUIRED', 'SECOND_PERSON_MISSING', 'PAYMENT_SETTLED'] as const),
    ...(['PAYMENT_UNDECIDED', 'PAYMENT_UNAVAILABLE'] as const),
  ],
});

const Payment = z.object({
  payment_id: z.int(),
  at: instant,
  account,
  method: z.string(),
  status: z.string(),
  group: z.enum(PAYMENT_GROUP_IDS),
  /** In francs; null while nothing came. */
  paid: z.nullable(z.number()),
  asked: z.number(),
  credited: z.int(),
  returned: z.number(),
  /** What the provider keeps of it, in francs; null where it does not state it. */
  fee: z.nullable(z.number()),
  /** The number of its receipt. */
  receipt: z.nullable(z.string()),
});

export const payments = action({
  name: 'payments',
  // An address that is looked for must not stand in a URL.
  method: 'POST',
  audience: 'staff',
  right: 'money.read',
  keyless: true,
  passive: true,
  summary:
    'Payments, newest first or sorted, found by customer, amount, date, reference, method or receipt.',
  input: z.object({
    q: z.optional(lookup(200)),
    state: z.optional(z.enum(PAYMENT_GROUP_IDS)),
    ...paged(PAYMENT_SORTS),
  }),
  /**
   * Of a name that many bear a part is looked through, so a page with a cursor may be short or
   * empty.
   */
  output: z.object({ payments: z.array(Payment), cursor: nextCursor }),
  errors: ['INVALID_INPUT'],
});

const Refund = z.object({
  payment_id: z.int(),
  account,
  at: instant,
  kind: z.string(),
  status: z.string(),
  waiting: z.boolean(),
  amount: z.number(),
  credits: z.int(),
  reason: z.string(),
  receipt: z.nullable(z.string()),
});

export const payment = action({
  name: 'payment',
  method: 'GET',
  audience: 'staff',
  right: 'money.read',
  passive: true,
  summary: 'A payment with what went back of it, and what can go back at most.',
  input: z.object({ payment_id: id }),
  output: z.object({
    payment: Payment,
    credits: z.int(),
    bonus: z.int(),
    discount_percent: z.number(),
    refunds: z.array(Refund),
    cases: z.array(z.int()),
    /** Francs. */
    refundable: z.number(),
    /** Why nothing can go back; null when something can. */
    refusal: z.nullable(z.string()),
    /** Francs that went back or are on their way; sent back with a refund. */
    seen_back: z.number(),
    technical: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  errors: ['NOT_FOUND'],
});

/** Francs with at most two decimals. */
const francs = z.number().check(
  z.positive(),
  z.lte(1_000_000),
  z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6),
);
const typedFrancs = z.pipe(z.union([z.number(), z.string()]), z.pipe(z.transform(Number), francs));

export const refundPreview = action({
  name: 'refund_preview',
  method: 'GET',
  audience: 'staff',
  right: 'money.read',
  summary:
    'What a refund of this amount would take: credits, those already spent, and the balance.',
  input: z.object({ payment_id: id, amount: typedFrancs }),
  output: z.object({
    credits: z.int(),
    /** Already spent: they would be owed. */
    missing: z.int(),
    balance: z.int(),
    to: z.string(),
    /** A second person has to allow it. */
    awaits: z.boolean(),
  }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const requestRefund = action({
  name: 'request_refund',
  method: 'POST',
  audience: 'staff',
  right: 'money.refund',
  mayWait: true,
  summary:
    'Pays a part or all of a payment back, never more than was paid less what went back; above the limit of 24 hours a second person decides.',
  input: z.object({
    payment_id: id,
    amount: francs,
    reason,
    /** What the payment said went back; another figure means that something happened since. */
    seen_back: z.number(),
    /** Credits that are spent already are owed then; without it such a refund is refused. */
    may_owe: z.optional(z.boolean()),
  }),
  output: done,
  errors: [
    ...(['INVALID_INPUT', 'NOT_FOUND', 'STAFF_VERSION_CONFLICT', 'REASON_REQUIRED'] as const),
    ...(['SECOND_PERSON_MISSING', 'INSUFFICIENT_CREDITS'] as const),
  ],
});

export const refunds = action({
  name: 'refunds',
  method: 'GET',
  audience: 'staff',
  right: 'money.read',
  passive: true,
  summary: 'What is being paid back, oldest first, and what went back last.',
  input: z.object({}),
  output: z.object({ waiting: z.array(Refund), done: z.array(Refund) }),
  errors: [],
});

export const forgiveDebt = action({
  name: 'forgive_debt',
  method: 'POST',
  audience: 'staff',
  right: 'money.correct',
  mayWait: true,
  summary:
    'Gives the credits an account owes as a correction, so that nothing is owed; above the limit of 24 hours a second person decides.',
  input: z.object({
    account_id: id,
    /** What the card showed; another debt since is refused. */
    seen_owed: z.int().check(z.positive()),
    reason,
    send_key: z.uuid(),
  }),
  output: done,
  errors: [
    ...(['INVALID_INPUT', 'NOT_FOUND', 'STAFF_VERSION_CONFLICT', 'REASON_REQUIRED'] as const),
    'SECOND_PERSON_MISSING',
  ],
});

export const importStatement = action({
  name: 'import_statement',
  method: 'POST',
  audience: 'staff',
  right: 'money.import',
  summary:
    'Reads a camt.053 or camt.054 of up to 50 MB; its movements are carried out one after the other. The same file again changes nothing.',
  bodyLimit: STATEMENT_BODY_LIMIT,
  input: z.object({
    /** The bytes in base64. */
    content: z.string().check(z.minLength(1)),
  }),
  output: z.object({ job_id: z.int(), known: z.boolean() }),
  errors: ['INVALID_INPUT', 'PAYMENT_UNAVAILABLE'],
});

export const importStatus = action({
  name: 'import_status',
  method: 'GET',
  audience: 'staff',
  right: 'money.import',
  passive: true,
  summary: 'How far a read file is, and what became of its movements.',
  input: z.object({ job_id: id }),
  output: z.object({
    /** Movements of the file. */
    movements: z.int(),
    /** That no earlier file held. */
    added: z.int(),
    done: z.int(),
    credited: z.int(),
    refunds: z.int(),
    cases: z.int(),
    not_booked: z.int(),
    without_parts: z.int(),
  }),
  errors: ['NOT_FOUND', 'PAYMENT_UNAVAILABLE'],
});
