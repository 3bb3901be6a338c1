import { expect, test } from 'vitest';
import { costOf } from './editor-cost.ts';
import { BLANK_FORM, type EditorForm } from './editor-form.ts';

const week: EditorForm = { ...BLANK_FORM, package: '1_week', cantons: ['ZH', 'ZG', 'LU', 'AG'], categories: [1, 2] };

test('PRI-02 PRI-21 the total is the package and every extra that was chosen', () => {
  const cost = costOf({ ...week, publish: 'Planen' }, 11, null, 640);
  expect(cost.items.map(({ key, total }) => [key, total])).toEqual([
    ['package', 40],
    ['region', 5],
    ['category', 0],
    ['image', 5],
    ['planned', 5],
  ]);
  expect(cost.total).toBe(55);
});

test('PRI-22 EDI-23 the balance afterwards is the balance less the total; down to zero it suffices', () => {
  expect(costOf(week, 0, null, 640)).toMatchObject({ total: 45, after: 595, missing: 0 });
  expect(costOf(week, 0, null, 45)).toMatchObject({ after: 0, missing: 0 });
});

test('EDI-24 EDI-25 with one credit too few exactly that one is missing', () => {
  expect(costOf(week, 0, null, 44)).toMatchObject({ after: -1, missing: 1 });
  expect(costOf(week, 0, null, 0).missing).toBe(45);
});

test('PRI-21 what the running booking has paid for costs nothing again', () => {
  const paid = {
    package: '1_week' as const,
    regions: 4,
    categories: 3,
    images: 10,
    dailyPushes: 0,
    datedPushes: 0,
    planned: false,
    topAd: false,
    colour: false,
    story: false,
  };
  expect(costOf(week, 3, paid, 0)).toMatchObject({ total: 0, missing: 0 });
  expect(costOf({ ...week, package: '1_month' }, 3, paid, 200)).toMatchObject({ total: 105 });
});
