import type { Credits } from '../kernel/money.ts';
import { HOUR_MS } from '../kernel/time.ts';

export const PACKAGE_IDS = ['free', '1_day', '3_days', '5_days', '1_week', '1_month'] as const;
export type PackageId = (typeof PACKAGE_IDS)[number];

interface Package {
  title: string;
  /** Calendar days in Swiss time. */
  days: number;
}

/** EDI-33 to EDI-38; what they cost is in the catalogue. */
export const PACKAGES: Record<PackageId, Package> = {
  free: { title: '30 Tage Gratis', days: 30 },
  '1_day': { title: '1 Tag Premium', days: 1 },
  '3_days': { title: '3 Tage Premium', days: 3 },
  '5_days': { title: '5 Tage Premium', days: 5 },
  '1_week': { title: '1 Woche Premium', days: 7 },
  '1_month': { title: '1 Monat Premium', days: 30 },
};

/** What a booking may have beside its package; each has a price in the catalogue. */
export const EXTRA_IDS = [
  'region',
  'category',
  'image',
  'dailyPush',
  'datedPush',
  'planned',
  'topAd',
  'colour',
  'story',
] as const;
export type ExtraId = (typeof EXTRA_IDS)[number];

/** What packages and extras cost, of one version of the catalogue (PRI-03 to PRI-08). */
export interface AdPrices {
  packages: Record<PackageId, Credits>;
  /** Credits for one of each (CON-64 to CON-70). */
  extras: Record<ExtraId, Credits>;
}

/**
 * What a package brings along (PRI-09, PRI-10, MED-04, MED-05, MED-19, MED-20, EDI-97 to EDI-99).
 */
export interface Included {
  regions: number;
  categories: number;
  images: number;
  videos: number;
  /** May start at a chosen time. */
  planning: boolean;
  autoReactivation: boolean;
}

const FREE: Included = {
  regions: 1,
  categories: 1,
  images: 3,
  videos: 0,
  planning: false,
  autoReactivation: false,
};
const PREMIUM: Included = {
  regions: 3,
  categories: 3,
  images: 10,
  videos: 2,
  planning: true,
  autoReactivation: true,
};

export const isPremium = (id: PackageId): boolean => id !== 'free';
export const included = (id: PackageId): Included => (isPremium(id) ? PREMIUM : FREE);

/** What a package brings along, in words. */
export function featuresOf(id: PackageId): string[] {
  const has = included(id);
  return [
    has.regions === 1 ? '1 Region' : `${has.regions} Regionen`,
    has.categories === 1 ? '1 Kategorie' : `${has.categories} Kategorien`,
    `${has.images} Bilder`,
    ...(has.videos > 0 ? [`${has.videos} Videos`] : []),
    has.planning ? 'Start planbar' : 'Start sofort',
    ...(has.autoReactivation ? ['Automatisch reaktivieren'] : []),
  ];
}

/** The packages as an ad carries them (EDI-39); `duration` in days. */
export const priceOptions = ({ packages }: Pick<AdPrices, 'packages'>) =>
  PACKAGE_IDS.map((id) => {
    const { title: name, days: duration } = PACKAGES[id];
    return { id, name, price: packages[id], duration, features: featuresOf(id) };
  });

/** "10x sichtbarer" beside each extra (CON-73). */
export const VISIBILITY = { push: 10, topAd: 8, colour: 5, story: 6 } as const;

/** What the advertiser wants of a booking: everything that has a price. */
export interface Wishes {
  package: PackageId;
  regions: number;
  categories: number;
  images: number;
  /**
   * Times of day at which the ad is pushed each day of the booking; charged once for the whole
   * booking.
   */
  dailyPushes?: number;
  /** Single pushes at a date and time. */
  datedPushes?: number;
  planned?: boolean;
  topAd?: boolean;
  colour?: boolean;
  story?: boolean;
}

export interface QuoteItem {
  key: 'package' | ExtraId;
  label: string;
  /**
   * How the quantity comes about, such as "4 gewählt, 3 inbegriffen". Empty when there is nothing
   * to explain.
   */
  note: string;
  /** How many are charged. */
  quantity: number;
  /** Credits for one. */
  unit: Credits;
  total: Credits;
}

export interface Quote {
  items: QuoteItem[];
  total: Credits;
}

/** What a booking has paid for. */
export interface Paid extends Wishes {
  /**
   * What of the price of its package is paid: of one that goes over into another package. Absent,
   * all of it is.
   */
  credit?: Credits;
}

/** Within so long after a booking a larger package costs the difference only (EXP-59). */
export const UPGRADE_MS = HOUR_MS;

/** What of the extras of a booking still runs, when it goes over into another package. */
export interface StillRuns {
  topAd: boolean;
  story: boolean;
  colour: boolean;
  /** The start is still ahead. */
  planned: boolean;
  /** Dated pushes that do not fit into the new run: they come back. */
  fallen: number;
  /** Daily times for which credits came back: a run that is not shorter charges them again. */
  short: number;
  /** How long ago it was booked. */
  ageMs: number;
  /** What its package cost in the version of the catalogue that it was booked with (BOF-113). */
  packagePrice: Credits;
}

/**
 * A run of this package is no shorter: daily times of which credits came back cost their price in
 * it.
 */
export const runsAsLong = (chosen: PackageId, before: PackageId): boolean =>
  PACKAGES[chosen].days >= PACKAGES[before].days;

/**
 * EXP-58, EXP-59: extras that still run go over into the booking of another package and are not
 * charged again.
 */
export function carriedOver(
  { packages }: Pick<AdPrices, 'packages'>,
  paid: Wishes,
  chosen: PackageId,
  still: StillRuns,
): Paid {
  const [had, has] = [included(paid.package), included(chosen)];
  const covers = (kind: 'regions' | 'categories' | 'images') =>
    has[kind] + Math.max(0, paid[kind] - had[kind]);
  const before = still.packagePrice;
  return {
    package: chosen,
    regions: covers('regions'),
    categories: covers('categories'),
    images: covers('images'),
    dailyPushes: Math.max(
      0,
      (paid.dailyPushes ?? 0) - (runsAsLong(chosen, paid.package) ? still.short : 0),
    ),
    datedPushes: Math.max(0, (paid.datedPushes ?? 0) - still.fallen),
    planned: still.planned,
    topAd: still.topAd,
    colour: still.colour,
    story: still.story,
    credit: still.ageMs <= UPGRADE_MS && packages[chosen] > before ? before : 0,
  };
}

/**
 * The price of a booking (decisions, section 5), for the cost summary and for the charge. With
 * `paid`, what the running booking has paid for, only the rest is charged; another package is a new
 * booking, charged whole but for what goes over (`carriedOver`).
 */
export function quote({ packages, extras }: AdPrices, wishes: Wishes, paid?: Paid | null): Quote {
  const before = paid?.package === wishes.package ? paid : undefined;
  const { title } = PACKAGES[wishes.package];
  const price = packages[wishes.package];
  const free = included(wishes.package);
  const items = [
    before?.credit === undefined
      ? item('package', title, before ? 'bereits bezahlt' : '', before ? 0 : 1, price)
      : item(
          'package',
          title,
          before.credit > 0 ? `${before.credit} schon bezahlt` : '',
          1,
          price - before.credit,
        ),
    counted(extras, 'region', 'Regionen', wishes.regions, free.regions, before?.regions),
    counted(
      extras,
      'category',
      'Kategorien',
      wishes.categories,
      free.categories,
      before?.categories,
    ),
    ...(wishes.images > free.images
      ? [counted(extras, 'image', 'Bilder', wishes.images, free.images, before?.images)]
      : []),
    ...pushes(
      extras,
      'dailyPush',
      'Push täglich',
      'pro Tag',
      wishes.dailyPushes,
      before?.dailyPushes,
    ),
    ...pushes(
      extras,
      'datedPush',
      'Push nach Datum',
      'Termine',
      wishes.datedPushes,
      before?.datedPushes,
    ),
    // A running booking has begun: there is nothing left to plan in it.
    ...(wishes.planned && free.planning && (!before || before.planned)
      ? [once(extras, 'planned', 'Geplante Veröffentlichung', before?.planned)]
      : []),
    ...(wishes.topAd ? [once(extras, 'topAd', 'TopAd', before?.topAd)] : []),
    ...(wishes.colour ? [once(extras, 'colour', 'Farbe', before?.colour)] : []),
    ...(wishes.story ? [once(extras, 'story', 'Story', before?.story)] : []),
  ];
  return { items, total: items.reduce((sum, { total }) => sum + total, 0) };
}

/**
 * How many of a kind cost nothing (more): included in the package, or paid for in the running
 * booking of the same package.
 */
export function covered(
  chosen: PackageId,
  kind: 'regions' | 'categories' | 'images',
  paid: Pick<Wishes, 'package' | typeof kind> | null | undefined,
): number {
  return Math.max(included(chosen)[kind], paid?.package === chosen ? paid[kind] : 0);
}

/**
 * A quote as the cart shows it: package, regions and categories by name, everything else that is
 * chosen line by line.
 */
export interface CartPrice {
  bundlePrice: Credits;
  /** How many regions and categories the bundle price covers, or a running booking has paid for. */
  bundleLimits: { regions: number; categories: number };
  extraRegions: number;
  extraCategories: number;
  extraRegionsCost: Credits;
  extraCategoriesCost: Credits;
  /** The other extras (X-31): images, pushes, planned publication, TopAd, colour, story. */
  items: QuoteItem[];
  /** Everything to pay now: bundle, extra regions and categories, and the items. */
  totalCredits: Credits;
}

/**
 * What `quote` says, in the parts of the cart (PRI-21, PRI-23); limits are 1 and 1 for the free
 * package (PRI-24).
 */
export function cartPrice(prices: AdPrices, wishes: Wishes, paid?: Paid | null): CartPrice {
  const { items, total } = quote(prices, wishes, paid);
  const line = (key: QuoteItem['key']) => items.find((entry) => entry.key === key)!;
  const [bundle, regions, categories] = [line('package'), line('region'), line('category')];
  return {
    bundlePrice: bundle.total,
    bundleLimits: {
      regions: covered(wishes.package, 'regions', paid),
      categories: covered(wishes.package, 'categories', paid),
    },
    extraRegions: regions.quantity,
    extraCategories: categories.quantity,
    extraRegionsCost: regions.total,
    extraCategoriesCost: categories.total,
    items: items.filter((entry) => entry !== bundle && entry !== regions && entry !== categories),
    totalCredits: total,
  };
}

function item(
  key: QuoteItem['key'],
  label: string,
  note: string,
  quantity: number,
  unit: Credits,
): QuoteItem {
  return { key, label, note, quantity, unit, total: quantity * unit };
}

/** Things of which the package includes some; a running booking may have paid for more. */
function counted(
  extras: AdPrices['extras'],
  key: 'region' | 'category' | 'image',
  label: string,
  chosen: number,
  includes: number,
  paid = 0,
): QuoteItem {
  const covered = Math.max(includes, paid);
  const note =
    chosen <= covered
      ? `${chosen} von ${covered} ${covered > includes ? 'bezahlt' : 'inbegriffen'}`
      : `${chosen} gewählt, ${covered} ${covered > includes ? 'bezahlt' : 'inbegriffen'}`;
  return item(key, label, note, Math.max(0, chosen - covered), extras[key]);
}

function pushes(
  extras: AdPrices['extras'],
  key: 'dailyPush' | 'datedPush',
  label: string,
  word: string,
  chosen = 0,
  paid = 0,
): QuoteItem[] {
  if (chosen === 0) return [];
  const note = `${chosen} ${chosen === 1 && word === 'Termine' ? 'Termin' : word}${paid > 0 ? `, ${paid} bezahlt` : ''}`;
  return [item(key, label, note, Math.max(0, chosen - paid), extras[key])];
}

function once(
  extras: AdPrices['extras'],
  key: 'planned' | 'topAd' | 'colour' | 'story',
  label: string,
  paid = false,
): QuoteItem {
  return item(key, label, paid ? 'bereits bezahlt' : '', paid ? 0 : 1, extras[key]);
}
