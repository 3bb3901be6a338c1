import { expect, test } from 'vitest';
import { asksToReplace, lastUsed, shownCantons } from './region-choice.ts';

const NAMES = {
  AG: 'Aargau',
  BE: 'Bern',
  GE: 'Genf',
  LU: 'Luzern',
  SG: 'St. Gallen',
  VD: 'Waadt',
  ZG: 'Zug',
  ZH: 'Zürich',
};
const list = Object.entries(NAMES).map(([id, name]) => ({ id, name }));
const asked = { list, chosen: [], recent: [], search: '', all: false };
const ids = (part: Partial<Parameters<typeof shownCantons>[0]>) =>
  shownCantons({ ...asked, ...part }).map(({ id }) => id);

test('the last used and the six largest cantons come first, all of them on request [EXP-50]', () => {
  expect(ids({})).toEqual(['ZH', 'BE', 'VD', 'AG', 'SG', 'GE']);
  expect(ids({ recent: ['ZG', 'BE'] })).toEqual(['ZG', 'BE', 'ZH', 'VD', 'AG', 'SG', 'GE']);
  // A chosen one is never hidden.
  expect(ids({ chosen: ['LU'] }).at(-1)).toBe('LU');
  expect(ids({ all: true })).toEqual(['ZH', 'BE', 'VD', 'AG', 'SG', 'GE', 'LU', 'ZG']);
});

test('a search finds cantons by name without accents and by sign [EXP-50]', () => {
  expect(ids({ search: ' zuri' })).toEqual(['ZH']);
  expect(ids({ search: 'ZÜ' })).toEqual(['ZG', 'ZH']);
  expect(ids({ search: 'lu' })).toEqual(['LU']);
  expect(ids({ search: 'xx' })).toEqual([]);
});

test('the last used cantons are those of the ad that was saved last, not of this one', () => {
  const ads = [
    { ID: 3, cantons: ['ZH'], saved_at: '2026-11-20T12:00:00.000Z' },
    { ID: 2, cantons: ['LU'], saved_at: '2026-11-19T12:00:00.000Z' },
    { ID: 1, cantons: [], saved_at: '2026-11-21T12:00:00.000Z' },
  ];
  expect(lastUsed(ads, 9)).toEqual(['ZH']);
  expect(lastUsed(ads, 3)).toEqual(['LU']);
  expect(lastUsed([], 9)).toEqual([]);
});

test('only a free ad that has its one region asks whether another replaces it [EXP-50]', () => {
  expect(asksToReplace(true, ['ZH'], 'BE')).toBe(true);
  for (const wrong of [
    asksToReplace(true, [], 'BE'),
    asksToReplace(true, ['ZH'], 'ZH'),
    asksToReplace(true, ['ZH', 'LU'], 'BE'),
    asksToReplace(false, ['ZH'], 'BE'),
  ])
    expect(wrong).toBe(false);
});
