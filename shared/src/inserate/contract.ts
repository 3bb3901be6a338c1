import * as z from 'zod/mini';
import { PACKAGE_IDS } from '../cart/rules.ts';
import { action, namesOf } from '../kernel/action.ts';
import { inputsOf, withoutTwins } from '../kernel/content-schema.ts';
import { id, withUser } from '../kernel/fields.ts';
import { adMedia } from '../media/contract.ts';
import { content, InseratContent } from './content-contract.ts';

export {
  BLANK_CONTACT,
  BLANK_INSERAT,
  content,
  DELIVERED_CONTENT,
  InseratContent,
  SHOWN_CONTENT,
} from './content-contract.ts';

const PriceOption = z.object({
  id: z.enum(PACKAGE_IDS),
  name: z.string(),
  price: z.int(),
  /** Days. */
  duration: z.int(),
  features: z.array(z.string()),
});

/**
 * What of a TopAd or a story can be bought now, and what it costs (`promotion-rules.ts`); times are
 * instants.
 */
const PromotionOffer = z.nullable(
  z.object({
    /** 24, or what is left of the ad; 0: too little is left. */
    hours: z.int(),
    price: z.int(),
    until: z.string(),
    /**
     * The other way where less than 24 hours are left: whole, with the automatic renewal switched
     * on.
     */
    renewing: z.nullable(z.object({ price: z.int(), until: z.string() })),
  }),
);
export type WirePromotionOffer = z.infer<typeof PromotionOffer>;

/** An ad as its owner sees it, in lists and in the editor. */
export const Inserat = z.object({
  ID: z.int(),
  inserat_status: z.enum(['entwurf', 'geplant', 'aktiv', 'ausgeblendet', 'abgelaufen']),
  post_status: z.literal(['publish', 'draft']),
  ...InseratContent.shape,
  ...adMedia,
  /** The same as `cantons`. When both are sent, `cantons` counts. */
  selectedRegions: z.array(z.string()),
  /** Day of the first of `date_time_pushes`, YYYY-MM-DD; empty without one. */
  push_date: z.string(),
  /** The packages; their prices are the house's, whatever is sent. */
  price_options: z.array(PriceOption),
  /** DD.MM.YYYY HH:MM in Swiss time, empty while there is no booking. */
  start_zeit: z.string(),
  end_zeit: z.string(),
  /**
   * The same as instants (ISO 8601) or null; of a hidden premium ad the end it would have if it
   * were shown again now.
   */
  start_at: z.nullable(z.string()),
  end_at: z.nullable(z.string()),
  /** YYYY-MM-DD of the end of a premium booking, otherwise empty (EDI-101, EDI-102). */
  reactivation_date: z.string(),
  views: z.int(),
  /**
   * Whether the running booking has daily pushes, colour, a TopAd and a story at this moment
   * (X-29).
   */
  push_taglich: z.boolean(),
  inserat_farbe: z.boolean(),
  inserat_topad: z.boolean(),
  inserat_story: z.boolean(),
  topad_until: z.nullable(z.string()),
  story_until: z.nullable(z.string()),
  /** Null while none can be bought. */
  topad_offer: PromotionOffer,
  story_offer: PromotionOffer,
  next_push_at: z.nullable(z.string()),
  /** The last one of this run; null before the first. */
  last_push_at: z.nullable(z.string()),
  /** The same as `auto_extend`, by its name in lists. */
  reaktivierung: z.boolean(),
  /**
   * Credits for booking the ad again as it is, without what is bought once (dates, TopAd, colour,
   * story).
   */
  renewal_price: z.int(),
  /**
   * Credits that come back when a planned ad is deleted now: all that was paid for runs that have
   * not begun (decisions, section 5).
   */
  planned_refund: z.int(),
  /**
   * Since when it is hidden, and for how many days its clock may stand still yet, a day that has
   * begun included; 0: its time runs on.
   */
  hidden_at: z.nullable(z.string()),
  hidden_days_left: z.int(),
  /** Counts the saves of the ad and of its draft. */
  version: z.int(),
  saved_at: z.nullable(z.string()),
  /**
   * Of its paid daily times, those for which credits came back: another package that is not shorter
   * charges them again.
   */
  short_daily_times: z.int(),
  /**
   * When this draft, which was never online, is deleted unless it changes; null until 14 days
   * before.
   */
  deletes_at: z.nullable(z.string()),
  /** When the running booking was made; null without one. */
  booked_at: z.nullable(z.string()),
  /** What the package of its booking cost then, in credits; 0 without one. */
  package_price: z.int(),
  /** What each of its dated pushes brings back at least if it does not come, in credits. */
  push_refund: z.int(),
  /**
   * What the running booking has paid for, so that the editor quotes only what is new. Null without
   * one.
   */
  paid: z.nullable(
    z.object({
      package: z.enum(PACKAGE_IDS),
      regions: z.int(),
      categories: z.int(),
      images: z.int(),
      dailyPushes: z.int(),
      datedPushes: z.int(),
      planned: z.boolean(),
      topAd: z.boolean(),
      colour: z.boolean(),
      story: z.boolean(),
    }),
  ),
});
export type Inserat = z.infer<typeof Inserat>;

export const createInserat = action({
  name: 'createInserat',
  method: 'POST',
  audience: 'user',
  summary: 'Gives the one untouched blank draft of the caller, or makes it.',
  input: z.object({ ...withUser }),
  output: z.object({ inserat_id: z.int(), message: z.string() }),
  errors: ['TOO_MANY_INSERATE'],
});

/** Bounds that hold for drafts too; publishing requires more (`problems.ts: publishProblems`). */
const contentInput = {
  ...inputsOf(content),
  /**
   * Optimistic lock: the version that the editor read; another one is refused. Without it the
   * later save wins.
   */
  version: z.optional(z.int()),
};

const untwinned = <Ad extends object>(ad: Ad) => withoutTwins(content, ad);

const savedInput = z.object({
  ...withUser,
  inserat_id: id,
  /**
   * `draft` keeps it unpublished (EDI-21). Status, dates and prices follow from the rest on the
   * server.
   */
  post_status: z._default(z.optional(z.literal(['publish', 'draft'])), 'publish'),
  ...contentInput,
  /**
   * What the editor showed as the price; when something else would be charged, it is refused.
   * Nothing to pay is never refused.
   */
  expected_total: z.optional(z.int()),
});

const keptInput = z.object({
  ...withUser,
  inserat_id: id,
  ...contentInput,
  /** Throws away what is unsaved beside a booked ad. */
  discard: z._default(z.optional(z.boolean()), false),
});

/** What editors hold beside the ad; it may be sent and means nothing. */
const OF_THE_EDITOR = ['webseiten', 'selectedWebseiten'];

export const saveInserat = action({
  name: 'saveInserat',
  method: 'POST',
  audience: 'user',
  money: { unless: ['post_status', 'draft'] },
  buys: { unless: ['post_status', 'draft'] },
  summary:
    'Saves an ad of the caller as draft, or places it: books the run and charges the credits in one step. A refused order changes nothing; the client then saves the draft.',
  limits: [{ per: 'account', attempts: 60, seconds: 60, refusedApart: true }],
  bodyLimit: 256 * 1024,
  knows: [...namesOf(savedInput.shape, Inserat.shape), ...OF_THE_EDITOR],
  input: z.pipe(savedInput, z.transform(untwinned)),
  output: z.object({ inserat: Inserat, charged: z.int(), credits: z.int(), message: z.string() }),
  errors: [
    'INVALID_INPUT',
    'INSERAT_NOT_FOUND',
    'TOO_MANY_INSERATE',
    'ACCOUNT_OFFLINE',
    'HELD',
    'EMAIL_UNCONFIRMED',
    'INSUFFICIENT_CREDITS',
    'PRICE_CHANGED',
    'FREE_AD_USED',
    'VERSION_CONFLICT',
    'TOO_MANY_ATTEMPTS',
  ],
});

/**
 * `behind_end`: all of them lie behind the new end, none before the new start, and none was missed.
 */
const falling = z.object({ count: z.int(), credits: z.int(), behind_end: z.boolean() });

/** What another package does to a booked ad. Times are instants. */
const PackageChange = z.object({
  from: z.enum(PACKAGE_IDS),
  to: z.enum(PACKAGE_IDS),
  /**
   * How much of the run falls away, and whether it was paid for; 0 while its price counts towards
   * the larger package.
   */
  lost_ms: z.int(),
  lost_paid: z.boolean(),
  old_end_at: z.string(),
  new_end_at: z.string(),
  /**
   * Pushes that do not fit into the new run, and the credits that come back for them. `again`:
   * daily times for which credits came back before and that are charged again, with their pushes
   * still to come and the credits that come back for those.
   */
  pushes: z.object({
    daily: falling,
    dated: falling,
    again: z.object({ times: z.int(), count: z.int(), credits: z.int() }),
  }),
  /** What still runs, goes over and is not charged again. */
  stays: z.array(z.enum(['colour', 'topAd', 'story'])),
  /**
   * What goes over but runs only to the new end, and the credits that come back for the rest once
   * that has come.
   */
  cut: z.array(z.object({ kind: z.enum(['topAd', 'story']), credits: z.int() })),
  /** What is charged. */
  items: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      note: z.string(),
      quantity: z.int(),
      unit: z.int(),
      total: z.int(),
    }),
  ),
  /**
   * Of the price of the old package, what counts towards the new one: within 60 minutes of the
   * booking, for a larger one.
   */
  credit: z.int(),
  total: z.int(),
  /** Everything that comes back at once. */
  refund: z.int(),
});
export type PackageChange = z.infer<typeof PackageChange>;

export const quotePackageChange = action({
  name: 'quotePackageChange',
  method: 'POST',
  audience: 'user',
  summary:
    'Says what saving a booked ad with another package would do and cost, and changes nothing. Takes what `saveInserat` takes.',
  limits: [{ per: 'account', attempts: 120, seconds: 60 }],
  bodyLimit: 256 * 1024,
  input: z.pipe(savedInput, z.transform(untwinned)),
  output: z.object({
    /** Null while the package stays the one that is booked. */
    change: z.nullable(PackageChange),
    credits: z.int(),
    message: z.string(),
  }),
  errors: [
    'INVALID_INPUT',
    'INSERAT_NOT_FOUND',
    'ACCOUNT_OFFLINE',
    'EMAIL_UNCONFIRMED',
    'FREE_AD_USED',
    'TOO_MANY_INSERATE',
    'TOO_MANY_ATTEMPTS',
  ],
});

export const getInserat = action({
  name: 'getInserat',
  method: 'GET',
  audience: 'user',
  summary:
    'An ad of the caller as it stands, and what was typed into its editor without being saved.',
  input: z.object({ ...withUser, inserat_id: id }),
  output: z.object({
    inserat: Inserat,
    /** Null while nothing is unsaved; a draft is saved as it is written and has none. */
    unsaved: z.nullable(InseratContent),
    message: z.string(),
  }),
  errors: ['INSERAT_NOT_FOUND'],
});

export const keepInserat = action({
  name: 'keepInserat',
  method: 'POST',
  audience: 'user',
  summary:
    'Keeps what is being typed: in the draft itself, or beside a booked ad, which changes for visitors only when it is saved. Costs nothing.',
  limits: [{ per: 'account', attempts: 120, seconds: 60 }],
  bodyLimit: 256 * 1024,
  input: z.pipe(keptInput, z.transform(untwinned)),
  output: z.object({ version: z.int(), saved_at: z.nullable(z.string()), message: z.string() }),
  errors: [
    'INVALID_INPUT',
    'INSERAT_NOT_FOUND',
    'TOO_MANY_INSERATE',
    'VERSION_CONFLICT',
    'TOO_MANY_ATTEMPTS',
  ],
});
