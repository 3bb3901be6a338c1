import * as z from 'zod/mini';
import { IMAGE_KINDS } from '../inserate/limits.ts';
import { lookup } from '../kernel/fields.ts';
import { PAGE_LIMIT, SEARCH_MAX_LENGTH } from './rules.ts';

const named = <T extends z.ZodMiniType>(id: T) => z.strictObject({ id, name: z.string() });
const instant = z.iso.datetime();

export const DeliveredImage = z.strictObject({
  /** Absolute address for each width in pixels. */
  urls: z.record(z.string(), z.url()),
  width: z.int(),
  height: z.int(),
  /** Tiny data URL that stands in until the picture is there. */
  placeholder: z.string(),
});
export type DeliveredImage = z.infer<typeof DeliveredImage>;

export const DeliveredVideo = z.strictObject({
  /** Absolute address of the MP4 for each height in pixels. */
  urls: z.record(z.string(), z.url()),
  /** Absolute address of the picture that stands for it until it plays. */
  poster: z.url(),
  /** Of the largest file. */
  width: z.int(),
  height: z.int(),
  seconds: z.number(),
});
export type DeliveredVideo = z.infer<typeof DeliveredVideo>;

/**
 * Shown on request for a day: a row of its own on the website. A video or a picture, never both; the first picture of the ad where the
 * story has none that the website accepts, and null where that is missing too.
 */
const DeliveredStory = z.strictObject({
  title: z.string(),
  until: instant,
  image: z.nullable(DeliveredImage),
  video: z.nullable(DeliveredVideo),
});

/** Only where the advertiser shows it. */
const DeliveredAddress = z.strictObject({
  strasse: z.string(),
  zusatz: z.string(),
  plz: z.string(),
  ort: z.string(),
  land: z.string(),
});

/**
 * An ad as partner websites get it: what a visitor may read, and nothing of its owner. All texts are plain text, but for
 * `beschreibung_html`.
 */
export const DeliveredAd = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  titel: z.string(),
  beschreibung: z.string(),
  /** The same with its form: p, h1 to h3, ul, ol, li, strong, em, u, br; blocks may have the class align-center or align-right. */
  beschreibung_html: z.string(),
  /** E.164. */
  telefon: z.string(),
  /** Whether this number takes short messages. */
  sms: z.boolean(),
  /** E.164. */
  whatsapp: z.nullable(z.string()),
  /** Always https. */
  homepage: z.nullable(z.string()),
  adresse: z.nullable(DeliveredAddress),
  cantons: z.array(named(z.string())),
  categories: z.array(named(z.int())),
  offerings: z.array(named(z.int())),
  originalbilder: z.enum(IMAGE_KINDS),
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
  /** Last publication or push; the order within the list. */
  lifted_at: instant,
  /** From this instant on the ad must not be shown any more, also without hearing from the portal. */
  end_at: instant,
  updated_at: instant,
});
export type DeliveredAd = z.infer<typeof DeliveredAd>;

/** No longer published, or no longer within the filter: to be removed from every copy. */
export const Tombstone = z.strictObject({ id: z.uuid(), deleted: z.literal(true) });
export type Tombstone = z.infer<typeof Tombstone>;

const whole = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  );
const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,400}$/));

/** Query of `GET /partner/v1/ads`. Unknown names are ignored; a repeated name is refused. */
export const adsQuery = z.object({
  canton: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  category: z.optional(whole(1, 999_999)),
  q: z.optional(lookup(SEARCH_MAX_LENGTH)),
  limit: z._default(z.optional(whole(1, PAGE_LIMIT.max)), PAGE_LIMIT.default),
  /** `next_cursor` of the page before, with the same filters. */
  cursor: z.optional(token),
  /** `next_since` of an earlier answer, with the same filters: only what changed after it. */
  since: z.optional(token),
});
export type AdsQuery = z.output<typeof adsQuery>;

/** Without `since`: TopAds first, then newest lift first. With it: changed ads and tombstones; a change may be told twice, never not. */
export const adsAnswer = z.strictObject({
  success: z.literal(true),
  ads: z.array(z.union([DeliveredAd, Tombstone])),
  /** The next page, or null at the end and with `since`. */
  next_cursor: z.nullable(z.string()),
  /** Ask with it later for what has changed. */
  next_since: z.string(),
  /** Whether more is waiting: behind `next_cursor`, or with `since` behind `next_since`. */
  more: z.boolean(),
});
export type AdsAnswer = z.infer<typeof adsAnswer>;

export const adAnswer = z.strictObject({ success: z.literal(true), ad: DeliveredAd });
export type AdAnswer = z.infer<typeof adAnswer>;

/** The values that the filters take. */
export const listsAnswer = z.strictObject({
  success: z.literal(true),
  cantons: z.array(named(z.string())),
  categories: z.array(named(z.int())),
  offerings: z.array(named(z.int())),
});
export type ListsAnswer = z.infer<typeof listsAnswer>;
