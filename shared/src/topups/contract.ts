import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { id, withUser } from '../kernel/fields.ts';
import { PAYMENT_METHOD_IDS } from './methods.ts';
import { NEXT_STEPS, PAYMENT_VIEWS } from './status.ts';

export const TopupOption = z.object({
  id: z.int(),
  /** List price in francs. */
  price: z.number(),
  credits: z.int(),
  bonus: z.int(),
  description: z.string(),
});
export type TopupOption = z.infer<typeof TopupOption>;

export const getTopupOptions = action({
  name: 'getTopupOptions',
  method: 'GET',
  audience: 'visitor',
  summary: 'The packages on sale, cheapest first, and the ways to pay that are open now.',
  input: z.object({ ...withUser }),
  output: z.object({
    topup_options: z.array(TopupOption),
    payment_methods: z.array(z.object({ id: z.enum(PAYMENT_METHOD_IDS), name: z.string() })),
  }),
  errors: [],
});

export const walletTopup = action({
  name: 'wallet_topup',
  method: 'POST',
  audience: 'user',
  money: true,
  buys: true,
  summary:
    'Opens a payment for a package. Only `topup_option_id` counts; the other figures are compared, and a difference is refused.',
  limits: [{ per: 'account', attempts: 10, seconds: 3600, refusedApart: true }],
  input: z.object({
    ...withUser,
    topup_option_id: id,
    /** Credits of the package. */
    amount: z.optional(z.number()),
    /** Price after the discount in francs. */
    payment_amount: z.optional(z.number()),
    discount_percent: z.optional(z.number()),
    /** One of `payment_methods`; without it, it is chosen on the payment page. */
    method: z.optional(z.enum(PAYMENT_METHOD_IDS)),
  }),
  output: z.object({ payment_url: z.string(), payment_id: z.string(), message: z.string() }),
  errors: [
    'INVALID_INPUT',
    'NOT_FOUND',
    'PRICE_CHANGED',
    'NOTHING_TO_PAY',
    'TOO_MANY_PENDING',
    'PAYMENT_UNAVAILABLE',
    'TOO_MANY_ATTEMPTS',
  ],
});

export const paymentStatus = action({
  name: 'payment_status',
  method: 'GET',
  audience: 'user',
  summary:
    'What became of a payment of the caller. The page after the payment calls this instead of trusting its address.',
  input: z.object({ ...withUser, payment_id: z.uuid() }),
  output: z.object({
    payment: z.object({
      payment_id: z.string(),
      /** What it is called by on pages, in mails and by the support. */
      number: z.int(),
      /** Whether `drop_payment` takes it. */
      droppable: z.boolean(),
      status: z.enum(PAYMENT_VIEWS),
      /** How it stands, in German, and what can be done next. */
      sentence: z.string(),
      next: z.enum(NEXT_STEPS),
      credits: z.int(),
      bonus: z.int(),
      /** Of both together: kept for what the account owed. */
      settled: z.int(),
      /** Francs that came beyond what was asked for and go back. */
      surplus: z.number(),
      /** Of a payment of which a part came, in francs; null otherwise. */
      part: z.nullable(
        z.object({
          received: z.number(),
          missing: z.number(),
          /** For what came, without bonus. */
          credits: z.int(),
          /**
           * Whether `pay_rest` opens a page for what is missing; a transfer is completed with its
           * own reference.
           */
          payable: z.boolean(),
        }),
      ),
      /** Where a payment that still waits can be paid; null when it cannot any more. */
      payment_url: z.nullable(z.string()),
      /** What a payer needs for a bank transfer; null for every other way to pay. */
      transfer: z.nullable(
        z.object({
          creditor: z.string(),
          iban: z.string(),
          /** As it is printed on the payment slip. */
          reference: z.string(),
          /** In francs. */
          amount: z.number(),
          /** The payment slip with its QR code, a PDF on this site. */
          slip_url: z.string(),
        }),
      ),
    }),
    credits: z.int(),
  }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const payRest = action({
  name: 'pay_rest',
  method: 'POST',
  audience: 'user',
  money: true,
  buys: true,
  summary:
    'Opens a payment for what is missing of a payment of the caller of which a part came. Once it is paid, both together bring the whole package.',
  limits: [{ per: 'account', attempts: 30, seconds: 3600, refusedApart: true }],
  input: z.object({ ...withUser, payment_id: z.uuid() }),
  output: z.object({ payment_url: z.string(), payment_id: z.string(), message: z.string() }),
  errors: [
    'INVALID_INPUT',
    'NOT_FOUND',
    'PAYMENT_SETTLED',
    'TOO_MANY_PENDING',
    'PAYMENT_UNAVAILABLE',
    'TOO_MANY_ATTEMPTS',
  ],
});

/**
 * What the payer wants for a payment of which a part came: credits for the part, or the money back.
 */
export const PART_WAYS = ['credits', 'refund'] as const;

export const settlePart = action({
  name: 'settle_payment',
  method: 'POST',
  audience: 'user',
  summary:
    'Of a payment of the caller less came than was due: `credits` books the credits for what came, `refund` requests to pay it back.',
  limits: [{ per: 'account', attempts: 30, seconds: 3600, refusedApart: true }],
  input: z.object({ ...withUser, payment_id: z.uuid(), way: z.enum(PART_WAYS) }),
  output: z.object({ message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'PAYMENT_SETTLED', 'TOO_MANY_ATTEMPTS'],
});

export const dropPayment = action({
  name: 'drop_payment',
  method: 'POST',
  audience: 'user',
  summary:
    'Drops a payment of the caller that nobody has paid, so that another one can be opened. Money that comes for it all the same is credited.',
  limits: [{ per: 'account', attempts: 30, seconds: 3600, refusedApart: true }],
  input: z.object({ ...withUser, payment_id: z.uuid() }),
  output: z.object({ message: z.string() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'PAYMENT_SETTLED', 'TOO_MANY_ATTEMPTS'],
});
