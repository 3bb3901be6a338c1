import { expect, test } from 'vitest';
import { DAY_MS } from '../kernel/time.ts';
import {
  endingAds,
  holdIsStep,
  mostUrgent,
  PAYMENT_OPEN_MS,
  STEP_KINDS,
  STEPS_MOST,
} from './step-rules.ts';

const NOW = new Date('2026-11-23T08:12:00Z');
const hours = (n: number) => new Date(NOW.getTime() + n * 3_600_000).toISOString();

test('of all kinds the five most urgent are left, in the order of urgency [EXP-33]', () => {
  const all = STEP_KINDS.map((kind) => ({ kind, at: null })).reverse();
  expect(mostUrgent(all).map(({ kind }) => kind)).toEqual(STEP_KINDS.slice(0, STEPS_MOST));
  expect(PAYMENT_OPEN_MS).toBe(2 * DAY_MS);
});

test('of one kind the one whose time came first leads, one without a time comes last [EXP-33]', () => {
  const drafts = [null, hours(-1), null, hours(-5)].map((at) => ({ kind: 'draft' as const, at }));
  const steps = [...drafts, { kind: 'ending' as const, at: hours(3) }];
  expect(mostUrgent(steps).map(({ at }) => at)).toEqual([
    ...[hours(3), hours(-5), hours(-1), null, null],
  ]);
});

test('many of one kind leave a place to each other kind, in the order of urgency [EXP-33, EXP-91]', () => {
  const ending = [4, 2, 6, 1, 5, 3].map((n) => ({ kind: 'ending' as const, at: hours(n) }));
  const answer = { kind: 'answer' as const, at: hours(-1) };
  const draft = { kind: 'draft' as const, at: null };
  expect(mostUrgent([draft, answer, ...ending])).toEqual([
    ...[1, 2, 3].map((n) => ({ kind: 'ending', at: hours(n) })),
    ...[answer, draft],
  ]);
});

const ad = {
  inserat_status: 'aktiv',
  end_at: hours(23.9),
  reaktivierung: false,
  renewal_price: 40,
};
test.each<[boolean, string, Partial<typeof ad>, number]>([
  [true, 'ends within a day', {}, 0],
  [false, 'ends in a day', { end_at: hours(24) }, 0],
  [false, 'has ended', { end_at: hours(-1) }, 0],
  [false, 'ends this moment', { end_at: hours(0) }, 0],
  [false, 'has no end', { end_at: null } as object, 0],
  [false, 'is planned', { inserat_status: 'geplant' }, 0],
  [false, 'is renewed by itself', { reaktivierung: true }, 40],
  [true, 'cannot be renewed with these credits', { reaktivierung: true }, 39],
])('%s: an ad that %s [EXP-33]', (is, _what, part, credits) => {
  expect(endingAds([{ ...ad, ...part }], credits, NOW).length).toBe(is ? 1 : 0);
});

test('of ads that renew themselves those end for which the credits no longer reach [EXP-33]', () => {
  const renewed = { ...ad, reaktivierung: true };
  const [last, first, cheap] = [
    renewed,
    { ...renewed, end_at: hours(1) },
    { ...renewed, end_at: hours(23.95), renewal_price: 20 },
  ];
  expect(endingAds([last, first, cheap], 80, NOW)).toEqual([cheap]);
  expect(endingAds([last, first, cheap], 60, NOW)).toEqual([last]);
  expect(endingAds([last, first, cheap], 100, NOW)).toEqual([]);
});

const hold = {
  kind: 'revise',
  first: false,
  released_at: null,
  resubmitted_at: null,
  may_resubmit: true,
  may_appeal: true,
} as Parameters<typeof holdIsStep>[0];
test.each<[boolean, string, Partial<typeof hold>]>([
  [true, 'can be revised', {}],
  [true, 'can only be appealed', { kind: 'final', may_resubmit: false }],
  [false, 'leaves nothing to do', { kind: 'final', may_resubmit: false, may_appeal: false }],
  [false, 'is looked at again', { resubmitted_at: hours(-1) }],
  [false, 'is released', { released_at: hours(-1) }],
  [false, 'waits for its first look', { kind: 'waiting', first: true }],
  [true, 'asks for a change at its first look', { first: true }],
  [true, 'waits for another look and can be appealed', { kind: 'waiting' }],
])('%s: a hold that %s [EXP-33, EXP-34]', (is, _what, part) => {
  expect(holdIsStep({ ...hold, ...part })).toBe(is);
});
