import * as z from 'zod/mini';
import { BANNER_TYPE_IDS } from '../banners/rules.ts';
import { checked, id, tidied } from '../kernel/fields.ts';
import { tidyLine, tidyText } from '../kernel/text.ts';
import { RATINGS } from '../media/rules.ts';
import { keyNameProblem, switchReasonProblem } from './desk-rules.ts';
import { blockReasonProblem } from './policy-rules.ts';

/** What the calls of the house and of a website's own people have in common. */
const instant = z.iso.datetime();
const moment = z.nullable(instant);
const HEALTH = ['none', 'healthy', 'late', 'failed'] as const;

export const done = z.object({ message: z.string() });
export const keyName = tidied(tidyLine, keyNameProblem);
export const reason = tidied(tidyText, switchReasonProblem);
export const key_id = id;
export const message_id = id;
/** The whole address is checked where it is asked. */
export const address = z.string().check(z.maxLength(600));
export const linkKind = z.enum(['inserat', 'club']);

export const listed = z.object({
  website_id: z.int(),
  name: z.string(),
  url: z.string(),
  on: z.boolean(),
  /** When it was switched on or off last. */
  since: moment,
  accepts: z.enum(RATINGS),
  ads: z.int(),
  clubs: z.int(),
  /** Of 7 days. */
  views: z.int(),
  hook: z.enum(HEALTH),
  dead: z.int(),
  /** When a key was used last. */
  read_at: moment,
  open_receipts: z.int(),
});

const key = z.object({
  key_id: z.int(),
  name: z.string(),
  hint: z.string(),
  created_at: instant,
  last_used_at: moment,
  ends_at: moment,
});

const message = z.object({
  message_id: z.int(),
  event: z.enum(['published', 'changed', 'lifted', 'taken_down']),
  kind: z.enum(['inserat', 'club']),
  public_id: z.string(),
  state: z.enum(['waiting', 'delivered', 'dead']),
  /** What the website answered last; null before the first attempt or without an answer. */
  status: z.nullable(z.int()),
  attempts: z.int(),
  at: instant,
});

export const website = z.extend(listed, {
  links: z.object({ inserat: z.nullable(z.string()), club: z.nullable(z.string()) }),
  keys: z.array(key),
  webhook: z.object({
    url: z.nullable(z.string()),
    waiting: z.int(),
    accepted_at: moment,
    /** Until then the secret before signs, too. */
    both_until: moment,
    messages: z.array(message),
  }),
  /** Of 30 days. */
  receipts: z.object({
    all: z.int(),
    in_time: z.int(),
    later: z.int(),
    open: z.int(),
    /** Those that are open, the latest first. */
    waiting: z.array(
      z.object({
        kind: z.enum(['inserat', 'club', 'banner']),
        public_id: z.nullable(z.string()),
        at: instant,
        /** Where it stood on the website, which should answer that it is gone. */
        link: z.nullable(z.string()),
      }),
    ),
  }),
});

export const issued = z.object({ message: z.string(), key: z.string() });
export const secret = z.object({ message: z.string(), secret: z.string() });
/** What an address of the website answered. */
export const answered = z.object({ message: z.string(), ok: z.boolean() });
export const file = z.object({ name: z.string(), text: z.string() });

export const traffic = z.object({
  /** The oldest first, today last. */
  days: z.array(
    z.object({
      day: z.string(),
      reads: z.int(),
      views: z.int(),
      clicks: z.int(),
      errors: z.int(),
      visits: z.int(),
      bots: z.int(),
    }),
  ),
});

const categories = z.array(z.int()).check(z.maxLength(200));
const cantons = z.array(z.string()).check(z.maxLength(26));
const slots = z.array(z.enum(BANNER_TYPE_IDS));

/** What a website wants; the same is previewed and kept. */
export const policy = { accepts: z.enum(RATINGS), categories, cantons, slots };

const named = z.object({ id: z.int(), name: z.string() });

export const shownPolicy = z.object({
  /** For `seen_version`. */
  version: z.int(),
  ...policy,
  blocks: z.array(
    z.object({
      kind: linkKind,
      item_id: z.int(),
      public_id: z.nullable(z.string()),
      reason: z.string(),
      at: instant,
    }),
  ),
  /** What can be chosen. */
  lists: z.object({
    categories: z.array(named),
    cantons: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

/** Number of published items a policy excludes. */
export const effect = z.object({
  ads: z.int(),
  ads_left_out: z.int(),
  clubs: z.int(),
  clubs_left_out: z.int(),
  /** Of the ads and clubs that are shown, how many pictures and videos are above the rating. */
  media_left_out: z.int(),
  /** Banners that lose this website, because they have no place there any more. */
  banners: z.int(),
  /** Banners in its places that are not shown, because their picture is above the rating. */
  banners_above: z.int(),
});

/** By its number, or by its id on the websites. */
export const thing = checked((text) =>
  /^(\d{1,15}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(text)
    ? null
    : 'Eine Nummer oder die lange Nummer der Webseiten.',
);
export const blockReason = tidied(tidyText, blockReasonProblem);
