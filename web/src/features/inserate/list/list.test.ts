import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { expect, test } from 'vitest';
import { pageWindow } from '../../../ui/pagination.tsx';
import { AD_LIST } from './list.ts';
import { sampleInserat } from './sample.ts';

const {
  defaultView: DEFAULT_VIEW,
  listed,
  sorts: SORTS,
  searchOfView,
  tabLabels,
  tabCounts,
  viewFromSearch,
  viewWith,
} = AD_LIST;
const ids = (inserate: readonly Inserat[]) => inserate.map(({ ID }) => ID);
const view = (change: Partial<typeof DEFAULT_VIEW> = {}) => ({ ...DEFAULT_VIEW, ...change });

test('four tabs in order, each with its status; a hidden ad is with the drafts [INS-02, INS-12]', () => {
  expect(Object.values(tabLabels)).toEqual(['Aktiv', 'Geplant', 'Entwürfe', 'Abgelaufen']);
  const all = (['aktiv', 'geplant', 'entwurf', 'ausgeblendet', 'abgelaufen'] as const).map(
    (inserat_status, i) => sampleInserat({ ID: i + 1, inserat_status }),
  );
  expect(ids(listed(all, view({ tab: 'aktiv' })).items)).toEqual([1]);
  expect(ids(listed(all, view({ tab: 'geplant' })).items)).toEqual([2]);
  expect(ids(listed(all, view({ tab: 'entwurf' })).items)).toEqual([4, 3]);
  expect(ids(listed(all, view({ tab: 'abgelaufen' })).items)).toEqual([5]);
});

test('each tab counts all its ads, searched or not [INS-03]', () => {
  const all = [sampleInserat({ ID: 1 }), sampleInserat({ ID: 2, inserat_status: 'ausgeblendet' })];
  expect(tabCounts(all)).toEqual({ aktiv: 1, geplant: 0, entwurf: 1, abgelaufen: 0 });
});

test.each([
  ['titel', 'SOMMER'],
  ['name', 'lena'],
  ['beschreibung', 'öl'],
] as const)('the search finds a part of %s whatever the case [INS-04]', (field, q) => {
  const hit = sampleInserat({
    ID: 1,
    [field]: { titel: 'Im Sommer', name: 'Lena', beschreibung: 'mit ÖL und Zeit' }[field],
  });
  const miss = sampleInserat({ ID: 2 });
  expect(ids(listed([hit, miss], view({ q })).items)).toEqual([1]);
});

test('the number of an ad finds that ad alone, with and without «Nr.» [INS-04]', () => {
  const all = [20_038, 20_039, 120_038].map((ID) => sampleInserat({ ID }));
  for (const q of ['20038', ' Nr. 20038 ', 'nr 20038'])
    expect(ids(listed(all, view({ q })).items), q).toEqual([20_038]);
  expect(listed(all, view({ q: '2003' })).total).toBe(0);
});

test('what the server finds in whole descriptions is listed and counted [INS-04]', () => {
  const all = [sampleInserat({ ID: 1, titel: 'Musik' }), sampleInserat({ ID: 2 })];
  const search = { q: 'musik', inTexts: new Set([2, 99]) };
  expect(ids(listed(all, view(search)).items)).toEqual([2, 1]);
  expect(tabCounts(all, search).aktiv).toBe(2);
  expect(viewWith(all, 2, view(search))?.q).toBe('musik');
});

test('an ad that has moved is found on its page of its tab, without the search [INS-02, INS-07]', () => {
  const all = Array.from({ length: 14 }, (_, i) =>
    sampleInserat({ ID: i + 1, inserat_status: 'entwurf' }),
  );
  const here = view({ tab: 'entwurf' });
  expect(viewWith(all, 14, here)).toBe(here);
  expect(viewWith(all, 1, view({ q: 'weg', sort: 'id_desc' }))).toEqual(
    view({ tab: 'entwurf', page: 2 }),
  );
  expect(viewWith(all, 99, here)).toBeNull();
});

test('an ad that has moved is shown with the search that finds it there [INS-02, INS-04]', () => {
  const all = [1, 2].map((ID) => sampleInserat({ ID, titel: ID === 1 ? 'Jana' : 'Mia' }));
  const search = { tab: 'entwurf', q: 'jana', only: 'ausgeblendet' } as const;
  expect(viewWith(all, 1, view(search))).toEqual(view({ q: 'jana' }));
  expect(viewWith(all, 2, view(search))).toEqual(view());
});

test('a search of blanks shows everything, one without a hit nothing [INS-04]', () => {
  const all = [sampleInserat({ ID: 1 })];
  expect(listed(all, view({ q: '   ' })).total).toBe(1);
  expect(listed(all, view({ q: 'gibt es nicht' }))).toMatchObject({
    items: [],
    total: 0,
    pages: 1,
    page: 1,
    from: 0,
    to: 0,
  });
});

test('the newest come first by default; by end, ads without one come last [INS-05, CON-09]', () => {
  const all = [
    sampleInserat({ ID: 1, end_at: '2026-12-03T10:00:00Z' }),
    sampleInserat({ ID: 3, end_at: null }),
    sampleInserat({ ID: 2, end_at: '2026-12-01T10:00:00Z' }),
  ];
  const order = (sort: (typeof SORTS)[number]) => ids(listed(all, view({ sort })).items);
  expect(SORTS).toEqual(['id_desc', 'id_asc', 'end_zeit_desc', 'end_zeit_asc']);
  expect(ids(listed(all, DEFAULT_VIEW).items)).toEqual([3, 2, 1]);
  expect(order('id_asc')).toEqual([1, 2, 3]);
  expect(order('end_zeit_desc')).toEqual([1, 2, 3]);
  expect(order('end_zeit_asc')).toEqual([2, 1, 3]);
});

test('twelve ads a page; a page beyond the last is the last [INS-07, CON-03]', () => {
  const all = Array.from({ length: 13 }, (_, i) => sampleInserat({ ID: i + 1 }));
  expect(listed(all, view())).toMatchObject({ total: 13, pages: 2, page: 1, from: 1, to: 12 });
  expect(listed(all, view({ page: 2 }))).toMatchObject({ page: 2, from: 13, to: 13 });
  expect(listed(all, view({ page: 9 })).page).toBe(2);
  expect(listed(all.slice(1), view()).pages).toBe(1);
});

test('three page buttons on a phone, otherwise five, always with the current one [INS-08, CON-08]', () => {
  expect(pageWindow(1, 9, 3)).toEqual([1, 2, 3]);
  expect(pageWindow(5, 9, 3)).toEqual([4, 5, 6]);
  expect(pageWindow(9, 9, 3)).toEqual([7, 8, 9]);
  expect(pageWindow(1, 9, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pageWindow(6, 9, 5)).toEqual([4, 5, 6, 7, 8]);
  expect(pageWindow(8, 9, 5)).toEqual([5, 6, 7, 8, 9]);
  expect(pageWindow(2, 2, 5)).toEqual([1, 2]);
});

test('the address holds the view without defaults and ignores unknown values [INS-02, INS-05]', () => {
  const changed = view({ tab: 'entwurf', q: '079', sort: 'end_zeit_asc', page: 3 });
  expect(viewFromSearch(searchOfView(changed))).toEqual(changed);
  expect(searchOfView(DEFAULT_VIEW)).toEqual({});
  expect(viewFromSearch({ tab: 'x', q: { a: 1 }, sort: 'constructor', page: -1 })).toEqual(
    DEFAULT_VIEW,
  );
  expect(viewFromSearch({ q: 79, page: '2' })).toEqual(view({ q: '79', page: 2 }));
  const held = view({ only: 'gesperrt' });
  expect([searchOfView(held), viewFromSearch({ only: 'gesperrt' })]).toEqual([
    { only: 'gesperrt' },
    held,
  ]);
});
