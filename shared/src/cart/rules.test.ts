import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PRICES } from '../testing/prices.ts';
import {
  carriedOver as carriedOverAt,
  cartPrice as cartPriceAt,
  covered,
  included,
  PACKAGE_IDS,
  PACKAGES,
  type Paid,
  priceOptions,
  quote as quoteAt,
  runsAsLong,
  type StillRuns,
  UPGRADE_MS,
  VISIBILITY,
  type Wishes,
} from './rules.ts';

const quote = (wishes: Wishes, paid?: Paid | null) => quoteAt(PRICES, wishes, paid);
const cartPrice = (wishes: Wishes, paid?: Paid | null) => cartPriceAt(PRICES, wishes, paid);
/** Booked at the prices of today. */
const carriedOver = (
  paid: Wishes,
  chosen: Wishes['package'],
  still: Omit<StillRuns, 'packagePrice'>,
) =>
  carriedOverAt(PRICES, paid, chosen, {
    packagePrice: PRICES.packages[paid.package],
    ...still,
  });

const week: Wishes = { package: '1_week', regions: 3, categories: 3, images: 10 };
const free: Wishes = { package: 'free', regions: 1, categories: 1, images: 3 };

test.each([
  ['free', 0, 30, '30 Tage Gratis', 'PRI-03, CON-71, EDI-33'],
  ['1_day', 10, 1, '1 Tag Premium', 'PRI-04, CON-71, EDI-34'],
  ['3_days', 20, 3, '3 Tage Premium', 'PRI-05, CON-71, EDI-35'],
  ['5_days', 30, 5, '5 Tage Premium', 'PRI-06, CON-71, EDI-36'],
  ['1_week', 40, 7, '1 Woche Premium', 'PRI-07, CON-71, EDI-37'],
  ['1_month', 100, 30, '1 Monat Premium', 'PRI-08, CON-71, EDI-38'],
] as const)(
  'the package %s costs %i credits for %i days and is called "%s" [%s]',
  (id, price, days, title, _rows) => {
    expect(PACKAGES[id]).toEqual({ title, days });
    expect(PRICES.packages[id]).toBe(price);
    const { items, total } = quote({ package: id, regions: 1, categories: 1, images: 0 });
    expect(total).toBe(price);
    expect(items[0]).toEqual({
      key: 'package',
      label: title,
      note: '',
      quantity: 1,
      unit: price,
      total: price,
    });
  },
);

test('an ad carries each package with its price, its days and what it brings along in words [EDI-39]', () => {
  const basic = ['1 Region', '1 Kategorie', '3 Bilder', 'Start sofort'];
  const premium = [
    '3 Regionen',
    '3 Kategorien',
    '10 Bilder',
    '2 Videos',
    'Start planbar',
    'Automatisch reaktivieren',
  ];
  expect(priceOptions(PRICES)).toEqual([
    { id: 'free', name: '30 Tage Gratis', price: 0, duration: 30, features: basic },
    { id: '1_day', name: '1 Tag Premium', price: 10, duration: 1, features: premium },
    { id: '3_days', name: '3 Tage Premium', price: 20, duration: 3, features: premium },
    { id: '5_days', name: '5 Tage Premium', price: 30, duration: 5, features: premium },
    { id: '1_week', name: '1 Woche Premium', price: 40, duration: 7, features: premium },
    { id: '1_month', name: '1 Monat Premium', price: 100, duration: 30, features: premium },
  ]);
});

test('premium includes 3 regions, 3 categories and 10 images [PRI-09, CON-72, CON-55]', () => {
  expect(quote(week).total).toBe(40);
});

test('free includes 1 region, 1 category and 3 images [PRI-10, PRI-24, CON-72, CON-54]', () => {
  expect(quote(free).total).toBe(0);
  expect(included('free')).toMatchObject({ regions: 1, categories: 1, images: 3, videos: 0 });
});

test.each<[string, Partial<Wishes>, number]>([
  ['two regions beyond the included [PRI-11, CON-64]', { regions: 5 }, 10],
  ['one category beyond the included [PRI-12, CON-64]', { categories: 4 }, 5],
  ['two images beyond the included [PRI-13, CON-65]', { images: 12 }, 10],
  [
    'two daily push times, charged once for the whole booking [PRI-14, PRI-15, CON-66]',
    { dailyPushes: 2 },
    10,
  ],
  ['three dated pushes [PRI-16, CON-66]', { datedPushes: 3 }, 15],
  ['planned publication [PRI-17, CON-67]', { planned: true }, 5],
  ['TopAd [PRI-18, CON-68]', { topAd: true }, 80],
  ['colour [PRI-19, CON-69]', { colour: true }, 20],
  ['story [PRI-20, CON-70]', { story: true }, 10],
  [
    'everything together [PRI-01, PRI-21]',
    {
      regions: 4,
      categories: 4,
      images: 11,
      dailyPushes: 1,
      datedPushes: 1,
      planned: true,
      topAd: true,
      colour: true,
      story: true,
    },
    140,
  ],
])('%s', (_title, extras, price) => {
  const { items, total } = quote({ ...week, ...extras });
  expect(total).toBe(40 + price);
  expect(items.reduce((sum, item) => sum + item.total, 0)).toBe(total);
});

test('a free ad may buy regions, categories and images too [PRI-10, PRI-13]', () => {
  expect(quote({ ...free, regions: 2, categories: 3, images: 10 }).total).toBe(5 + 10 + 35);
});

test('a free ad is never planned, so nothing is charged for it [EDI-97]', () => {
  expect(quote({ ...free, planned: true })).toEqual(quote(free));
});

test('the cost summary names what is chosen and what is included [PRI-02]', () => {
  const lines = quote({ ...week, regions: 4, categories: 2, dailyPushes: 2, colour: true }).items;
  expect(lines.map(({ label, note, total }) => [label, note, total])).toEqual([
    ['1 Woche Premium', '', 40],
    ['Regionen', '4 gewählt, 3 inbegriffen', 5],
    ['Kategorien', '2 von 3 inbegriffen', 0],
    ['Push täglich', '2 pro Tag', 10],
    ['Farbe', '', 20],
  ]);
});

test('each line of the cost summary has its name, and a note where the quantity needs one [PRI-02]', () => {
  const everything = {
    dailyPushes: 1,
    datedPushes: 1,
    planned: true,
    topAd: true,
    colour: true,
    story: true,
  };
  const lines = (wishes: Wishes, paid?: Wishes) =>
    quote(wishes, paid).items.map(({ label, note }) => [label, note]);
  expect(lines({ ...week, images: 11, ...everything })).toEqual([
    ['1 Woche Premium', ''],
    ['Regionen', '3 von 3 inbegriffen'],
    ['Kategorien', '3 von 3 inbegriffen'],
    ['Bilder', '11 gewählt, 10 inbegriffen'],
    ['Push täglich', '1 pro Tag'],
    ['Push nach Datum', '1 Termin'],
    ['Geplante Veröffentlichung', ''],
    ['TopAd', ''],
    ['Farbe', ''],
    ['Story', ''],
  ]);
  const paid: Wishes = { ...week, regions: 4, ...everything };
  expect(lines({ ...paid, regions: 2, dailyPushes: 2, datedPushes: 3 }, paid)).toEqual([
    ['1 Woche Premium', 'bereits bezahlt'],
    ['Regionen', '2 von 4 bezahlt'],
    ['Kategorien', '3 von 3 inbegriffen'],
    ['Push täglich', '2 pro Tag, 1 bezahlt'],
    ['Push nach Datum', '3 Termine, 1 bezahlt'],
    ['Geplante Veröffentlichung', 'bereits bezahlt'],
    ['TopAd', 'bereits bezahlt'],
    ['Farbe', 'bereits bezahlt'],
    ['Story', 'bereits bezahlt'],
  ]);
});

test('planning, videos and renewing come with premium only [EDI-97, EDI-98, EDI-99]', () => {
  expect(included('free')).toMatchObject({ videos: 0, planning: false, autoReactivation: false });
  expect(included('1_day')).toMatchObject({ videos: 2, planning: true, autoReactivation: true });
});

test('inside a booking only what was not paid yet is charged [EDI-29]', () => {
  const paid: Wishes = { ...week, regions: 5, dailyPushes: 1, planned: true };
  expect(quote(paid, paid).total).toBe(0);
  expect(quote({ ...paid, regions: 6 }, paid).total).toBe(5);
  expect(
    quote({ ...paid, regions: 1, categories: 5, dailyPushes: 3, colour: true }, paid).total,
  ).toBe(10 + 10 + 20);
  expect(quote({ ...paid, regions: 6 }, paid).items.slice(0, 2)).toMatchObject([
    { label: '1 Woche Premium', note: 'bereits bezahlt', quantity: 0, total: 0 },
    { label: 'Regionen', note: '6 gewählt, 5 bezahlt', quantity: 1, total: 5 },
  ]);
});

test('another package is a new booking, charged whole [EDI-29]', () => {
  const paid: Wishes = { ...week, regions: 5, colour: true };
  expect(quote({ ...paid, package: '3_days' }, paid)).toEqual(
    quote({ ...paid, package: '3_days' }),
  );
});

const NOTHING_RUNS: Omit<StillRuns, 'packagePrice'> = {
  topAd: false,
  story: false,
  colour: false,
  planned: false,
  fallen: 0,
  short: 0,
  ageMs: UPGRADE_MS + 1,
};

test('the price of a smaller package goes over up to the last instant of an hour and no longer [EXP-59]', () => {
  const credit = (chosen: Wishes['package'], ageMs: number) =>
    carriedOver(week, chosen, { ...NOTHING_RUNS, ageMs }).credit;
  expect(UPGRADE_MS).toBe(60 * 60_000);
  expect([credit('1_month', UPGRADE_MS), credit('1_month', UPGRADE_MS + 1)]).toEqual([40, 0]);
  expect([credit('1_week', 0), credit('5_days', 0)]).toEqual([0, 0]);
});

test.each<[string, number, string, number]>([
  [
    'within the hour a larger package costs the difference, and the line says so',
    0,
    '40 schon bezahlt',
    60,
  ],
  ['after the hour it costs its whole price, and nothing is said', UPGRADE_MS + 1, '', 100],
])('%s [EXP-59]', (_title, ageMs, note, price) => {
  const paid = carriedOver(week, '1_month', { ...NOTHING_RUNS, ageMs });
  const { items, total } = quote({ ...week, package: '1_month' }, paid);
  const title = '1 Monat Premium';
  expect(items[0]).toEqual({
    key: 'package',
    label: title,
    note,
    quantity: 1,
    unit: price,
    total: price,
  });
  expect(total).toBe(price);
});

test('regions, categories and images bought beyond the old package are so beyond the new [EXP-58]', () => {
  const covers = (paid: Wishes, chosen: Wishes['package']) => {
    const { package: is, regions, categories, images } = carriedOver(paid, chosen, NOTHING_RUNS);
    return [is, regions, categories, images];
  };
  const bought: Wishes = { ...week, regions: 5, categories: 4, images: 13 };
  expect(covers(bought, '1_month')).toEqual(['1_month', 5, 4, 13]);
  expect(covers(bought, 'free')).toEqual(['free', 3, 2, 6]);
  expect(covers({ ...free, regions: 2, categories: 3, images: 4 }, '1_day')).toEqual([
    '1_day',
    4,
    5,
    11,
  ]);
  expect(covers({ ...week, regions: 1, categories: 2, images: 0 }, '3_days')).toEqual([
    '3_days',
    3,
    3,
    10,
  ]);
});

test('of the other extras only those that still run go over [EXP-58]', () => {
  const all: Wishes = { ...week, planned: true, topAd: true, colour: true, story: true };
  const goesOver = (runs: Partial<StillRuns>) => {
    const { planned, topAd, colour, story } = carriedOver(all, '1_month', {
      ...NOTHING_RUNS,
      ...runs,
    });
    return { planned, topAd, colour, story };
  };
  const none = { planned: false, topAd: false, colour: false, story: false };
  expect(goesOver({})).toEqual(none);
  for (const kind of ['planned', 'topAd', 'colour', 'story'] as const) {
    expect(goesOver({ [kind]: true })).toEqual({ ...none, [kind]: true });
  }
});

test.each<[string, Wishes['package'], number | undefined, number, number]>([
  ['without daily pushes none go over', '1_month', undefined, 0, 0],
  ['daily pushes go over', '1_month', 3, 0, 3],
  ['into a longer run not those of which credits came back', '1_month', 3, 1, 2],
  ['into a run as long neither', '1_week', 3, 1, 2],
  ['into a shorter run all of them', '5_days', 3, 1, 3],
  ['more lost than booked leave none', '1_month', 1, 2, 0],
])('%s [EXP-58]', (_title, chosen, dailyPushes, short, left) => {
  const paid = dailyPushes === undefined ? week : { ...week, dailyPushes };
  expect(carriedOver(paid, chosen, { ...NOTHING_RUNS, short }).dailyPushes).toBe(left);
});

test.each<[string, number | undefined, number, number]>([
  ['without dated pushes none go over', undefined, 0, 0],
  ['dated pushes that fit into the new run go over', 3, 0, 3],
  ['those that fall away do not', 3, 1, 2],
  ['more lost than booked leave none', 1, 2, 0],
])('%s [EXP-58]', (_title, datedPushes, fallen, left) => {
  const paid = datedPushes === undefined ? week : { ...week, datedPushes };
  expect(carriedOver(paid, '5_days', { ...NOTHING_RUNS, fallen }).datedPushes).toBe(left);
});

test('a run of the same days or more is no shorter', () => {
  const longest = PACKAGE_IDS.filter((id) => runsAsLong(id, '1_month'));
  expect(longest).toEqual(['free', '1_month']);
  expect(PACKAGE_IDS.filter((id) => runsAsLong(id, '5_days'))).toEqual([
    'free',
    '5_days',
    '1_week',
    '1_month',
  ]);
});

test('in a running booking that was not planned there is nothing to plan [CON-67]', () => {
  expect(quote({ ...week, planned: true }, week).total).toBe(0);
});

test('prices and claims of the extras [PRI-01, CON-64, CON-65, CON-66, CON-67, CON-68, CON-69, CON-70, CON-73]', () => {
  expect(PRICES.extras).toEqual({
    region: 5,
    category: 5,
    image: 5,
    dailyPush: 5,
    datedPush: 5,
    planned: 5,
    topAd: 80,
    colour: 20,
    story: 10,
  });
  expect(VISIBILITY).toEqual({ push: 10, topAd: 8, colour: 5, story: 6 });
});

test('the cart is the quote in parts: bundle, regions, categories, a line per other extra [PRI-21, PRI-23, X-31]', () => {
  expect(cartPrice({ ...week, regions: 5, categories: 4 })).toEqual({
    bundlePrice: 40,
    bundleLimits: { regions: 3, categories: 3 },
    items: [],
    totalCredits: 55,
    extraRegions: 2,
    extraCategories: 1,
    extraRegionsCost: 10,
    extraCategoriesCost: 5,
  });
  const { items, totalCredits } = cartPrice({ ...week, images: 11, topAd: true });
  expect(items.map(({ key, total }) => [key, total])).toEqual([
    ['image', 5],
    ['topAd', 80],
  ]);
  expect(totalCredits).toBe(40 + 5 + 80);
});

test('the limits of the cart are 1 and 1 for the free package [PRI-24, PRI-10]', () => {
  expect(cartPrice({ package: 'free', regions: 0, categories: 0, images: 0 })).toMatchObject({
    bundlePrice: 0,
    bundleLimits: { regions: 1, categories: 1 },
    totalCredits: 0,
  });
});

test('the cart of a running booking holds the rest: limits are the paid ones, its bundle is free [EDI-29]', () => {
  const paid: Wishes = { ...week, regions: 5 };
  expect(cartPrice({ ...week, regions: 6 }, paid)).toMatchObject({
    bundlePrice: 0,
    bundleLimits: { regions: 5, categories: 3 },
    extraRegions: 1,
    totalCredits: 5,
  });
  expect(covered('1_week', 'regions', paid)).toBe(5);
  expect(covered('1_month', 'regions', paid)).toBe(3);
  expect(covered('1_week', 'images', { ...paid, images: 3 })).toBe(10);
});

const count = (max: number) => fc.integer({ min: 0, max });
const wishes = fc.record({
  package: fc.constantFrom(...PACKAGE_IDS),
  regions: count(26),
  categories: count(50),
  images: count(20),
  dailyPushes: count(24),
  datedPushes: count(60),
  planned: fc.boolean(),
  topAd: fc.boolean(),
  colour: fc.boolean(),
  story: fc.boolean(),
});

test('the total is the sum of its lines, whole and never negative [PRI-21]', () => {
  fc.assert(
    fc.property(wishes, fc.option(wishes), (want, paid) => {
      const { items, total } = quote(want, paid);
      expect(total).toBe(items.reduce((sum, item) => sum + item.quantity * item.unit, 0));
      for (const item of items) expect(item.total).toBe(item.quantity * item.unit);
      expect(Number.isSafeInteger(total) && total >= 0).toBe(true);
    }),
  );
});

test('the total of the cart is the quote, and bundle, extras and lines make it up [PRI-21]', () => {
  fc.assert(
    fc.property(wishes, fc.option(wishes), (want, paid) => {
      const cart = cartPrice(want, paid);
      const others = cart.items.reduce((sum, item) => sum + item.total, 0);
      expect(cart.totalCredits).toBe(quote(want, paid).total);
      expect(cart.totalCredits).toBe(
        cart.bundlePrice + cart.extraRegionsCost + cart.extraCategoriesCost + others,
      );
      expect(cart.extraRegions).toBe(Math.max(0, want.regions - cart.bundleLimits.regions));
      expect(cart.extraCategories).toBe(
        Math.max(0, want.categories - cart.bundleLimits.categories),
      );
    }),
  );
});

test('more of anything never costs less [PRI-11, PRI-12, PRI-13, PRI-14, PRI-16]', () => {
  const counts = fc.constantFrom<
    'regions' | 'categories' | 'images' | 'dailyPushes' | 'datedPushes'
  >(...(['regions', 'categories', 'images', 'dailyPushes', 'datedPushes'] as const));
  fc.assert(
    fc.property(wishes, fc.option(wishes), counts, (want, paid, key) => {
      const step = quote({ ...want, [key]: want[key] + 1 }, paid).total - quote(want, paid).total;
      expect([0, 5]).toContain(step);
    }),
  );
});

test('what is paid never makes it dearer, and paying the rest leaves nothing to pay [EDI-29]', () => {
  fc.assert(
    fc.property(wishes, wishes, (want, paid) => {
      expect(quote(want, paid).total).toBeLessThanOrEqual(quote(want).total);
      expect(quote(want, want).total).toBe(0);
    }),
  );
});

test('within the hour the month costs its difference only, whatever extras still run [EXP-59]', () => {
  const smaller = wishes.filter(({ package: id }) => id !== '1_month');
  fc.assert(
    fc.property(smaller, (paid) => {
      const { topAd, colour, story, planned } = paid;
      const still = { topAd, colour, story, planned, fallen: 0, short: 0, ageMs: 0 };
      const wanted = { ...paid, package: '1_month' } as const;
      const difference = PRICES.packages['1_month'] - PRICES.packages[paid.package];
      expect(quote(wanted, carriedOver(paid, '1_month', still)).total).toBe(difference);
    }),
  );
});
