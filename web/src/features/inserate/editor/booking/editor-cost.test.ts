import { BLANK_INSERAT, type InseratContent } from '@samtrot/shared/inserate/contract.ts';
import { PRICES } from '@samtrot/shared/testing/prices.ts';
import { expect, test } from 'vitest';
import { costOf } from './editor-cost.ts';

const week: InseratContent = {
  ...BLANK_INSERAT,
  inserat_typ: '1_week',
  cantons: ['ZH', 'ZG', 'LU', 'AG'],
  categories: [1, 2],
};

const holding = (credits: number) => ({ credits, owed: 0 });

test('the total is the package and every extra that was chosen [PRI-02, PRI-21]', () => {
  const cost = costOf(PRICES, { ...week, publish_option: 'Planen' }, 11, null, holding(640));
  expect(cost.items.map(({ key, total }) => [key, total])).toEqual([
    ['package', 40],
    ['region', 5],
    ['category', 0],
    ['image', 5],
    ['planned', 5],
  ]);
  expect(cost.total).toBe(55);
});

test('the balance afterwards is the balance less the total; down to zero it suffices [PRI-22, EDI-23]', () => {
  expect(costOf(PRICES, week, 0, null, holding(640))).toMatchObject({
    total: 45,
    after: 595,
    missing: 0,
  });
  expect(costOf(PRICES, week, 0, null, holding(45))).toMatchObject({ after: 0, missing: 0 });
});

test('with one credit too few exactly that one is missing [EDI-24, EDI-25]', () => {
  expect(costOf(PRICES, week, 0, null, holding(44))).toMatchObject({ after: -1, missing: 1 });
  expect(costOf(PRICES, week, 0, null, holding(0)).missing).toBe(45);
});

test('what the running booking has paid for costs nothing again [PRI-21]', () => {
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
  expect(costOf(PRICES, week, 3, paid, holding(0))).toMatchObject({ total: 0, missing: 0 });
  expect(costOf(PRICES, { ...week, inserat_typ: '1_month' }, 3, paid, holding(200))).toMatchObject({
    total: 105,
  });
});

test('every promotion is a line of its own, a daily push once for the whole run [PRI-01, PRI-14, PRI-16, PRI-17, PRI-18, PRI-19, PRI-20, PRI-15, CON-66, CON-67, CON-68, CON-69, CON-70]', () => {
  const cost = costOf(
    PRICES,
    {
      ...week,
      publish_option: 'Planen',
      publish_date: '2026-12-01',
      publish_time: '08:00',
      cantons: ['ZH'],
      push_times: ['12:00', '18:30'],
      top_ad_enabled: true,
      color_enabled: true,
      story_posted: true,
      date_time_pushes: [
        { date: '2026-12-02', time: '12:00' },
        { date: '2026-12-03', time: '12:00' },
      ],
    },
    0,
    null,
    holding(500),
    new Date('2026-11-21T12:00:00Z'),
  );
  expect(cost.items.slice(3).map(({ label, note, total }) => [label, note, total])).toEqual([
    ['Push täglich', '12:00 und 18:30, ganze Laufzeit', 10],
    ['Push nach Datum', '2 Termine', 10],
    ['Geplante Veröffentlichung', '', 5],
    ['TopAd', '', 80],
    ['Farbe', '', 20],
    ['Story', '', 10],
  ]);
  expect(cost).toMatchObject({ total: 175, after: 325, missing: 0 });
});

test('a second daily time in a running booking is charged, the first is shown as paid [PRI-14]', () => {
  const paid = {
    package: '1_week' as const,
    regions: 4,
    categories: 3,
    images: 10,
    dailyPushes: 1,
    datedPushes: 0,
    planned: false,
    topAd: true,
    colour: false,
    story: false,
  };
  const cost = costOf(
    PRICES,
    { ...week, push_times: ['12:00', '18:30'], top_ad_enabled: true },
    0,
    paid,
    holding(100),
  );
  expect(cost.items.filter(({ key }) => key === 'dailyPush' || key === 'topAd')).toMatchObject([
    { note: '12:00 und 18:30, ganze Laufzeit, 1 bezahlt', total: 5 },
    { note: 'bereits bezahlt', total: 0 },
  ]);
  expect(cost.total).toBe(5);
});

test('a dated push that ran while the editor was open is over and not charged again [PRI-16, EDI-89]', () => {
  const date_time_pushes = [
    { date: '2026-11-21', time: '12:00' },
    { date: '2026-11-21', time: '14:00' },
  ];
  const at = (time: string) =>
    costOf(
      PRICES,
      { ...week, date_time_pushes },
      0,
      null,
      holding(500),
      new Date(`2026-11-21T${time}:00+01:00`),
    ).total;
  expect([at('11:59'), at('12:00'), at('14:00')]).toEqual([55, 50, 45]);
});
