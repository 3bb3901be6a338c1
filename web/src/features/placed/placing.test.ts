import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import type { PlacedOn } from '@samtrot/shared/overview/placed-contract.ts';
import { expect, test } from 'vitest';
import { allArrived, arrivedText, firstArrival, placingOf, termSentence } from './placing.ts';

const ad = {
  ID: 20047,
  inserat_status: 'aktiv',
  start_at: '2026-11-23T08:12:00.000Z',
  end_at: '2026-12-23T08:12:00.000Z',
} as Inserat;
const account = (inserat_status: string, hold?: { kind: string; first?: boolean }) =>
  ({
    Inserats: [{ ...ad, inserat_status }],
    holds: hold
      ? [{ object: { type: 'inserat', id: 20047 }, first: true, released_at: null, ...hold }]
      : [],
  }) as unknown as Parameters<typeof placingOf>[0];

test.each([
  ['aktiv', undefined, 'online'],
  ['geplant', undefined, 'planned'],
  ['geplant', { kind: 'waiting' }, 'review'],
  ['aktiv', { kind: 'waiting' }, 'review'],
] as const)(
  'an ad that is %s with the hold %j is %s after placing [EXP-27]',
  (status, hold, placing) => {
    expect(placingOf(account(status, hold), 20047)?.placing).toBe(placing);
  },
);

test.each([
  ['entwurf', undefined],
  ['ausgeblendet', undefined],
  ['abgelaufen', undefined],
  ['aktiv', { kind: 'blocked' }],
  ['aktiv', { kind: 'waiting', first: false }],
] as const)('an ad that is %s with the hold %j has no panel [EXP-20, EXP-27]', (status, hold) => {
  expect(placingOf(account(status, hold), 20047)).toBeNull();
});

test('a number of no ad of the account has no panel [EXP-20]', () => {
  expect(placingOf(account('aktiv'), 20048)).toBeNull();
  expect(placingOf(account('aktiv'), Number.NaN)).toBeNull();
});

test('the sentence names term and cost in Swiss time [EXP-20, EXP-27]', () => {
  const said = { cost: 0, promise: null };
  expect(termSentence({ ad, placing: 'online' }, said)).toBe(
    'Online bis 23.12.2026, 09:12. Kosten: 0 Credits.',
  );
  const start_at = '2026-11-25T17:00:00.000Z';
  expect(termSentence({ ad: { ...ad, start_at }, placing: 'planned' }, { ...said, cost: 45 })).toBe(
    'Es geht am 25.11.2026 um 18:00 online. Kosten: 45 Credits.',
  );
  const promise = 'Meist dauert es 2 Stunden.';
  expect(termSentence({ ad, placing: 'review' }, { cost: null, promise })).toBe(promise);
});

const site = (name: string, arrived_after: number | null): PlacedOn => ({
  id: 1,
  name,
  url: 'https://a.example',
  arrived_after,
  without_pictures: false,
});

test('the first arrival is the quickest, of two alike the first in the list [EXP-22, EXP-23]', () => {
  const sites = [site('A', null), site('B', 4), site('C', 3), site('D', 3)];
  expect(firstArrival(sites)?.name).toBe('C');
  expect(arrivedText(sites)).toBe('3 von 4 angekommen');
  expect(allArrived(sites)).toBe(false);
  expect(allArrived(sites.slice(1))).toBe(true);
  expect(firstArrival([site('A', null)])).toBeUndefined();
});
