import * as z from 'zod/mini';
import { NEWSLETTER_STATES } from '../accounts/newsletter-rules.ts';
import { SWITCHES } from '../accounts/preferences.ts';
import { Banner } from '../banners/contract.ts';
import { PriceTable } from '../catalogue/contract.ts';
import { Club } from '../clubs/contract.ts';
import { Hold } from '../holds/contract.ts';
import { Inserat } from '../inserate/contract.ts';
import { action } from '../kernel/action.ts';
import { withUser } from '../kernel/fields.ts';
import { RATINGS } from '../media/rules.ts';
import { Change } from '../moderation/change-contract.ts';
import { DEBT_REASONS } from '../topups/debt.ts';
import { NEXT_STEPS, PAYMENT_VIEWS } from '../topups/status.ts';
import { STEP_KINDS } from './step-rules.ts';

const flagText = z.literal(['true', 'false']);

const PUBLIC_WEBSEITE = { name: z.string(), url: z.string(), status: z.literal('on') };
export const Webseite = z.object(PUBLIC_WEBSEITE);

/** Something that waits for the owner of the account. */
export const NextStep = z.object({
  kind: z.enum(STEP_KINDS),
  /** Number of the hold, the ad or the conversation, id of the payment; empty for the account. */
  id: z.string(),
  /** Since when; of an ad that ends, until when. */
  at: z.nullable(z.string()),
  /** Whether it should not wait for another day. */
  today: z.boolean(),
  /** Of a conversation: what it is about. */
  subject: z.nullable(z.string()),
  /** Of a conversation: whether its owner has written in it; otherwise the support wrote first. */
  asked: z.boolean(),
  payment: z.nullable(
    z.object({
      number: z.int(),
      /** What was asked for, in francs. */
      amount: z.number(),
      /** It is paid by a bank transfer, which has a payment slip. */
      transfer: z.boolean(),
      sentence: z.string(),
      next: z.enum(NEXT_STEPS),
    }),
  ),
});
export type NextStep = z.infer<typeof NextStep>;

/** What visitors of all websites did with all ads and clubs of the account on a Swiss day. */
const DayOfFigures = z.object({
  day: z.iso.date(),
  views: z.int(),
  phone: z.int(),
  whatsapp: z.int(),
  sms: z.int(),
});
export type DayOfFigures = z.infer<typeof DayOfFigures>;

/** What everybody sees, and the account as a whole for the one who is logged in (FRM-34). */
export const state = action({
  name: 'state',
  method: 'GET',
  audience: 'visitor',
  compressed: true,
  summary: 'Without a session the partner websites only; with one the whole state of the account.',
  input: z.object({ ...withUser }),
  output: z.object({
    state: z.union([
      z.object({
        user_id: z.int(),
        user_login: z.string(),
        user_email: z.string(),
        /** Whether the owner proved to read the mails of the address. */
        email_confirmed: z.boolean(),
        /** Whether ads need a confirmed address. */
        email_required: z.boolean(),
        /** A new address that counts as soon as it is confirmed. */
        pending_email: z.nullable(z.string()),
        /** Until when the last change of the address can be taken back; null when none can. */
        email_undo_until: z.nullable(z.string()),
        /**
         * `off`, `unasked`, `mailed` (the link to confirm waits in the mailbox) or `confirmed`.
         * Only the last is written to.
         */
        newsletter_state: z.enum(NEWSLETTER_STATES),
        user_meta: z.object({
          nickname: z.string(),
          benutzerrabatt_prozent: z.string(),
          expiry_alert: flagText,
          disable_messages: flagText,
          newsletter: flagText,
        }),
        /** Questions that are not asked any more, and shortcuts of the keyboard. */
        switched_off: z.array(z.enum(SWITCHES)),
        /** Since when everything of the account is off all websites; null while it is not. */
        offline_at: z.nullable(z.string()),
        credits: z.int(),
        /**
         * Credits that were spent before their money went back. The next ones that come in settle
         * them; until then `credits` is 0.
         */
        owed: z.int(),
        /** Why and since when something is owed; null while nothing is. */
        owed_for: z.nullable(
          z.object({
            reason: z.enum(DEBT_REASONS),
            date: z.string(),
            /** What went back, in francs. */
            amount: z.number(),
          }),
        ),
        /**
         * A payment that did not come as it was asked for and waits for a decision, and how it
         * stands in German; null when there is none. Of several the one that the payer can decide;
         * the next one follows when that is decided.
         */
        undecided_payment: z.nullable(
          z.object({
            payment_id: z.string(),
            number: z.int(),
            status: z.enum(PAYMENT_VIEWS),
            sentence: z.string(),
            next: z.enum(NEXT_STEPS),
          }),
        ),
        /** No ad of the account was ever placed. */
        newcomer: z.boolean(),
        /** At most five, the most urgent first. */
        next_steps: z.array(NextStep),
        /** The seven days up to yesterday, oldest first; null before the third day online. */
        week: z.nullable(z.array(DayOfFigures)),
        /** Of a description the beginning alone, as plain text (`excerpt-rules.ts`). */
        Inserats: z.array(Inserat),
        Banners: z.array(Banner),
        /** The same. */
        Clubs: z.array(Club),
        /** What the house keeps off the websites, and what it has released within a day. */
        holds: z.array(Hold),
        /** What its owner has changed and visitors do not see yet. */
        changes: z.array(Change),
        /**
         * How long a first look takes, while something waits for it; null with too few decisions.
         */
        review_promise: z.nullable(z.string()),
        /** Numbers of conversations with an answer of the support that nobody has opened. */
        unread_threads: z.array(z.string()),
        /** Banners name them by their ids; `accepts` is the strongest rating that they show. */
        webseiten: z.array(z.object({ id: z.int(), ...PUBLIC_WEBSEITE, accepts: z.enum(RATINGS) })),
        /** How many of these websites show a picture of each rating. */
        rating_reach: z.object({
          jugendfrei: z.int(),
          erotisch: z.int(),
          explizit: z.int(),
          of: z.int(),
        }),
        /** Of each ad that is online somewhere, its page on the first website that shows it. */
        ad_pages: z.array(z.object({ inserat_id: z.int(), website: z.string(), url: z.string() })),
        cantons: z.array(z.object({ id: z.string(), name: z.string() })),
        /** Not `offered`: stays on what has it, and is not offered to anything new. */
        categories: z.array(z.object({ id: z.int(), name: z.string(), offered: z.boolean() })),
        offerings: z.array(z.object({ id: z.int(), name: z.string(), offered: z.boolean() })),
        /** Server time of this response, for "zuletzt aktualisiert". */
        loaded_at: z.string(),
        /** Of this moment; what an order costs is decided with it. */
        prices: PriceTable,
      }),
      z.object({ webseiten: z.array(Webseite) }),
    ]),
  }),
  errors: ['NOT_LOGGED_IN'],
});

/** Small, because it is polled; `state` has the rest. */
export const getBalance = action({
  name: 'getBalance',
  method: 'GET',
  audience: 'user',
  passive: true,
  summary:
    'What the wallet holds at this moment, and what it owes. A page that shows a balance polls this to detect changes.',
  input: z.object({ ...withUser }),
  output: z.object({ credits: z.int(), owed: z.int() }),
  errors: [],
});

/** `state` has the beginnings of the descriptions alone. */
export const searchTexts = action({
  name: 'search_texts',
  method: 'GET',
  audience: 'user',
  summary: 'The ads or clubs of the caller with these words in their whole descriptions.',
  limits: [{ per: 'account', attempts: 240, seconds: 60 }],
  input: z.object({
    ...withUser,
    kind: z.literal(['inserat', 'club']),
    q: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
  output: z.object({ ids: z.array(z.int()) }),
  errors: ['TOO_MANY_ATTEMPTS'],
});
