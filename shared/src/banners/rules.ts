import type { Credits } from '../kernel/money.ts';
import { readAddress } from '../kernel/url.ts';

export const BANNER_TYPE_IDS = ['a1', 'a2', 'a3', 'a4'] as const;
export type BannerTypeId = (typeof BANNER_TYPE_IDS)[number];

interface BannerType {
  name: string;
  description: string;
  format: string;
  /** Name of the picture of the type in the icon set. */
  icon: string;
  /** Pixels of the image; null for the type that is a text. */
  size: { width: number; height: number } | null;
}

/** A text link has this many characters at most (BAN-41). */
export const TEXT_LINK_MAX = 16;

/** The four types (BAN-35); what they cost is in the catalogue. */
export const BANNER_TYPES: Record<BannerTypeId, BannerType> = {
  a1: {
    name: 'Leaderboard',
    description: 'Breit, ganz oben auf der Seite',
    format: '1248 × 244 px',
    icon: 'panel-top',
    size: { width: 1248, height: 244 },
  },
  a2: {
    name: 'Banner',
    description: 'Zwischen den Inseraten',
    format: '715 × 244 px',
    icon: 'rectangle-horizontal',
    size: { width: 715, height: 244 },
  },
  a3: {
    name: 'Popup',
    description: 'Erscheint über der Seite',
    format: '600 × 800 px',
    icon: 'app-window',
    size: { width: 600, height: 800 },
  },
  a4: {
    name: 'TextLink',
    description: 'Kurzer Text mit Link',
    format: `Max. ${TEXT_LINK_MAX} Zeichen`,
    icon: 'link',
    size: null,
  },
};

/** Runtime in months (BAN-46). */
export const BANNER_MONTHS = { min: 1, max: 12 } as const;

/** What banners cost, of one version of the catalogue (BAN-67 to BAN-70). */
export interface BannerPrices extends Record<BannerTypeId, Credits> {
  /** Each website beyond the first adds so many hundredths of the base cost (BAN-73). */
  website: number;
}

export interface BannerPrice {
  base: Credits;
  surcharge: Credits;
  total: Credits;
}

/**
 * What a booking costs (BAN-71 to BAN-74). The first website is included; without any the price is
 * that of one.
 */
export function bannerPrice(
  prices: BannerPrices,
  wish: { typ: BannerTypeId; months: number; websites: number },
): BannerPrice {
  const base = prices[wish.typ] * wish.months;
  const additional = Math.max(0, wish.websites - 1);
  const surcharge = Math.round((base * prices.website) / 100) * additional;
  return { base, surcharge, total: base + surcharge };
}

/** Price parts of a booking with its websites, booked and since removed. */
export interface BookedShare {
  base: Credits;
  surcharge: Credits;
  websites: number;
  websites_left: number;
}

/** The part of the price that is for the websites on which it still runs (BOF-118). */
export function paidFor({ base, surcharge, websites, websites_left }: BookedShare): Credits {
  const on = Math.max(0, websites - websites_left);
  if (on === 0) return 0;
  return websites <= 1 ? base + surcharge : base + (surcharge * (on - 1)) / (websites - 1);
}

/**
 * `studio-linde.example` of a whole address, or of what is typed so far; letters that look like
 * others are shown as punycode.
 */
export function bannerHost(url: string): string {
  const typed = url.replace(/^https?:\/\//i, '').replace(/[/?#].*/s, '');
  return (readAddress(`https://${typed}`)?.host ?? typed).replace(/^www\./i, '');
}

/** What a banner is called in lists: a text link by its text, the others by type and website. */
export function bannerTitle({
  typ,
  text,
  url,
}: {
  typ: BannerTypeId;
  text: string;
  url: string;
}): string {
  if (typ === 'a4' && text !== '') return text;
  return [BANNER_TYPES[typ].name, bannerHost(url)].filter((part) => part !== '').join(', ');
}

/** BAN-09. */
export const monthsLabel = (months: number): string =>
  `${months} ${months === 1 ? 'Monat' : 'Monate'}`;

/**
 * Pictures of banners are asked for in exactly this form; so much of its ratio may be missing
 * (rounding of a crop).
 */
const RATIO_TOLERANCE = 0.02;

/** Whether a picture of this size fills the place of the type without being cut. */
export function fitsBanner(typ: BannerTypeId, width: number, height: number): boolean {
  const { size } = BANNER_TYPES[typ];
  return (
    size !== null && Math.abs((width / height) * (size.height / size.width) - 1) <= RATIO_TOLERANCE
  );
}

export const bannerTexts = {
  picture: 'Ein Bild ist erforderlich',
  websites: 'Wähle mindestens eine Webseite',
  unknown: 'Diese Webseite gibt es nicht mehr',
  fixed: 'Das lässt sich nach der Bestellung nicht mehr ändern',
  months: 'Wähle 1 bis 12 Monate',
  ratio: (typ: BannerTypeId) => `Das Bild muss das Format ${BANNER_TYPES[typ].format} haben`,
} as const;
