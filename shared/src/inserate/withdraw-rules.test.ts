import { expect, test } from 'vitest';
import { withdrawableUntil } from './withdraw-rules.ts';

const bookedAt = new Date('2026-11-20T12:00:00Z');

test.each([
  ['free, without a charge', { free: true, charged: 0 }, new Date('2026-11-20T12:10:00Z')],
  ['free, with a charge for an extra', { free: true, charged: 5 }, null],
  ['Premium, not charged yet', { free: false, charged: 0 }, null],
  ['Premium, charged', { free: false, charged: 45 }, null],
])(
  'an ad that is %s: until when its booking can be withdrawn [EXP-28]',
  (_title, booked, until) => {
    expect(withdrawableUntil({ ...booked, bookedAt })).toEqual(until);
  },
);
