import * as z from 'zod/mini';
import { action, namesOf } from '../kernel/action.ts';
import type { Content } from '../kernel/content.ts';
import { blankOf, field, inputsOf, valuesOf } from '../kernel/content-schema.ts';
import { checked, id, withUser } from '../kernel/fields.ts';
import { fieldTexts, hasUnwantedCharacters, tidyLine } from '../kernel/text.ts';
import { IMAGE_BODY_LIMIT, IMAGE_REFUSALS } from '../media/contract.ts';
import { BANNER_MONTHS, BANNER_TYPE_IDS, type BannerTypeId } from './rules.ts';
import { BANNER_STATUSES } from './status.ts';

const START = ['Sofort', 'Planen'] as const;

/** The picture of a banner: addresses of its sizes, from the largest width that fits. */
const BannerImage = z.object({
  url: z.string(),
  sizes: z.object({ medium: z.string(), large: z.string(), full: z.string() }),
  width: z.int(),
  height: z.int(),
  /** Tiny data URL that is shown until the picture is there. */
  placeholder: z.string(),
});
export type BannerImage = z.infer<typeof BannerImage>;

const kept = (max: number) =>
  z.pipe(
    z.pipe(z.string(), z.transform(tidyLine)),
    checked((text) =>
      text.length > max
        ? fieldTexts.tooLong(max)
        : hasUnwantedCharacters(text)
          ? fieldTexts.format
          : null,
    ),
  );
const line = (max: number) => ({ ...field(z.string(), ''), draft: kept(max) });
const upTo = (max: number) => z.string().check(z.maxLength(max));

/**
 * What the advertiser enters, but for the picture: the only list of its fields. What an order
 * requires is in `problems.ts`.
 */
export const content = {
  typ: { ...field(z.enum(BANNER_TYPE_IDS), 'a1'), open: true, label: 'Typ' },
  /** A draft may be unfinished, but nothing in it is longer than its column. */
  text: { ...line(200), label: 'Text' },
  url: { ...line(2000), label: 'Website-URL' },
  /** Months of the running booking, or of the next one. */
  monate: {
    ...field(z.int(), BANNER_MONTHS.min),
    draft: z.int().check(z.minimum(BANNER_MONTHS.min), z.maximum(BANNER_MONTHS.max)),
    label: 'Laufzeit',
  },
  /** Once it has begun, `Sofort` and empty. Missing in a call, a booked start stays. */
  publish_option: { ...field(z.literal(START), 'Sofort'), open: true },
  /** YYYY-MM-DD and HH:MM in Swiss time. */
  publish_date: { ...field(z.string(), ''), draft: upTo(10), label: 'Datum' },
  publish_time: { ...field(z.string(), ''), draft: upTo(5), label: 'Zeit' },
  /** Ids of the partner websites, as in `state`. */
  webseiten: {
    ...field(z.array(z.int()), []),
    draft: z.array(id).check(z.maxLength(500)),
    label: 'Webseite',
  },
  /** Whether it is booked again for as many months at its end. */
  auto_extend: field(z.boolean(), false),
} as const satisfies Content;
const BannerContent = z.object(valuesOf(content));
export type BannerContent = z.infer<typeof BannerContent>;
export const BLANK_BANNER: BannerContent = blankOf(content);

/** Empty while there is no picture, and for text links. */
const picture = z.union([z.string(), BannerImage]);

/** A banner as its owner sees it (BAN-07). */
export const Banner = z.object({
  ID: z.int(),
  /** Made of what the advertiser gave: `bannerTitle`. */
  post_title: z.string(),
  ...BannerContent.shape,
  banner_bild: picture,
  /** What kind of thing it is, as a club says `club`. */
  TYPE: z.literal('banner'),
  status: z.enum(BANNER_STATUSES),
  /** DD.MM.YYYY HH:MM in Swiss time, empty while there is no booking. */
  start_datum: z.string(),
  end_datum: z.string(),
  /** The same as instants (ISO 8601) or null. */
  start_at: z.nullable(z.string()),
  end_at: z.nullable(z.string()),
  /** Credits that its last booking cost; 0 before the first. */
  banner_credits: z.int(),
  /** When it was first saved: DD.MM.YYYY HH:MM in Swiss time, and as an instant. */
  post_date: z.string(),
  created_at: z.string(),
  /**
   * How often it was seen and clicked on each website since it was first ordered; websites without
   * any are missing.
   */
  zahlen: z.array(z.object({ website: z.int(), views: z.int(), clicks: z.int() })),
  /** Counts the saves of the banner and of what is kept. */
  version: z.int(),
  saved_at: z.nullable(z.string()),
  /**
   * What was typed over a booked banner and not saved yet, with the picture that was chosen; null
   * without any.
   */
  unsaved: z.nullable(z.object({ ...BannerContent.shape, banner_bild: picture })),
});
export type Banner = z.infer<typeof Banner>;

export const getBanners = action({
  name: 'getBanners',
  method: 'GET',
  audience: 'user',
  summary: 'The banners of the caller, newest first; the same as in `state`.',
  input: z.object({ ...withUser }),
  output: z.object({ Banners: z.array(Banner) }),
  errors: [],
});

const wish = {
  ...withUser,
  /** The banner; without it a new one. */
  ID: z.optional(id),
  /** The same, as in the calls beside. */
  banner_id: z.optional(id),
  ...inputsOf(content),
  /** The type by its other name; `banner`, as the banner itself says, is no type. */
  TYPE: z.optional(z.unknown()),
  /**
   * A picture as data URL (PNG or JPEG); empty takes the picture off; missing, or as it was given,
   * leaves it as it is.
   */
  banner_bild: z.optional(z.union([upTo(IMAGE_BODY_LIMIT), BannerImage])),
  /** Optimistic lock: the version that the editor read. */
  version: z.optional(z.int()),
};

interface Twins {
  typ?: BannerTypeId | undefined;
  TYPE?: unknown;
}
const typeIn = ({ typ, TYPE }: Twins) => typ ?? BANNER_TYPE_IDS.find((one) => one === TYPE);

/** The wish with its type by the one name. */
const typed = <Out extends Twins, In>(form: z.ZodMiniType<Out, In>) =>
  z.pipe(
    form.check(({ value, issues }) => {
      if (typeIn(value) === undefined)
        issues.push({
          code: 'custom',
          path: ['typ'],
          input: value.typ,
          message: fieldTexts.required,
        });
    }),
    z.transform(({ TYPE, ...banner }: Out) => ({ ...banner, typ: typeIn({ ...banner, TYPE })! })),
  );

const limits = [
  { per: 'account', shared: 'banner_action', attempts: 120, seconds: 60, refusedApart: true },
] as const;
const SAVING = [
  'INVALID_INPUT',
  'BANNER_NOT_FOUND',
  'BANNER_VERSION_CONFLICT',
  'TOO_MANY_BANNERS',
  ...IMAGE_REFUSALS,
  'STORAGE_FULL',
  'QUOTA_REACHED',
  'TOO_MANY_ATTEMPTS',
] as const;

export const keepBanner = action({
  name: 'keep_banner',
  method: 'POST',
  audience: 'user',
  limits,
  bodyLimit: IMAGE_BODY_LIMIT,
  summary:
    'Keeps what is being typed: a draft holds it, of a booked banner visitors see nothing of it before it is saved.',
  input: typed(
    z.object({
      ...wish,
      /** Forgets what was kept over a booked banner. */ discard: z.optional(z.boolean()),
    }),
  ),
  output: z.object({ banner: Banner, message: z.string() }),
  errors: SAVING,
});

export const saveBanner = action({
  name: 'save_banner',
  method: 'POST',
  audience: 'user',
  limits,
  bodyLimit: IMAGE_BODY_LIMIT,
  summary:
    'Keeps a draft or an expired banner as it is, or changes text, picture, target, renewal and a start that is still to come of a booked one. Costs nothing.',
  input: typed(z.object(wish)),
  output: z.object({ banner: Banner, credits: z.int(), message: z.string() }),
  errors: [...SAVING, 'ACCOUNT_OFFLINE'],
});

const ordered = {
  ...wish,
  /** What the order showed as the price; when something else would be charged, it is refused. */
  expected_total: z.optional(z.int()),
};

export const orderBanner = action({
  name: 'order_banner',
  method: 'POST',
  audience: 'user',
  money: true,
  buys: true,
  press: {},
  limits,
  bodyLimit: IMAGE_BODY_LIMIT,
  summary:
    'Orders a new banner, a draft or an expired one: charges, books and publishes or plans it in one.',
  knows: namesOf(ordered, Banner.shape),
  input: typed(z.object(ordered)),
  output: z.object({ banner: Banner, charged: z.int(), credits: z.int(), message: z.string() }),
  errors: [
    ...SAVING,
    'ACCOUNT_OFFLINE',
    'HELD',
    'BANNER_NOT_IN_THIS_STATE',
    'INSUFFICIENT_CREDITS',
    'PRICE_CHANGED',
    'EMAIL_UNCONFIRMED',
  ],
});

const onBanner = z.object({ ...withUser, banner_id: id });
const changed = z.object({ banner: Banner, message: z.string() });
const MOVING = [
  ...(['BANNER_NOT_FOUND', 'BANNER_NOT_IN_THIS_STATE', 'HELD', 'TOO_MANY_ATTEMPTS'] as const),
] as const;

export const activateBanner = action({
  name: 'activate_banner',
  method: 'POST',
  audience: 'user',
  limits,
  summary:
    'Puts a planned banner online now for its whole time, or shows a hidden one again until its end. Costs nothing.',
  input: onBanner,
  output: changed,
  errors: [...MOVING, 'ACCOUNT_OFFLINE', 'INVALID_INPUT'],
});

export const hideBanner = action({
  name: 'hide_banner',
  method: 'POST',
  audience: 'user',
  limits,
  summary: 'Takes an active banner off the partner websites at once. Its time goes on.',
  input: onBanner,
  output: changed,
  errors: MOVING,
});

export const duplicateBanner = action({
  name: 'duplicate_banner',
  method: 'POST',
  audience: 'user',
  limits,
  summary: 'Makes a draft with the same contents, picture and websites.',
  input: onBanner,
  output: changed,
  errors: ['BANNER_NOT_FOUND', 'HELD', 'TOO_MANY_BANNERS', 'QUOTA_REACHED', 'TOO_MANY_ATTEMPTS'],
});

export const deleteBanner = action({
  name: 'delete_banner',
  method: 'DELETE',
  audience: 'user',
  money: true,
  limits,
  summary:
    'Deletes a banner with its contents and picture. A planned one gives its whole price back.',
  input: onBanner,
  output: z.object({ refunded: z.int(), credits: z.int(), message: z.string() }),
  errors: ['BANNER_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
});
