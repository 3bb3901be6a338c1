import type { PackageId } from '@samtrot/shared/cart/rules.ts';
import type { Subject } from './art.ts';
import { NAMES, SENTENCES, TITLES } from './demo-text.ts';
import type { FilmName } from './films.ts';

export interface DemoAd {
  /** Hours before the start of the demo at which it was placed or saved. */
  hoursAgo: number;
  package: PackageId;
  name: string;
  titel: string;
  beschreibung: string;
  cantons: string[];
  categories: number[];
  offerings: number[];
  pictures: Subject[];
  views?: number;
  /** Extras are bought so many hours before the start. */
  colourHoursAgo?: number;
  topAdHoursAgo?: number;
  storyHoursAgo?: number;
  storyTitle?: string;
  /** Shown in the ad, and as its story instead of a picture. */
  film?: FilmName;
  storyFilm?: FilmName;
  /** Taken off the websites so many hours before the start. */
  hiddenHoursAgo?: number;
  /** Renews itself, so that Guthaben names what renewals use. */
  autoExtend?: true;
  draft?: true;
  /** Goes online so many days after the start, in the evening. */
  startsInDays?: number;
}

/** The house has objected to its second picture (`demo-desk.ts`). */
export const HELD_TITLE = 'Neu in Bern';

/** Ads in every status, with pictures, colour and TopAd (README, demo logins). */
export const LENAS_ADS: DemoAd[] = [
  ad(1300, 'free', 'Lena', 'Erste Schritte', ['ZH'], [1], ['front'], { views: 402 }),
  ad(960, '3_days', 'Lena', 'Ein Wochenende in Luzern', ['LU'], [1], ['hat'], { views: 188 }),
  ad(790, '5_days', 'Studio Linde', 'Sommerfest im Studio', ['ZH', 'AG'], [3], ['room', 'vase'], {
    views: 530,
  }),
  ad(600, '1_day', 'Lena', 'Nur heute in Chur', ['GR'], [1], ['turn'], { views: 64 }),
  ad(
    504,
    '1_month',
    'Studio Linde',
    'Studio Linde: neue Öffnungszeiten',
    ['ZH'],
    [3, 2],
    ['arch', 'room', 'vase'],
    {
      views: 2047,
    },
  ),
  ad(
    336,
    '1_month',
    'Lena',
    'Massage mit Ruhe und Zeit',
    ['ZH', 'ZG', 'SZ', 'LU'],
    [2],
    ['long', 'vase', 'room', 'front'],
    {
      views: 3912,
      colourHoursAgo: 120,
      topAdHoursAgo: 9,
      film: 'vase',
    },
  ),
  ad(240, '1_month', 'Lena', 'Abende in Basel', ['BS', 'BL'], [1], ['bun'], {
    views: 311,
    hiddenHoursAgo: 100,
  }),
  ad(
    146,
    '1_week',
    'Lena',
    'Entspannte Stunden in Zürich',
    ['ZH'],
    [1, 2],
    ['long', 'front', 'hat'],
    {
      views: 1284,
      colourHoursAgo: 60,
      storyHoursAgo: 3,
      storyTitle: 'Heute Abend frei',
    },
  ),
  ad(
    97,
    '1_week',
    'Lena',
    'Dinner-Begleitung, mehrsprachig',
    ['ZH', 'BE', 'GE'],
    [1],
    ['hat', 'turn'],
    { views: 612, autoExtend: true },
  ),
  ad(50, 'free', 'Lena', 'Spaziergang und Zeit zu zweit', ['BE'], [1], ['turn'], { views: 88 }),
  ad(30, '1_week', 'Lena', 'Winterabend am See', ['TI'], [1], ['bun', 'arch'], { startsInDays: 3 }),
  ad(52, '1_week', 'Lena', HELD_TITLE, ['BE'], [1], ['front', 'turn'], { views: 71 }),
  ad(4, 'free', 'Lena', 'Gedanken für den Frühling', [], [], [], { draft: true }),
];

const SUBJECTS: Subject[] = ['front', 'turn', 'bun', 'long', 'hat', 'room', 'arch', 'vase'];
const CANTONS = ['ZH', 'BE', 'AG', 'SG', 'LU', 'BS', 'VD', 'GE', 'SO', 'TI', 'GR', 'TG'];

/** A place in each of their cantons. */
export const PLACES: Record<string, { postleitzahl: string; ort: string }> = {
  ZH: { postleitzahl: '8004', ort: 'Zürich' },
  BE: { postleitzahl: '3011', ort: 'Bern' },
  AG: { postleitzahl: '5000', ort: 'Aarau' },
  SG: { postleitzahl: '9000', ort: 'St. Gallen' },
  LU: { postleitzahl: '6003', ort: 'Luzern' },
  BS: { postleitzahl: '4051', ort: 'Basel' },
  VD: { postleitzahl: '1003', ort: 'Lausanne' },
  GE: { postleitzahl: '1201', ort: 'Genf' },
  SO: { postleitzahl: '4500', ort: 'Solothurn' },
  TI: { postleitzahl: '6900', ort: 'Lugano' },
  GR: { postleitzahl: '7000', ort: 'Chur' },
  TG: { postleitzahl: '8500', ort: 'Frauenfeld' },
};

/** Story titles of some of the other advertisers, by the number of the ad. */
const STORIES: Record<number, Partial<DemoAd>> = {
  4: { storyHoursAgo: 5, storyTitle: 'Neue Räume', storyFilm: 'arch', film: 'arch' },
  13: { storyHoursAgo: 8, storyTitle: 'Diese Woche bis 23 Uhr' },
};

/**
 * Four running ads for each of the other advertisers, so that partner websites have something to
 * show.
 */
export function neighboursAds(advertiser: number): DemoAd[] {
  return Array.from({ length: 4 }, (_, index) => {
    const turn = advertiser * 4 + index;
    const canton = CANTONS[turn % CANTONS.length]!;
    const pictures = [0, 3, 5]
      .slice(0, 1 + (turn % 3))
      .map((step) => SUBJECTS[(turn + step) % SUBJECTS.length]!);
    return ad(
      20 + turn * 17,
      '1_month',
      NAMES[turn % NAMES.length]!,
      TITLES[(turn * 5) % TITLES.length]!,
      [canton],
      [1 + (turn % 6)],
      pictures,
      {
        views: 60 + ((turn * 137) % 1500),
        ...(turn % 6 === 1 && { colourHoursAgo: 20 + turn * 17 }),
        ...(turn === 9 && { topAdHoursAgo: 2 }),
        ...STORIES[turn],
      },
    );
  }).reverse();
}

function ad(
  hoursAgo: number,
  packageId: PackageId,
  name: string,
  titel: string,
  cantons: string[],
  categories: number[],
  pictures: Subject[],
  more: Partial<DemoAd> = {},
): DemoAd {
  const sentence = (step: number) => SENTENCES[(hoursAgo + step) % SENTENCES.length]!;
  return {
    hoursAgo,
    package: packageId,
    name,
    titel,
    beschreibung: `${sentence(0)} ${sentence(3)}\n\n${sentence(7)}`,
    cantons,
    categories,
    offerings: [1 + (hoursAgo % 6), 8, 11 + (hoursAgo % 2)],
    pictures,
    ...more,
  };
}
