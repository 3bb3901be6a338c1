import * as z from 'zod/mini';
import { BANNER_TYPE_IDS } from '../banners/rules.ts';
import { DELIVERED_CONTENT } from '../inserate/contract.ts';
import { LANGUAGE_CODES } from '../inserate/languages.ts';
import { valuesOf } from '../kernel/content-schema.ts';
import { lookup } from '../kernel/fields.ts';
import { VISIT_KINDS } from '../statistics/rules.ts';
import { AD_SORTS, PAGE_LIMIT, SEARCH_MAX_LENGTH, SIMILAR_LIMIT } from './rules.ts';

/** How a list of ads is ordered. */
export type AdSort = (typeof AD_SORTS)[number];

const named = <T extends z.ZodMiniType>(id: T) => z.object({ id, name: z.string() });
const instant = z.iso.datetime();

export const DeliveredImage = z.object({
  /** Absolute address for each width in pixels. */
  urls: z.record(z.string(), z.url()),
  width: z.int(),
  height: z.int(),
  /** Tiny data URL that stands in until the picture is there. */
  placeholder: z.string(),
});
export type DeliveredImage = z.infer<typeof DeliveredImage>;

export const DeliveredVideo = z.object({
  /** Absolute address of the MP4 for each height in pixels. */
  urls: z.record(z.string(), z.url()),
  /** Absolute address of the still picture shown until it plays. */
  poster: z.url(),
  /** Of the largest file. */
  width: z.int(),
  height: z.int(),
  seconds: z.number(),
});
export type DeliveredVideo = z.infer<typeof DeliveredVideo>;

/**
 * Shown on request for a day: a row of its own on the website. A video or a picture, never both;
 * the first picture of the ad where the story has none that the website accepts, and null where
 * that is missing too.
 */
const DeliveredStory = z.object({
  title: z.string(),
  until: instant,
  image: z.nullable(DeliveredImage),
  video: z.nullable(DeliveredVideo),
});

/** Only where the advertiser shows it. */
const DeliveredAddress = z.object({
  strasse: z.string(),
  zusatz: z.string(),
  plz: z.string(),
  ort: z.string(),
  land: z.string(),
});

/**
 * An ad as partner websites get it: what a visitor may read, and nothing of its owner. All texts
 * are plain text, but for `beschreibung_html`.
 */
export const DeliveredAd = z.object({
  id: z.uuid(),
  ...valuesOf(DELIVERED_CONTENT),
  beschreibung: z.string(),
  /**
   * The same with its form: p, h1 to h3, ul, ol, li, strong, em, u, br; blocks may have the class
   * align-center or align-right.
   */
  beschreibung_html: z.string(),
  /** Whether the number takes short messages. */
  sms: z.boolean(),
  /** E.164. */
  whatsapp: z.nullable(z.string()),
  /** Always https. */
  homepage: z.nullable(z.string()),
  /** PLZ and place, where the advertiser shows them: «Ort» and «Ganze Adresse». */
  standort: z.nullable(z.object({ plz: z.string(), ort: z.string() })),
  /** Only with «Ganze Adresse». */
  adresse: z.nullable(DeliveredAddress),
  cantons: z.array(named(z.string())),
  categories: z.array(named(z.int())),
  offerings: z.array(named(z.int())),
  /** Only those that the website accepts, by what they show; the same for videos and story. */
  images: z.array(DeliveredImage),
  videos: z.array(DeliveredVideo),
  /** Stands above the others, marked as such. */
  topad: z.boolean(),
  /** While it is a TopAd: from this instant on it no longer is. */
  topad_until: z.nullable(instant),
  /** Shown on a coloured background. */
  farbe: z.boolean(),
  story: z.nullable(DeliveredStory),
  /** First time online; a push or a renewal does not move it. */
  published_at: instant,
  /** Last publication or push; the order within the list. */
  lifted_at: instant,
  /**
   * From this instant on the ad must not be shown any more, also without hearing from the portal.
   */
  end_at: instant,
  updated_at: instant,
});
export type DeliveredAd = z.infer<typeof DeliveredAd>;

/** No longer published, or no longer within the filter: to be removed from every copy. */
export const Tombstone = z.object({ id: z.uuid(), deleted: z.literal(true) });
export type Tombstone = z.infer<typeof Tombstone>;

const whole = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  );
const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,400}$/));

const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const adFilter = {
  canton: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  category: z.optional(whole(1, 999_999)),
  sprache: z.optional(z.enum(LANGUAGE_CODES)),
  q: z.optional(lookup(SEARCH_MAX_LENGTH)),
};

/** Query of `GET /partner/v1/ads`. Unknown names are ignored; a repeated name is refused. */
export const adsQuery = z.object({
  ...adFilter,
  /** TopAds alone, or the others alone; not with `since`. */
  topad: z.optional(z.enum(['only', 'none'])),
  /** The order within TopAds and within the others; not with `since`. */
  sort: z.optional(z.enum(AD_SORTS)),
  /** These ads alone, those of them that are shown, separated by commas; not with `since`. */
  ids: z.optional(
    z.string().check(z.regex(new RegExp(`^${UUID}(,${UUID}){0,${PAGE_LIMIT.max - 1}}$`))),
  ),
  limit: z._default(z.optional(whole(1, PAGE_LIMIT.max)), PAGE_LIMIT.default),
  /** `next_cursor` of the page before, with the same filters. */
  cursor: z.optional(token),
  /** `next_since` of an earlier response, with the same filters: only what changed after it. */
  since: z.optional(token),
});
export type AdsQuery = z.output<typeof adsQuery>;

/**
 * Without `since`: TopAds first, then newest lift first. With it: changed ads and tombstones, at
 * least once each.
 */
export const adsAnswer = z.object({
  success: z.literal(true),
  ads: z.array(z.union([DeliveredAd, Tombstone])),
  /**
   * What was looked for instead of a `q` that is in no ad; null where nothing had to be guessed.
   */
  corrected: z.nullable(z.string()),
  /** The next page, or null at the end and with `since`. */
  next_cursor: z.nullable(z.string()),
  /** Ask with it later for what has changed. */
  next_since: z.string(),
  /** Whether more is waiting: behind `next_cursor`, or with `since` behind `next_since`. */
  more: z.boolean(),
});
export type AdsAnswer = z.infer<typeof adsAnswer>;

/** Query of `GET /partner/v1/ads/count`. */
export const adCountQuery = z.object(adFilter);
export type AdCountQuery = z.output<typeof adCountQuery>;

/** How many ads the filters leave, TopAds included. */
export const adCountAnswer = z.object({
  success: z.literal(true),
  total: z.int(),
  /** Of these, first online on this Swiss calendar day. */
  new_today: z.int(),
  /** As with the list: what was looked for instead of `q`. */
  corrected: z.nullable(z.string()),
});
export type AdCountAnswer = z.infer<typeof adCountAnswer>;

/** Query of `GET /partner/v1/ads/{id}/similar`. */
export const similarQuery = z.object({
  limit: z._default(z.optional(whole(1, SIMILAR_LIMIT.max)), SIMILAR_LIMIT.default),
});

/**
 * Of the same canton and category first, then of the same canton, then of the same category; also
 * for an ad that is no longer shown.
 */
export const similarAnswer = z.object({ success: z.literal(true), ads: z.array(DeliveredAd) });
export type SimilarAnswer = z.infer<typeof similarAnswer>;

/** Query of `GET /partner/v1/stories`. */
export const storiesQuery = z.object({
  canton: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  limit: z._default(z.optional(whole(1, PAGE_LIMIT.max)), PAGE_LIMIT.default),
  /** `next_cursor` of the page before, with the same canton. */
  cursor: z.optional(token),
});
export type StoriesQuery = z.output<typeof storiesQuery>;

/** The ads that have a story now, the one that runs longest first. */
export const storiesAnswer = z.object({
  success: z.literal(true),
  ads: z.array(DeliveredAd),
  next_cursor: z.nullable(z.string()),
  more: z.boolean(),
});
export type StoriesAnswer = z.infer<typeof storiesAnswer>;

export const adAnswer = z.object({ success: z.literal(true), ad: DeliveredAd });
export type AdAnswer = z.infer<typeof adAnswer>;

/**
 * A banner for one place of the website, chosen among those that run there, each as often as the
 * others.
 */
export const DeliveredBanner = z.object({
  id: z.uuid(),
  slot: z.enum(BANNER_TYPE_IDS),
  /** Of a text link; empty otherwise. */
  text: z.string(),
  /** Null for a text link. */
  image: z.nullable(DeliveredImage),
  /**
   * Leads to the advertiser and counts the click; only this address may stand behind the banner.
   */
  click_url: z.url(),
  /** To be fetched (GET or POST) when a visitor sees the banner; counts once. */
  impression_url: z.url(),
  /** From this instant on it must not be shown any more. */
  end_at: instant,
});
export type DeliveredBanner = z.infer<typeof DeliveredBanner>;

/**
 * Query of `GET /partner/v1/banners`: one place or several, separated by commas, and how many
 * different ones for each; `a4:6` is six for this place.
 */
export const bannersQuery = z.object({
  slot: z.string().check(z.regex(/^a[1-4](:([1-9]|10))?(,a[1-4](:([1-9]|10))?){0,3}$/)),
  count: z._default(z.optional(whole(1, 10)), 1),
});

export const bannersAnswer = z.object({
  success: z.literal(true),
  /** In the order of the requested places; a place without a running banner is omitted. */
  banners: z.array(DeliveredBanner),
});
export type BannersAnswer = z.infer<typeof bannersAnswer>;

/** A club as partner websites get it. All texts are plain text. */
export const DeliveredClub = z.object({
  id: z.uuid(),
  name: z.string(),
  titel: z.string(),
  /** With line breaks. */
  beschreibung: z.string(),
  /** E.164. */
  telefon: z.string(),
  /** Always https. */
  homepage: z.nullable(z.string()),
  adresse: z.nullable(DeliveredAddress),
  canton: z.nullable(named(z.string())),
  /**
   * Days count from Monday, 1 to 7; an end before its beginning lies after midnight, equal times
   * are the whole day.
   */
  oeffnungszeiten: z.array(z.object({ tag: z.int(), von: z.string(), bis: z.string() })),
  images: z.array(DeliveredImage),
  /** Null: without an end. */
  end_at: z.nullable(instant),
  updated_at: instant,
});
export type DeliveredClub = z.infer<typeof DeliveredClub>;

/** Query of `GET /partner/v1/clubs`. */
export const clubsQuery = z.object({
  canton: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  limit: z._default(z.optional(whole(1, PAGE_LIMIT.max)), PAGE_LIMIT.default),
  /** `next_cursor` of the page before, with the same canton. */
  cursor: z.optional(token),
  /** `next_since` of an earlier response, with the same canton: only what changed after it. */
  since: z.optional(token),
});
export type ClubsQuery = z.output<typeof clubsQuery>;

/** Without `since`: newest first. With it: changed clubs and tombstones, at least once each. */
export const clubsAnswer = z.object({
  success: z.literal(true),
  clubs: z.array(z.union([DeliveredClub, Tombstone])),
  /** The next page, or null at the end and with `since`. */
  next_cursor: z.nullable(z.string()),
  /** Ask with it later for what has changed. */
  next_since: z.string(),
  /** Whether more is waiting: behind `next_cursor`, or with `since` behind `next_since`. */
  more: z.boolean(),
});
export type ClubsAnswer = z.infer<typeof clubsAnswer>;

export const clubAnswer = z.object({ success: z.literal(true), club: DeliveredClub });
export type ClubAnswer = z.infer<typeof clubAnswer>;

/**
 * Body of `POST /partner/v1/ads/{id}/views` and of `clubs/{id}/views`: what a visitor of the
 * website did.
 */
export const visitBody = z.object({
  kind: z._default(z.optional(z.enum(VISIT_KINDS)), 'view'),
  /**
   * 8 to 200 visible ASCII signs, the same for the same visitor on one day, such as a salted hash
   * of address and browser; never kept.
   */
  visitor: z.string().check(z.regex(/^[\x21-\x7e]{8,200}$/)),
  /** The `User-Agent` of the visitor, so that programs are not counted; never kept. */
  user_agent: z.string().check(z.maxLength(1000)),
});
export type VisitBody = z.output<typeof visitBody>;

/** It was accepted; whether it counts is not disclosed. */
export const visitAnswer = z.object({ success: z.literal(true) });

/** The values that the filters take. */
export const listsAnswer = z.object({
  success: z.literal(true),
  cantons: z.array(named(z.string())),
  categories: z.array(named(z.int())),
  offerings: z.array(named(z.int())),
});
export type ListsAnswer = z.infer<typeof listsAnswer>;
