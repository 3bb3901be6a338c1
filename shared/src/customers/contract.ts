import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { checked, id, lookup, tidied } from '../kernel/fields.ts';
import { nextCursor, paged } from '../kernel/sorting.ts';
import { lengthProblem, tidyText } from '../kernel/text.ts';
import {
  CARD_SORTS,
  CARD_TAB_IDS,
  CONTACT_CAUSE_IDS,
  COUNTED_TABS,
  NOTE_MAX,
  REASON_MAX,
} from './card-rules.ts';
import { HIT_KINDS } from './search-rules.ts';

export const search = action({
  name: 'search',
  // An address that is looked for must not stand in a URL.
  method: 'POST',
  audience: 'staff',
  right: 'customer.search',
  keyless: true,
  summary:
    'Finds by whole address, part of a name, phone, number of an ad, a banner, a club, a message or a report, payment reference or receipt.',
  input: z.object({ q: lookup(200) }),
  output: z.object({
    hits: z.array(
      z.object({
        kind: z.enum(HIT_KINDS),
        /** The number that people read. */
        id: z.string(),
        /** The name; «Gelöschtes Konto» where there is none any more. */
        label: z.string(),
        /** The masked address. */
        detail: z.string(),
        state: z.string(),
        /** Below `/betrieb`; null where nothing opens. */
        path: z.nullable(z.string()),
      }),
    ),
    /** There are more than are shown. */
    more: z.boolean(),
  }),
  errors: ['INVALID_INPUT'],
});

const instant = z.iso.datetime();
const done = z.object({ message: z.string() });

export const customer = action({
  name: 'customer',
  method: 'GET',
  audience: 'staff',
  right: 'customer.read',
  summary: 'The head of a customer card, with a masked address.',
  input: z.object({ account_id: id }),
  output: z.object({
    account_id: z.int(),
    name: z.string(),
    username: z.string(),
    /** Masked. */
    email: z.string(),
    email_confirmed: z.boolean(),
    state: z.string(),
    closed: z.boolean(),
    since: instant,
    delete_at: z.nullable(instant),
    balance: z.int(),
    /** What the balance is made of. */
    parts: z.object({ bought: z.int(), bonus: z.int(), coupon: z.int(), correction: z.int() }),
    owed: z.int(),
    /** What is paid for and not over yet. */
    running: z.object({ inserate: z.int(), banner: z.int(), clubs: z.int() }),
    /** What is to be paid back before the account can be deleted; null in another currency. */
    due_back: z.array(z.object({ payment: z.string(), francs: z.nullable(z.number()) })),
    discount_percent: z.number(),
    /** The last instant of the discount; null without an end. */
    discount_until: z.nullable(instant),
    /** Null once the account is closed. */
    terms: z.nullable(
      z.object({
        accepted: z.nullable(z.object({ number: z.int(), at: instant })),
        /** The version she is asked for and has not accepted yet. */
        missing: z.nullable(z.int()),
      }),
    ),
    last_login_at: z.nullable(instant),
    devices: z.int(),
    second_factor: z.boolean(),
    /** The newest copy of her data; null without one, and without the right to it. */
    export: z.nullable(
      z.object({
        state: z.enum(['waiting', 'running', 'ready', 'failed']),
        percent: z.int(),
        expires_at: z.nullable(instant),
        /** In bytes. */
        size: z.nullable(z.int()),
      }),
    ),
    hold: z.nullable(z.object({ id: z.int(), label: z.string(), releasable: z.boolean() })),
    /** How much stands in a tab, of those that the reader may open; at most 1000. */
    counts: z.partialRecord(z.enum(COUNTED_TABS), z.int()),
    /**
     * Until when she is shown looks later, for the owner of the house; null where they stand there
     * at once.
     */
    looks_delayed_until: z.nullable(instant),
    /** The last looks at her private data. */
    looks: z.array(z.object({ at: instant, by: z.string(), what: z.string() })),
  }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const showContact = action({
  name: 'show_contact',
  method: 'POST',
  audience: 'staff',
  right: 'customer.private',
  keyless: true,
  summary:
    'Uncovers address and phones of a customer for a reason, which she reads in her account log.',
  input: z.object({
    account_id: id,
    cause: z.enum(CONTACT_CAUSE_IDS),
    /** More of the reason; `other` needs it. */
    reason: z._default(
      checked((typed) => lengthProblem(typed, 0, REASON_MAX)),
      '',
    ),
  }),
  output: z.object({
    email: z.string(),
    /** Null where the right is of the address alone. */
    phones: z.nullable(z.array(z.string())),
  }),
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'REASON_REQUIRED'],
});

export const customerTab = action({
  name: 'customer_tab',
  method: 'GET',
  audience: 'staff',
  right: 'customer.read',
  summary: 'A page of one tab of a customer card, newest first or sorted.',
  input: z.object({
    account_id: id,
    tab: z.enum(CARD_TAB_IDS),
    ...paged(CARD_SORTS),
    /** Only what has this number. */
    number: z.optional(z.string().check(z.maxLength(40))),
  }),
  output: z.object({
    rows: z.array(
      z.object({
        /** Unlike that of any other row of the tab. */
        key: z.string(),
        /** The number that people read. */
        number: z.string(),
        title: z.string(),
        state: z.string(),
        at: z.nullable(instant),
        detail: z.string(),
        path: z.nullable(z.string()),
        /** What «Vom Netz nehmen» would hold; null of anything else, and of what is held. */
        holdable: z.nullable(
          z.object({ type: z.enum(['inserat', 'banner', 'club']), id: z.int() }),
        ),
      }),
    ),
    cursor: nextCursor,
  }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const customerNotes = action({
  name: 'customer_notes',
  method: 'GET',
  audience: 'staff',
  right: 'customer.note',
  summary: 'A page of the notes on a customer, the newest first.',
  input: z.object({
    account_id: id,
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
  }),
  output: z.object({
    notes: z.array(
      z.object({
        id: z.int(),
        text: z.string(),
        author: z.string(),
        written_at: instant,
        struck_at: z.nullable(instant),
        /** Only her own notes can be struck through. */
        own: z.boolean(),
      }),
    ),
    more: z.boolean(),
  }),
  errors: ['INVALID_INPUT'],
});

export const addCustomerNote = action({
  name: 'add_customer_note',
  method: 'POST',
  audience: 'staff',
  right: 'customer.note',
  summary: 'Adds a note, dated and signed; it is part of the copy of her data.',
  input: z.object({
    account_id: id,
    text: tidied(tidyText, (typed) => lengthProblem(typed, 1, NOTE_MAX)),
  }),
  output: z.object({ ...done.shape, note_id: z.int() }),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});

export const strikeCustomerNote = action({
  name: 'strike_customer_note',
  method: 'POST',
  audience: 'staff',
  right: 'customer.note',
  summary: 'Strikes a note of her own through.',
  input: z.object({ note_id: id }),
  output: done,
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});
