import * as z from 'zod/mini';
import { action, namesOf } from '../kernel/action.ts';
import { checked, id, withUser } from '../kernel/fields.ts';
import { fieldTexts, hasUnwantedCharacters, tidyLine } from '../kernel/text.ts';
import { IMAGE_BODY_LIMIT, IMAGE_REFUSALS } from '../media/contract.ts';
import { BANNER_MONTHS, BANNER_TYPE_IDS, type BannerTypeId } from './rules.ts';
import { BANNER_STATUSES } from './status.ts';

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

/** What the advertiser chooses and types, but for the picture. */
const content = {
  typ: z.enum(BANNER_TYPE_IDS),
  text: z.string(),
  url: z.string(),
  /** Months of the running booking, or of the next one. */
  monate: z.int(),
  /** The wish for the start. Once it has begun, `Sofort` and empty. */
  publish_option: z.literal(['Sofort', 'Planen']),
  /** YYYY-MM-DD and HH:MM in Swiss time. */
  publish_date: z.string(),
  publish_time: z.string(),
  /** Ids of the partner websites, as in `state`. */
  webseiten: z.array(z.int()),
  /** Whether it is booked again for as many months at its end. */
  auto_extend: z.boolean(),
};

/** Empty while there is no picture, and for text links. */
const picture = z.union([z.string(), BannerImage]);

/** A banner as its owner sees it (BAN-07). */
export const Banner = z.object({
  ID: z.int(),
  /** Made of what the advertiser gave: `bannerTitle`. */
  post_title: z.string(),
  ...content,
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
  /** How often it was seen and clicked on each website since it was first ordered; websites without any are missing. */
  zahlen: z.array(z.object({ website: z.int(), views: z.int(), clicks: z.int() })),
  /** Counts the saves of the banner and of what is kept. */
  version: z.int(),
  saved_at: z.nullable(z.string()),
  /** What was typed over a booked banner and not saved yet, with the picture that was chosen; null without any. */
  unsaved: z.nullable(z.object({ ...content, banner_bild: picture })),
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

const kept = (max: number) =>
  z.pipe(
    z.pipe(z.string(), z.transform(tidyLine)),
    checked((text) =>
      text.length > max ? fieldTexts.tooLong(max) : hasUnwantedCharacters(text) ? fieldTexts.format : null,
    ),
  );

/** Names of the wire; a draft may be unfinished, but nothing in it is longer than its column. */
const wish = {
  ...withUser,
  /** The banner; without it a new one. */
  ID: z.optional(id),
  /** The same, as in the calls beside. */
  banner_id: z.optional(id),
  typ: z.optional(z.enum(BANNER_TYPE_IDS)),
  /** The same, by its other name; `banner`, as the banner itself says, is no type. */
  TYPE: z.optional(z.unknown()),
  text: z._default(z.optional(kept(200)), ''),
  url: z._default(z.optional(kept(2000)), ''),
  /** A picture as data URL (PNG or JPEG); empty takes the picture off; missing, or as it was given, leaves it as it is. */
  banner_bild: z.optional(z.union([z.string().check(z.maxLength(IMAGE_BODY_LIMIT)), BannerImage])),
  monate: z._default(z.optional(z.int().check(z.minimum(BANNER_MONTHS.min), z.maximum(BANNER_MONTHS.max))), 1),
  /** Missing leaves the start of a planned banner as it is booked; any other begins at once. */
  publish_option: z.optional(z.literal(['Sofort', 'Planen'])),
  publish_date: z._default(z.optional(z.string().check(z.maxLength(10))), ''),
  publish_time: z._default(z.optional(z.string().check(z.maxLength(5))), ''),
  webseiten: z._default(z.optional(z.array(id).check(z.maxLength(500))), []),
  auto_extend: z._default(z.optional(z.boolean()), false),
  /** Nobody saves over what they have not seen. */
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
        issues.push({ code: 'custom', path: ['typ'], input: value.typ, message: fieldTexts.required });
    }),
    z.transform(({ TYPE, ...banner }: Out) => ({ ...banner, typ: typeIn({ ...banner, TYPE })! })),
  );

const limits = [{ per: 'account', shared: 'banner_action', attempts: 120, seconds: 60, refusedApart: true }] as const;
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
    z.object({ ...wish, /** Forgets what was kept over a booked banner. */ discard: z.optional(z.boolean()) }),
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
  press: {},
  limits,
  bodyLimit: IMAGE_BODY_LIMIT,
  summary: 'Orders a new banner, a draft or an expired one: charges, books and publishes or plans it in one.',
  knows: namesOf(ordered, Banner.shape),
  input: typed(z.object(ordered)),
  output: z.object({ banner: Banner, charged: z.int(), credits: z.int(), message: z.string() }),
  errors: [
    ...SAVING,
    'ACCOUNT_OFFLINE',
    'BANNER_NOT_IN_THIS_STATE',
    'INSUFFICIENT_CREDITS',
    'PRICE_CHANGED',
    'EMAIL_UNCONFIRMED',
  ],
});

const onBanner = z.object({ ...withUser, banner_id: id });
const changed = z.object({ banner: Banner, message: z.string() });
const MOVING = ['BANNER_NOT_FOUND', 'BANNER_NOT_IN_THIS_STATE', 'TOO_MANY_ATTEMPTS'] as const;

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
  errors: ['BANNER_NOT_FOUND', 'TOO_MANY_BANNERS', 'QUOTA_REACHED', 'TOO_MANY_ATTEMPTS'],
});

export const deleteBanner = action({
  name: 'delete_banner',
  method: 'DELETE',
  audience: 'user',
  money: true,
  limits,
  summary: 'Deletes a banner with its contents and picture. A planned one gives its whole price back.',
  input: onBanner,
  output: z.object({ refunded: z.int(), credits: z.int(), message: z.string() }),
  errors: ['BANNER_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
});
