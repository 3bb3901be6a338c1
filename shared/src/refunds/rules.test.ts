import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  carriedOver,
  PACKAGE_IDS,
  PACKAGES,
  type PackageId,
  quote,
  runsAsLong,
} from '../cart/rules.ts';
import { HOUR_MS } from '../kernel/time.ts';
import { nonEmpty } from '../testing/non-empty.ts';
import { PRICES } from '../testing/prices.ts';
import {
  comesBack,
  type DailyOrder,
  dailyRefund,
  deletionText,
  type ON_DELETION,
  type Part,
  REFUND_SENTENCES,
  TAKEN_OUT,
  unrun,
} from './rules.ts';

const PRICE = PRICES.extras.dailyPush;
const LONGEST = Math.max(...PACKAGE_IDS.map((id) => PACKAGES[id].days));

/**
 * An order of daily times, with its pushes that came, that are to come, and that came back, of each
 * time.
 */
interface Order extends DailyOrder {
  done: number;
  due: number;
  came: number;
}

interface Step {
  to: PackageId;
  /** Pushes of each time that come before the change. */
  runs: number;
  wanted: number;
}

const order = (times: number, days: number): Order => ({
  times,
  unit: PRICE,
  days,
  back: 0,
  refunded: 0,
  done: 0,
  due: days,
  came: 0,
});
const held = ({ times, refunded }: Order) => PRICE * times - refunded;
const bare = { regions: 1, categories: 1, images: 0 };

/**
 * As the server does it: what is short is closed, what has no day falls away, the rest is planned,
 * and what is not paid is charged.
 */
function change(orders: Order[], from: PackageId, { to, runs, wanted }: Step) {
  const { days } = PACKAGES[to];
  const closed: Order[] = [];
  let kept: Order[] = [];
  for (const one of orders) {
    const now = Math.min(runs, one.due);
    const ran = { ...one, done: one.done + now, due: one.due - now };
    const closes = ran.refunded > 0 && runsAsLong(to, from);
    const gone = closes ? ran.due : Math.max(0, ran.due - days);
    const credits = dailyRefund(ran, gone * ran.times, 'package');
    const after = {
      ...ran,
      due: ran.due - gone,
      came: ran.came + gone,
      back: ran.back + gone * ran.times,
    };
    (closes ? closed : kept).push({ ...after, refunded: ran.refunded + credits });
  }
  const paid = {
    ...bare,
    package: from,
    dailyPushes: orders.reduce((sum, { times }) => sum + times, 0),
  };
  const still = { topAd: false, story: false, colour: false, planned: false, fallen: 0, ageMs: 0 };
  const before = carriedOver(PRICES, paid, to, {
    packagePrice: PRICES.packages[from],
    ...still,
    short: orders.reduce((sum, { times, refunded }) => sum + (refunded > 0 ? times : 0), 0),
  });
  const line = quote(PRICES, { ...bare, package: to, dailyPushes: wanted }, before).items.find(
    ({ key }) => key === 'dailyPush',
  );
  let left = wanted;
  kept = kept.map((one) => {
    // A time that is taken out stays paid; one that is wanted has all days of the new run before
    // it.
    const due = left >= one.times ? days : 0;
    left -= Math.min(left, one.times);
    return { ...one, due, days: Math.max(one.days, one.done + one.came + due) };
  });
  const charged = line?.quantity ?? 0;
  return {
    closed,
    kept: charged > 0 ? [...kept, order(charged, days)] : kept,
    charged: (line?.total ?? 0) / PRICE,
  };
}

const step = fc.record({
  to: fc.constantFrom(...PACKAGE_IDS),
  runs: fc.oneof(fc.constant(0), fc.nat({ max: 31 })),
  wanted: fc.nat({ max: 3 }),
});

test('after any package changes the credits not refunded cover the daily pushes to come [FIX-06, EXP-58]', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PACKAGE_IDS),
      fc.integer({ min: 1, max: 3 }),
      fc.array(step),
      (first, times, way) => {
        let from = first;
        let orders = [order(times, PACKAGES[first].days)];
        for (const next of way) {
          const { kept, closed } = change(orders, from, next);
          for (const one of [...kept, ...closed]) {
            expect(one.refunded).toBeLessThanOrEqual(PRICE * one.times);
            expect(held(one)).toBeGreaterThanOrEqual((PRICE * one.due * one.times) / LONGEST);
          }
          const running = kept.filter(({ due }) => due > 0);
          const times = running.reduce((sum, one) => sum + one.times, 0);
          expect(times).toBeLessThanOrEqual(next.wanted);
          // What grows or stays as long is paid whole.
          if (runsAsLong(next.to, from))
            expect(running.reduce((sum, one) => sum + held(one), 0)).toBe(PRICE * times);
          orders = kept;
          from = next.to;
        }
      },
    ),
  );
});

test('a plan that goes any way round pays no more for its daily pushes than without [FIX-06, EXP-58]', () => {
  const packages = fc.array(fc.constantFrom(...PACKAGE_IDS), { minLength: 1 });
  fc.assert(
    fc.property(
      fc.constantFrom(...PACKAGE_IDS),
      fc.integer({ min: 1, max: 3 }),
      packages,
      (first, times, way) => {
        let from = first;
        let orders = [order(times, PACKAGES[first].days)];
        let paid = PRICE * times;
        for (const to of way) {
          const had = orders.reduce((sum, one) => sum + one.refunded, 0);
          const { kept, closed, charged } = change(orders, from, { to, runs: 0, wanted: times });
          for (const one of closed) expect(held(one)).toBe(0);
          paid +=
            PRICE * charged - [...kept, ...closed].reduce((sum, one) => sum + one.refunded, -had);
          expect(paid).toBeLessThanOrEqual(PRICE * times);
          expect(paid).toBe(kept.reduce((sum, one) => sum + held(one), 0));
          orders = kept;
          from = to;
        }
      },
    ),
  );
});

test.each([
  { why: 'missed', more: 1, credits: 1 },
  { why: 'missed', more: 30, credits: 5 },
  { why: 'package', more: 5, credits: 0 },
  { why: 'package', more: 29, credits: 4 },
] as const)(
  'of 30 daily pushes $more $why ones give back $credits [FIX-06, FIX-40]',
  ({ why, more, credits }) => {
    expect(dailyRefund({ times: 1, unit: 5, days: 30, back: 0, refunded: 0 }, more, why)).toBe(
      credits,
    );
    // In two steps never more than in one, and never less than nothing.
    const half = Math.floor(more / 2);
    const first = dailyRefund({ times: 1, unit: 5, days: 30, back: 0, refunded: 0 }, half, why);
    expect(
      first +
        dailyRefund({ times: 1, unit: 5, days: 30, back: half, refunded: first }, more - half, why),
    ).toBe(credits);
  },
);

test('daily pushes of a run without days refund nothing [FIX-06]', () => {
  expect(dailyRefund({ times: 1, unit: 5, days: 0, back: 0, refunded: 0 }, 0, 'missed')).toBe(0);
});

test('credits that were refunded rounded up are not taken back with another package [FIX-06]', () => {
  const order = { times: 1, unit: 5, days: 30, back: 1, refunded: 1 };
  expect([0, 5, 11, 29].map((more) => dailyRefund(order, more, 'package'))).toEqual([0, 0, 1, 4]);
});

test('daily pushes refund no more than their price, also for more than were bought [FIX-40]', () => {
  expect(dailyRefund({ times: 2, unit: 5, days: 30, back: 0, refunded: 0 }, 90, 'missed')).toBe(10);
  expect(dailyRefund({ times: 2, unit: 5, days: 30, back: 59, refunded: 10 }, 1, 'missed')).toBe(0);
});

const PARTS: Part[] = ['unbegun', 'pushes', 'hours'];

test.each<['inserat' | 'banner' | 'club', string, Part[]]>([
  ['inserat', 'entwurf', []],
  ['inserat', 'geplant', ['unbegun', 'hours']],
  ['inserat', 'aktiv', ['pushes', 'hours']],
  ['inserat', 'ausgeblendet', ['pushes', 'hours']],
  ['inserat', 'abgelaufen', ['pushes', 'hours']],
  ['banner', 'entwurf', []],
  ['banner', 'geplant', ['unbegun']],
  ['banner', 'aktiv', []],
  ['banner', 'ausgeblendet', []],
  ['banner', 'abgelaufen', []],
  ['club', 'geplant', ['unbegun']],
  ['club', 'aktiv', ['unbegun']],
  ['club', 'ausgeblendet', ['unbegun']],
  ['club', 'abgelaufen', ['unbegun']],
])('the deletion of the %s in the state %s refunds %j [FIX-40]', (thing, status, parts) => {
  expect(
    PARTS.filter((part) =>
      comesBack(thing, status as keyof (typeof ON_DELETION)[typeof thing], part),
    ),
  ).toEqual(parts);
});

test('the question before the deletion of a run that has not begun names the whole price [FIX-40]', () => {
  const text = 'Du bekommst den ganzen Preis zurück: 40 Credits.';
  expect(deletionText('inserat', 'geplant', { unbegun: 40 })).toBe(text);
  expect(deletionText('banner', 'geplant', { unbegun: 40 })).toBe(text);
  expect(deletionText('club', 'geplant', { unbegun: 40 })).toBe(text);
  expect(deletionText('club', 'abgelaufen', { unbegun: 40 })).toBe(text);
});

test('of a running club it names the months that have not begun, and that the rest is lost [FIX-40]', () => {
  const text =
    'Für Laufzeiten, die noch nicht begonnen haben, bekommst du 50 Credits zurück. Für die restliche Laufzeit wird nichts erstattet.';
  expect(deletionText('club', 'aktiv', { unbegun: 50 })).toBe(text);
  expect(deletionText('club', 'ausgeblendet', { unbegun: 50 })).toBe(text);
});

test.each([
  [
    'pushes',
    { pushes: true },
    'Du bekommst zurück, was du für noch ausstehende Pushes bezahlt hast, sonst nichts.',
  ],
  [
    'hours',
    { hours: true },
    'Du bekommst zurück, was du für ausgefallene Stunden von TopAd und Story bezahlt hast, sonst nichts.',
  ],
  [
    'both',
    { pushes: true, hours: true },
    'Du bekommst zurück, was du für noch ausstehende Pushes und für ausgefallene Stunden von TopAd und Story bezahlt hast, sonst nichts.',
  ],
])('of an ad it names what is owed: %s [FIX-40]', (_title, owed, text) => {
  for (const status of ['aktiv', 'ausgeblendet', 'abgelaufen'] as const)
    expect(deletionText('inserat', status, owed), status).toBe(text);
});

test('with nothing owed it says so while a run goes on, and nothing otherwise [FIX-40]', () => {
  const nothing = 'Für die restliche Laufzeit wird nichts erstattet.';
  for (const thing of ['inserat', 'banner', 'club'] as const) {
    expect(deletionText(thing, 'aktiv', { unbegun: 0, pushes: false, hours: false }), thing).toBe(
      nothing,
    );
    expect(deletionText(thing, 'ausgeblendet', {}), thing).toBe(nothing);
    expect(
      [deletionText(thing, 'geplant', {}), deletionText(thing, 'abgelaufen', {})],
      thing,
    ).toEqual(['', '']);
  }
  expect(deletionText('inserat', 'entwurf', { unbegun: 40, pushes: true, hours: true })).toBe('');
});

test('what is owed of another part than the state refunds is not promised [FIX-40]', () => {
  expect(deletionText('inserat', 'geplant', { pushes: true })).toBe('');
  expect(deletionText('inserat', 'aktiv', { unbegun: 40 })).toBe(
    'Für die restliche Laufzeit wird nichts erstattet.',
  );
  expect(deletionText('banner', 'abgelaufen', { unbegun: 400 })).toBe('');
});

test.each([
  ['nothing missed', 0, 0, 0],
  ['a moment', 1, 1, 3],
  ['one hour', HOUR_MS, 1, 3],
  ['a moment more than an hour', HOUR_MS + 1, 2, 6],
  ['half of them', 12 * HOUR_MS, 12, 40],
  ['all of them', 24 * HOUR_MS, 24, 80],
  ['more than was bought', 30 * HOUR_MS, 24, 80],
])(
  'a TopAd of 24 hours with %s refunds the hours that did not run [EXP-62]',
  (_title, missedMs, hours, credits) => {
    expect(unrun({ price: 80, hours: 24, missedMs })).toEqual({ hours, credits });
  },
);

test('a TopAd of fewer hours refunds the part of the price that was paid for it [EXP-62]', () => {
  expect(unrun({ price: 27, hours: 8, missedMs: 2 * HOUR_MS })).toEqual({ hours: 2, credits: 6 });
});

test('terms and FAQ state refunds in whole sentences, like the editor [FIX-40]', () => {
  for (const sentence of nonEmpty(REFUND_SENTENCES))
    expect(sentence).toMatch(/^[A-ZÄÖÜ].*[a-zäöü]\.$/);
  expect(new Set(REFUND_SENTENCES).size).toBe(REFUND_SENTENCES.length);
  expect(REFUND_SENTENCES).toContain(TAKEN_OUT);
});
