import { expect, test } from 'vitest';
import { HOUR_MS } from '../kernel/time.ts';
import { effectsOf, type HourViews, type Phase } from './effects.ts';

/** Hours since the ad first came online, on a whole hour. */
const at = (hours: number) => new Date(Date.UTC(2026, 9, 1) + hours * HOUR_MS);
const iso = (hours: number) => at(hours).toISOString();
const phase = (kind: Phase['kind'], from: number, until: number | null = from): Phase => ({
  kind,
  from: at(from),
  until: until === null ? null : at(until),
});
const online = (from: number, until: number | null = null) => phase('online', from, until);

interface Case {
  phases: Phase[];
  /** Views of each hour from the first on. */
  views: (hour: number) => number;
  now: number;
  since?: number;
}
const measured = ({ phases, views, now, since = 0 }: Case) => {
  const hours: HourViews[] = [];
  for (let hour = Math.floor(since); hour < now; hour++)
    if (views(hour) > 0) hours.push({ hour: at(hour), views: views(hour) });
  return effectsOf({ phases, hours, since: at(since), now: at(now) });
};
const only = (value: Case) => {
  const effects = measured(value);
  expect(effects).toHaveLength(1);
  const { kind: _, from: __, until, ...figures } = effects[0]!;
  return { until, ...figures };
};
/** Two views an hour, and so many between two hours. */
const more = (from: number, until: number, views: number) => (hour: number) =>
  hour >= from && hour < until ? views : 2;

test('a push on the hour is measured over six hours against the hours without [T-DEL-11]', () => {
  const value = { phases: [online(0), phase('push', 50)], views: more(50, 56, 6), now: 80 };
  expect(measured(value)).toEqual([
    {
      kind: 'push',
      from: iso(50),
      until: iso(56),
      views_per_hour: 6,
      usual_per_hour: 2,
      factor: 3,
    },
  ]);
});

test.each<[string, Case, ReturnType<typeof only>]>([
  [
    'begins within an hour: that hour is shared by time, and is no usual one',
    // 50:30 to 56:30: half of 8, five of 8, half of 2.
    { phases: [online(0), phase('push', 50.5)], views: more(50, 56, 8), now: 80 },
    { until: iso(56.5), views_per_hour: 7.5, usual_per_hour: 2, factor: 3.75 },
  ],
  [
    'lasts: measured so far, in the hour that runs by the time that has passed of it',
    // Two whole hours with 6, and 3 views in a quarter of one.
    {
      phases: [online(0), phase('push', 50)],
      views: (hour) => (hour === 52 ? 3 : more(50, 56, 6)(hour)),
      now: 52.25,
    },
    { until: null, views_per_hour: 6.67, usual_per_hour: 2, factor: 3.33 },
  ],
  [
    'has just begun: no minute is a rate',
    { phases: [online(0), phase('push', 50)], views: (hour) => (hour === 50 ? 1 : 2), now: 50.1 },
    { until: null, views_per_hour: 1, usual_per_hour: 2, factor: null },
  ],
  [
    'ends when the ad goes off, and does not go on when it comes back',
    { phases: [online(0, 52), online(54), phase('push', 50)], views: more(50, 54, 4), now: 100 },
    { until: iso(52), views_per_hour: 4, usual_per_hour: 2, factor: 2 },
  ],
  [
    'goes off within the hour: views fall into the time it was online',
    // 51:00 to 51:30 has all views of its hour.
    {
      phases: [online(0, 51.5), phase('push', 50)],
      views: (hour) => (hour === 51 ? 5 : hour === 50 ? 4 : 2),
      now: 100,
    },
    { until: iso(51.5), views_per_hour: 6, usual_per_hour: 2, factor: 3 },
  ],
])('a push that %s [T-DEL-11]', (_, value, figures) => {
  expect(only(value)).toEqual(figures);
});

test.each<[string, Case, ReturnType<typeof only>]>([
  [
    'runs until it was bought for',
    { phases: [online(0), phase('topad', 60, 84)], views: more(60, 84, 5), now: 100 },
    { until: iso(84), views_per_hour: 5, usual_per_hour: 2, factor: 2.5 },
  ],
  [
    'still runs',
    { phases: [online(0), phase('topad', 60, 84)], views: more(60, 84, 5), now: 70 },
    { until: null, views_per_hour: 5, usual_per_hour: 2, factor: 2.5 },
  ],
  [
    'has no end yet',
    { phases: [online(0), phase('farbe', 60, null)], views: more(60, 999, 3), now: 100 },
    { until: null, views_per_hour: 3, usual_per_hour: 2, factor: 1.5 },
  ],
  [
    'counts only the hours online',
    {
      phases: [online(0, 62), online(72), phase('story', 60, 84)],
      views: (hour) => (hour < 60 || hour >= 84 ? 2 : hour >= 62 && hour < 72 ? 0 : 7),
      now: 100,
    },
    { until: iso(84), views_per_hour: 7, usual_per_hour: 2, factor: 3.5 },
  ],
  [
    'was seen less is said so',
    { phases: [online(0), phase('story', 60, 84)], views: more(60, 84, 1), now: 100 },
    { until: iso(84), views_per_hour: 1, usual_per_hour: 2, factor: 0.5 },
  ],
  [
    'began before anything is known is measured from there',
    { phases: [online(0), phase('topad', 4, 28)], views: more(0, 28, 10), now: 90, since: 20 },
    { until: iso(28), views_per_hour: 10, usual_per_hour: 2, factor: 5 },
  ],
])('an extra that %s [T-DEL-11]', (_, value, figures) => {
  expect(only(value)).toEqual(figures);
});

test('the usual is null with fewer than 24 whole hours of its own, and there with 24 [T-DEL-11]', () => {
  // The first six hours after coming online do not count: 30 make 24.
  const value = (until: number) => ({
    phases: [online(0), phase('push', until)],
    views: () => 2,
    now: until + 6,
  });
  expect(only(value(29))).toMatchObject({ views_per_hour: 2, usual_per_hour: null, factor: null });
  expect(only(value(29.99))).toMatchObject({ usual_per_hour: null });
  expect(only(value(30))).toMatchObject({ usual_per_hour: 2, factor: 1 });
});

test('an ad without views has a usual of zero and no factor [T-DEL-11]', () => {
  const value = {
    phases: [online(0), phase('push', 50)],
    views: (hour: number) => (hour < 50 ? 0 : 3),
    now: 56,
  };
  expect(only(value)).toMatchObject({ views_per_hour: 3, usual_per_hour: 0, factor: null });
});

test('nothing offline, after coming online, after a new booking or beside another extra is usual [T-DEL-11]', () => {
  const busy = (hour: number) =>
    hour < 6 || (hour >= 40 && hour < 46) || (hour >= 50 && hour < 74) || (hour >= 84 && hour < 90)
      ? 100
      : 2;
  const views = (hour: number) => (hour >= 78 && hour < 84 ? 0 : busy(hour));
  const phases = [
    online(0, 78),
    online(84),
    phase('booked', 40),
    phase('farbe', 50, 74),
    phase('push', 100),
  ];
  expect(measured({ phases, views, now: 120 })[0]).toMatchObject({
    kind: 'push',
    usual_per_hour: 2,
    factor: 1,
  });
});

test('the usual is of the last 28 days, and of no hour that has not ended [T-DEL-11]', () => {
  const now = 28 * 24 + 100.5;
  const views = (hour: number) => (hour < 101 ? 50 : hour === Math.floor(now) ? 500 : 2);
  const effects = measured({ phases: [online(0), phase('push', 300)], views, now });
  expect(effects).toMatchObject([{ usual_per_hour: 2 }]);
});

test('extras that overlap are each measured as they were [T-DEL-11]', () => {
  const phases = [online(0), phase('topad', 60, 84), phase('push', 64)];
  const views = (hour: number) => (hour < 60 || hour >= 84 ? 2 : hour >= 64 && hour < 70 ? 12 : 4);
  expect(measured({ phases, views, now: 120 })).toMatchObject([
    { kind: 'push', views_per_hour: 12, factor: 6 },
    { kind: 'topad', views_per_hour: 6, factor: 3 },
  ]);
});

test('at most fifty effects, newest first; none before its start or before the data begins [T-DEL-11]', () => {
  const pushes = Array.from({ length: 60 }, (_, index) => phase('push', 10 + index * 10));
  const phases = [online(0), ...pushes, phase('topad', 900, 924), phase('story', 1, 3)];
  const effects = measured({ phases, views: () => 1, now: 700, since: 5 });
  expect(effects.map(({ from }) => from)).toEqual(
    pushes
      .slice(10)
      .toReversed()
      .map(({ from }) => from.toISOString()),
  );
});

test('no phase, no view: no effect [T-DEL-11]', () => {
  expect(measured({ phases: [], views: () => 3, now: 50 })).toEqual([]);
  expect(measured({ phases: [online(0)], views: () => 3, now: 50 })).toEqual([]);
});

test('an extra without any time is no effect, a push is one also where it could not work [T-DEL-11]', () => {
  const views = () => 2;
  expect(measured({ phases: [online(0), phase('topad', 60)], views, now: 100 })).toEqual([]);
  const nothing = { views_per_hour: 0, usual_per_hour: 2, factor: null };
  // Made while the ad was off, with the next time online before it would have been over.
  const off = { phases: [online(0, 50), online(62), phase('push', 60)], views, now: 100 };
  expect(only(off)).toEqual({ until: iso(60), ...nothing });
  // Made this very moment.
  const now = { phases: [online(0), phase('push', 60)], views, now: 60 };
  expect(only(now)).toEqual({ until: null, ...nothing });
});

test('a push at the moment of coming online works from there [T-DEL-11]', () => {
  const value = { phases: [online(0, 40), online(50), phase('push', 50)], views: () => 2, now: 80 };
  expect(only(value)).toMatchObject({ until: iso(56), factor: 1 });
});

test('a push is compared after one whole hour, and is over at the end of its sixth [T-DEL-11]', () => {
  const value = (now: number) => ({ phases: [online(0), phase('push', 50)], views: () => 2, now });
  expect(only(value(51))).toMatchObject({ until: null, factor: 1 });
  expect(only(value(56))).toMatchObject({ until: iso(56), factor: 1 });
});

test('the hour that ends now is one of the usual [T-DEL-11]', () => {
  const value = (now: number) => ({ phases: [online(0), phase('push', 0)], views: () => 2, now });
  expect(only(value(30))).toMatchObject({ usual_per_hour: 2 });
  expect(only(value(29))).toMatchObject({ usual_per_hour: null });
});
