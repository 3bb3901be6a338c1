import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { withUser } from '../kernel/fields.ts';
import { BANNER_TYPE_IDS } from './rules.ts';
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

/** A banner as its owner sees it (BAN-07). */
export const Banner = z.object({
  ID: z.int(),
  /** Made of what the advertiser gave: `bannerTitle`. */
  post_title: z.string(),
  text: z.string(),
  url: z.string(),
  typ: z.enum(BANNER_TYPE_IDS),
  /** What kind of thing it is, as a club says `club`. */
  TYPE: z.literal('banner'),
  status: z.enum(BANNER_STATUSES),
  /** DD.MM.YYYY HH:MM in Swiss time, empty while there is no booking. */
  start_datum: z.string(),
  end_datum: z.string(),
  /** The same as instants (ISO 8601) or null. */
  start_at: z.nullable(z.string()),
  end_at: z.nullable(z.string()),
  /** Months of the running booking, or of the next one. */
  monate: z.int(),
  /** Credits that its last booking cost; 0 before the first. */
  banner_credits: z.int(),
  /** Empty while there is no picture, and for text links. */
  banner_bild: z.union([z.string(), BannerImage]),
  /** When it was first saved: DD.MM.YYYY HH:MM in Swiss time, and as an instant. */
  post_date: z.string(),
  created_at: z.string(),
  /** The wish for the start. Once it has begun, `Sofort` and empty. */
  publish_option: z.literal(['Sofort', 'Planen']),
  /** YYYY-MM-DD and HH:MM in Swiss time. */
  publish_date: z.string(),
  publish_time: z.string(),
  /** Ids of the partner websites, as in `state`. */
  webseiten: z.array(z.int()),
  /** Whether it is booked again for as many months at its end. */
  auto_extend: z.boolean(),
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
