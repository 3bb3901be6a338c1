import { expect, test } from 'vitest';
import { BANNER_MONTHS, BANNER_TYPE_IDS, BANNER_TYPES, bannerPrice, bannerTitle, monthsLabel } from './rules.ts';

test.each([
  ['a1', 'Leaderboard', '1248 × 244 px', 600],
  ['a2', 'Banner', '715 × 244 px', 400],
  ['a3', 'Popup', '600 × 800 px', 800],
  ['a4', 'TextLink', 'Max. 16 Zeichen', 60],
] as const)('BAN-35 BAN-67 BAN-68 BAN-69 BAN-70 CON-74 CON-75 %s is %s, %s, for %i credits a month', (id, ...words) => {
  const { name, format, price, description, icon, size } = BANNER_TYPES[id];
  expect([name, format, price]).toEqual(words);
  expect(description).not.toBe('');
  expect(icon).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(size && `${size.width} × ${size.height} px`).toBe(id === 'a4' ? null : format);
  expect(bannerPrice({ typ: id, months: 1, websites: 1 })).toEqual({ base: price, surcharge: 0, total: price });
});

test('BAN-71 BAN-72 BAN-73 BAN-74 CON-76 months, the included website and 30 % for each further one', () => {
  const a2 = (websites: number) => bannerPrice({ typ: 'a2', months: 3, websites });
  expect(a2(1)).toEqual({ base: 1200, surcharge: 0, total: 1200 });
  expect(a2(3)).toEqual({ base: 1200, surcharge: 720, total: 1920 });
  expect(a2(0)).toEqual(a2(1));
  expect(bannerPrice({ typ: 'a4', months: 1, websites: 2 })).toEqual({ base: 60, surcharge: 18, total: 78 });
});

test('BAN-73 every price is a whole number of credits', () => {
  for (const typ of BANNER_TYPE_IDS)
    for (let months = BANNER_MONTHS.min; months <= BANNER_MONTHS.max; months++)
      for (let websites = 1; websites <= 20; websites++)
        expect(Number.isInteger(bannerPrice({ typ, months, websites }).total)).toBe(true);
});

test.each([
  [{ typ: 'a4', text: 'Studio Linde', url: 'https://studio-linde.example' }, 'Studio Linde'],
  [{ typ: 'a4', text: '', url: 'https://studio-linde.example' }, 'TextLink, studio-linde.example'],
  [
    { typ: 'a1', text: 'nur für a4', url: 'https://www.studio-linde.example/neu?x=1#y' },
    'Leaderboard, studio-linde.example',
  ],
  [{ typ: 'a3', text: '', url: '' }, 'Popup'],
] as const)('BAN-07 the title of %j is "%s"', (banner, title) => {
  expect(bannerTitle(banner)).toBe(title);
});

test('BAN-09 BAN-47 one month, several months', () => {
  expect([1, 2, 12].map(monthsLabel)).toEqual(['1 Monat', '2 Monate', '12 Monate']);
});
