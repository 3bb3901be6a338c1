import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../kernel/time.ts';
import { PRICES } from '../testing/prices.ts';
import {
  formatHours,
  noRoomText,
  PROMOTED_HOURS,
  partPrice,
  promotionOffer,
  unrunText,
} from './promotion-rules.ts';

const FROM = new Date('2026-11-20T12:00:00Z');
const later = (ms: number) => new Date(FROM.getTime() + ms);
const WHOLE_UNTIL = later(DAY_MS);

/** The offer for an ad that ends so long after the promotion would begin. */
const offer = (
  leftMs: number,
  more: { kind?: 'topAd' | 'story'; renews?: boolean; renewable?: boolean } = {},
) => {
  const { kind = 'topAd', renews = false, renewable = true } = more;
  return promotionOffer(PRICES.extras, kind, { from: FROM, end: later(leftMs), renews, renewable });
};

test('TopAd and story last 24 hours and cost 80 and 10 credits [EXP-60]', () => {
  expect(PROMOTED_HOURS).toBe(24);
  expect([PRICES.extras.topAd, PRICES.extras.story]).toEqual([80, 10]);
});

test.each([
  ['24 hours left', DAY_MS, false],
  ['weeks left', 20 * DAY_MS, false],
  ['a moment less than 24 hours left of an ad that renews itself', DAY_MS - 1, true],
  ['one hour left of an ad that renews itself', HOUR_MS, true],
])('with %s it is sold whole [EXP-60, EXP-61]', (_title, left, renews) => {
  const whole = { hours: 24, until: WHOLE_UNTIL, renewing: null };
  expect(offer(left, { renews })).toEqual({ ...whole, price: 80 });
  expect(offer(left, { renews, kind: 'story' })).toEqual({ ...whole, price: 10 });
});

test.each([
  ['a moment less than 24 hours', DAY_MS - 1, 23, 77],
  ['8 hours and a half', 8.5 * HOUR_MS, 8, 27],
  ['2 hours', 2 * HOUR_MS, 2, 7],
  ['one hour', HOUR_MS, 1, 4],
])(
  'with %s left the whole hours are sold until the end of the ad [EXP-61]',
  (_title, left, hours, price) => {
    expect(offer(left, { renewable: false })).toEqual({
      hours,
      price,
      until: later(left),
      renewing: null,
    });
  },
);

test('an ad that can renew itself has the whole as the other way [EXP-61]', () => {
  const other = { price: 80, until: WHOLE_UNTIL };
  expect(offer(8 * HOUR_MS)).toEqual({
    hours: 8,
    price: 27,
    until: later(8 * HOUR_MS),
    renewing: other,
  });
  expect(offer(8 * HOUR_MS, { kind: 'story' }).renewing).toEqual({ price: 10, until: WHOLE_UNTIL });
});

test.each([
  ['a moment less than an hour', HOUR_MS - 1],
  ['nothing', 0],
  ['less than nothing, behind the one that runs', -5 * HOUR_MS],
])('with %s left none is sold, not even for an ad that renews itself [EXP-60]', (_title, left) => {
  for (const renews of [true, false]) {
    expect(offer(left, { renews })).toEqual({ hours: 0, price: 0, until: FROM, renewing: null });
  }
});

test('some hours cost their part, rounded up to whole credits [EXP-61]', () => {
  expect([0, 1, 12, 13, 23, 24].map((hours) => partPrice(80, hours))).toEqual([
    0, 4, 40, 44, 77, 80,
  ]);
  expect(partPrice(20, 3, 7)).toBe(9);
});

test('no part costs more than a longer one, and none less than its share [EXP-61]', () => {
  const hour = fc.integer({ min: 0, max: 23 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1000 }), hour, (price, hours) => {
      const part = partPrice(price, hours);
      expect(Number.isSafeInteger(part)).toBe(true);
      expect(part * PROMOTED_HOURS).toBeGreaterThanOrEqual(price * hours);
      expect(partPrice(price, hours + 1)).toBeGreaterThanOrEqual(part);
    }),
  );
});

test('hours in words know one and many', () => {
  expect([0, 1, 2, 24].map(formatHours)).toEqual([
    '0 Stunden',
    '1 Stunde',
    '2 Stunden',
    '24 Stunden',
  ]);
});

test('what comes back names the hours that did not run [EXP-62]', () => {
  expect(unrunText('topAd', 3)).toBe('Nicht gelaufen: 3 Stunden TopAd');
  expect(unrunText('story', 1)).toBe('Nicht gelaufen: 1 Stunde Story');
});

test('a refusal says until when one runs, or that the ad ends too soon [EXP-60]', () => {
  const running = new Date('2026-11-21T17:42:00Z');
  expect(noRoomText('topAd', running)).toBe(
    'TopAd läuft schon bis 21.11., 18:42. Mehr passt nicht in die Laufzeit.',
  );
  expect(noRoomText('story', running)).toBe(
    'Die Story läuft schon bis 21.11., 18:42. Mehr passt nicht in die Laufzeit.',
  );
  expect(noRoomText('topAd', null)).toBe('Die Laufzeit reicht nicht mehr für TopAd.');
  expect(noRoomText('story', null)).toBe('Die Laufzeit reicht nicht mehr für eine Story.');
});
