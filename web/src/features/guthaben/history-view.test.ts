import { HISTORY_TYPES, type HistoryType } from '@samtrot/shared/history/rules.ts';
import { expect, test } from 'vitest';
import { FILTER_LABELS, waitsFor } from './history-labels.ts';
import { type Column, FILTERED, FILTERS, type HistoryRow } from './history-rows.ts';
import {
  type HistoryView,
  isPlain,
  listed,
  nextDirection,
  searchOfView,
  viewFromSearch,
} from './history-view.ts';

const row = (n: number, part: Partial<HistoryRow> = {}): HistoryRow => ({
  key: `w${n}`,
  at: n,
  type: 'coupon',
  status: 'credit',
  amount: n,
  currency: 'Credits',
  description: `Zeile ${n}`,
  order: null,
  movement: null,
  ...part,
});
const many = (n: number) => Array.from({ length: n }, (_, index) => row(n - index));
const view = (part: Partial<HistoryView> = {}): HistoryView => ({ ...viewFromSearch({}), ...part });

test('pages of ten with the count of all [GUT-50, GUT-51, GUT-52, CON-06]', () => {
  expect(listed(many(23), view(), false)).toMatchObject({
    totalCount: 23,
    pages: 3,
    page: 1,
    from: 1,
    to: 10,
  });
  const last = listed(many(23), view({ page: 3 }), false);
  expect(last).toMatchObject({ from: 21, to: 23, unfinished: false });
  expect(last.items.map(({ key }) => key)).toEqual(['w3', 'w2', 'w1']);
  expect(listed(many(23), view({ page: 9 }), false)).toMatchObject({ page: 3 });
  expect(listed([], view(), false)).toMatchObject({
    items: [],
    totalCount: 0,
    pages: 1,
    from: 0,
    to: 0,
  });
});

test('while more can be loaded the pages go on, and the first one beyond requests it [GUT-53, X-17]', () => {
  expect(listed(many(50), view({ page: 5 }), true)).toMatchObject({ pages: 6, unfinished: false });
  expect(listed(many(50), view({ page: 6 }), true)).toMatchObject({
    items: [],
    from: 0,
    unfinished: true,
  });
  expect(listed(many(53), view({ page: 6 }), true)).toMatchObject({
    from: 51,
    to: 53,
    pages: 6,
    unfinished: true,
  });
  // A link to a page far back waits for it; when all is loaded it is the last one.
  expect(listed(many(50), view({ page: 9 }), true)).toMatchObject({
    page: 9,
    pages: 9,
    unfinished: true,
  });
  expect(listed(many(50), view({ page: 9 }), false)).toMatchObject({ page: 5, unfinished: false });
});

test('a filter and another order end with what is loaded [GUT-53]', () => {
  for (const other of [
    view({ filter: 'coupons' }),
    view({ column: 'amount' }),
    view({ direction: 'asc' }),
  ]) {
    expect(isPlain(other)).toBe(false);
    expect(listed(many(50), other, true)).toMatchObject({ pages: 5, unfinished: false });
  }
});

test.each([
  ['order', 'Käufe', 'Kauf'],
  ['wallet', 'Aufladungen', 'Aufladung'],
  ['bonus', 'Bonus', 'Bonus'],
  ['coupons', 'Gutscheine', 'Gutschein'],
  ['refund', 'Rückerstattungen', 'Rückerstattung'],
  ['correction', 'Korrekturen', 'Korrektur'],
] as const)(
  'under the filter %s, called %s, every line says %s [GUT-47, FIX-09]',
  (filter, called, says) => {
    const types = Object.keys(HISTORY_TYPES) as HistoryType[];
    const rows = types.flatMap((type, n) => [row(2 * n, { type }), row(2 * n + 1, { type })]);
    expect(FILTER_LABELS[filter]).toBe(called);
    expect(
      listed(rows, view({ filter }), false).items.map(({ type }) => HISTORY_TYPES[type]),
    ).toEqual([says, says]);
    expect(listed(rows, view(), false).totalCount).toBe(12);
  },
);

test('every type of a line has a filter of its own [FIX-09]', () => {
  expect(Object.values(FILTERED).toSorted()).toEqual(Object.keys(HISTORY_TYPES).toSorted());
  expect(Object.keys(FILTERED)).toEqual(FILTERS.filter((filter) => filter !== 'all'));
});

test.each<[Column, string, string]>([
  ['date', 'abc', 'cba'],
  // Equal ones stand newest first either way.
  ['type', 'bca', 'cab'],
  ['status', 'cab', 'bac'],
  ['amount', 'acb', 'bca'],
  ['description', 'bac', 'cab'],
])(
  'sorted by %s both ways, by the German words and numbers as numbers [GUT-48, GUT-52]',
  (column, asc, desc) => {
    const rows = [
      // Kauf, Gutschrift
      row(1, { key: 'a', type: 'order', amount: -190, description: 'Inserat 9' }),
      // Aufladung, In Bearbeitung
      row(2, { key: 'b', type: 'topup', status: 'Processing', amount: 475, description: 'Ärger' }),
      // Kauf, Abgeschlossen
      row(3, {
        key: 'c',
        type: 'order',
        status: 'Completed',
        amount: 25,
        description: 'Inserat 10',
      }),
    ];
    const sorted = (direction: 'asc' | 'desc') =>
      listed(rows, view({ column, direction }), false)
        .items.map(({ key }) => key)
        .join('');
    expect([sorted('asc'), sorted('desc')]).toEqual([asc, desc]);
  },
);

test('a column is first sorted the useful way, then the other [GUT-48]', () => {
  expect(nextDirection(view(), 'date')).toBe('asc');
  expect(nextDirection(view(), 'amount')).toBe('desc');
  expect(nextDirection(view(), 'description')).toBe('asc');
  expect(nextDirection(view({ column: 'description', direction: 'asc' }), 'description')).toBe(
    'desc',
  );
});

test('the view stands in the address, and what is not understood there is the default [GUT-47]', () => {
  expect(searchOfView(view())).toEqual({});
  const other = view({ filter: 'order', column: 'amount', direction: 'asc', page: 3 });
  expect(searchOfView(other)).toEqual({ filter: 'order', sort: 'amount_asc', page: 3 });
  expect(viewFromSearch(searchOfView(other))).toEqual(other);
  for (const bad of [
    { filter: 'x', sort: 'x_y', page: 'x' },
    { filter: 1, sort: {}, page: -1 },
    { page: 1.5 },
  ])
    expect(viewFromSearch(bad)).toEqual(view());
});

test.each([
  ['Processing', 100, 60, 'Betrag weicht ab'],
  ['Processing', 100, 100, 'Zahlung wird geprüft'],
  ['Processing', 100, 0, 'Zahlung wird geprüft'],
  ['Pending', 100, 0, 'wartet auf Zahlung'],
  ['Completed', 100, 100, null],
] as const)(
  'a top-up in state %s of CHF %d with CHF %d received waits for %s [FIX-02]',
  (status, total, paid, text) => {
    const order = { is_wallet_topup: true, total, paid } as HistoryRow['order'];
    expect(waitsFor(row(1, { type: 'topup', status, order }))).toBe(text);
  },
);
