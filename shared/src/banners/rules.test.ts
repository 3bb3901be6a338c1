import { expect, test } from 'vitest';
import { PRICES } from '../testing/prices.ts';
import {
  BANNER_TYPES,
  type BannerTypeId,
  bannerHost,
  bannerPrice,
  bannerTexts,
  bannerTitle,
  fitsBanner,
  monthsLabel,
  paidFor,
} from './rules.ts';

test.each([
  ['a1', 'Leaderboard', '1248 × 244 px', 600],
  ['a2', 'Banner', '715 × 244 px', 400],
  ['a3', 'Popup', '600 × 800 px', 800],
  ['a4', 'TextLink', 'Max. 16 Zeichen', 60],
] as const)(
  '%s is %s, %s, for %i credits a month [BAN-35, BAN-67, BAN-68, BAN-69, BAN-70, CON-74, CON-75]',
  (id, ...words) => {
    const { name, format, description, icon, size } = BANNER_TYPES[id];
    expect([name, format, PRICES.banners[id]]).toEqual(words);
    expect(description).not.toBe('');
    expect(icon).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(size && `${size.width} × ${size.height} px`).toBe(id === 'a4' ? null : format);
    expect(bannerPrice(PRICES.banners, { typ: id, months: 1, websites: 1 })).toEqual({
      base: PRICES.banners[id],
      surcharge: 0,
      total: PRICES.banners[id],
    });
  },
);

test('months, the included website and 30 % for each further one [BAN-71, BAN-72, BAN-73, BAN-74, CON-76]', () => {
  const a2 = (websites: number) => bannerPrice(PRICES.banners, { typ: 'a2', months: 3, websites });
  expect(a2(1)).toEqual({ base: 1200, surcharge: 0, total: 1200 });
  expect(a2(3)).toEqual({ base: 1200, surcharge: 720, total: 1920 });
  expect(a2(0)).toEqual(a2(1));
  expect(bannerPrice(PRICES.banners, { typ: 'a4', months: 1, websites: 2 })).toEqual({
    base: 60,
    surcharge: 18,
    total: 78,
  });
});

test.each([
  ['a1', 600],
  ['a2', 400],
  ['a3', 800],
  ['a4', 60],
] as const)(
  'the price table of %s: 1 to 12 months, 1 to 12 websites, in whole credits [BAN-71, BAN-72, BAN-73, BAN-74]',
  (typ, price) => {
    for (let months = 1; months <= 12; months++) {
      for (let websites = 1; websites <= 12; websites++) {
        const { base, surcharge, total } = bannerPrice(PRICES.banners, { typ, months, websites });
        expect([base, surcharge, total].every(Number.isInteger)).toBe(true);
        expect(base).toBe(price * months);
        expect(base + surcharge).toBe(total);
        // In tenths: ten for the first website, three for each further one.
        expect(total * 10).toBe(price * months * (10 + 3 * (websites - 1)));
      }
    }
  },
);

test.each([
  [{ typ: 'a4', text: 'Studio Linde', url: 'https://studio-linde.example' }, 'Studio Linde'],
  [{ typ: 'a4', text: '', url: 'https://studio-linde.example' }, 'TextLink, studio-linde.example'],
  [
    { typ: 'a1', text: 'nur für a4', url: 'https://www.studio-linde.example/neu?x=1#y' },
    'Leaderboard, studio-linde.example',
  ],
  [{ typ: 'a3', text: '', url: '' }, 'Popup'],
  [
    { typ: 'a3', text: '', url: 'https://www.zürich.example:8443/x' },
    'Popup, xn--zrich-kva.example:8443',
  ],
  // A Cyrillic letter that looks like a Latin one.
  [{ typ: 'a3', text: '', url: 'https://pаypal.com' }, 'Popup, xn--pypal-4ve.com'],
  [{ typ: 'a3', text: '', url: 'studio-li' }, 'Popup, studio-li'],
  [{ typ: 'a3', text: '', url: 'halb getippt' }, 'Popup, halb getippt'],
] as const)('the title of %j is "%s" [BAN-07]', (banner, title) => {
  expect(bannerTitle(banner)).toBe(title);
});

test.each([
  ['on all three websites', { base: 1200, surcharge: 720, websites: 3, websites_left: 0 }, 1920],
  ['on two of three websites', { base: 1200, surcharge: 720, websites: 3, websites_left: 1 }, 1560],
  ['on the last of three', { base: 1200, surcharge: 720, websites: 3, websites_left: 2 }, 1200],
  ['on none of three', { base: 1200, surcharge: 720, websites: 3, websites_left: 3 }, 0],
  ['on its only website', { base: 60, surcharge: 0, websites: 1, websites_left: 0 }, 60],
  ['without its only website', { base: 60, surcharge: 0, websites: 1, websites_left: 1 }, 0],
  [
    'after more removals than websites',
    { base: 60, surcharge: 0, websites: 1, websites_left: 2 },
    0,
  ],
])(
  'the price of a banner %s is the part for what still shows it [BOF-118]',
  (_title, share, credits) => {
    expect(paidFor(share)).toBe(credits);
  },
);

test('one month, several months [BAN-09, BAN-47]', () => {
  expect([1, 2, 12].map(monthsLabel)).toEqual(['1 Monat', '2 Monate', '12 Monate']);
});

test.each([
  ['HTTP://WWW.Studio-Linde.example', 'studio-linde.example'],
  ['https://studio-linde.example?a', 'studio-linde.example'],
  ['https://studio-linde.example#a\nb', 'studio-linde.example'],
  ['studio-linde.example/https://other.example', 'studio-linde.example'],
  ['mein www.studio', 'mein www.studio'],
  ['a b https://studio', 'a b https:'],
  ['https://awww.studio-linde.example', 'awww.studio-linde.example'],
])('the host of %j is %j [BAN-07]', (url, host) => {
  expect(bannerHost(url)).toBe(host);
});

test.each<[BannerTypeId, number, number, boolean]>([
  ['a1', 1248, 244, true],
  ['a1', 2496, 488, true],
  ['a1', 244, 1248, false],
  ['a2', 1248, 244, false],
  // The ratio may differ by less than 2 % in both directions.
  ['a3', 611, 800, true],
  ['a3', 613, 800, false],
  ['a3', 589, 800, true],
  ['a3', 587, 800, false],
  ['a4', 600, 800, false],
])('whether %s has room for a picture of %i × %i: %s [BAN-38]', (typ, width, height, fits) => {
  expect(fitsBanner(typ, width, height)).toBe(fits);
});

test('messages of a booked banner and of a picture of another format [BAN-38]', () => {
  expect(bannerTexts.fixed).toBe('Das lässt sich nach der Bestellung nicht mehr ändern');
  expect(bannerTexts.ratio('a1')).toBe('Das Bild muss das Format 1248 × 244 px haben');
});
