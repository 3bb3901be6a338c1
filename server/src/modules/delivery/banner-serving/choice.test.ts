import { expect, test } from 'vitest';
import { type Round, renewed, take } from './choice.ts';

const ids = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);
const all = () => true;
function shares<Id>(chosen: Id[]): Map<Id, number> {
  const counts = new Map<Id, number>();
  for (const id of chosen) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
const spread = (counts: number[]) => Math.max(...counts) - Math.min(...counts);

test.each([1, 2, 3, 7, 50, 1000])(
  '%i banners are chosen equally often, at every moment but for one [BAN-10]',
  (count) => {
    const round = renewed(undefined, ids(count));
    const chosen: number[] = [];
    for (let turn = 0; turn < count * 3 + 1; turn++) {
      chosen.push(...take(round, 1, all));
      if (turn < count) expect(new Set(chosen).size).toBe(turn + 1);
    }
    const counts = [...shares(chosen).values()];
    expect([counts.length, Math.max(...counts)]).toEqual([count, 4]);
    expect(spread(counts)).toBeLessThanOrEqual(1);
  },
);

test('who stays is chosen as often as the others who stay, while banners come and go all the time [BAN-10]', () => {
  let seed = 7;
  const draw = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const staying = ids(9);
  let round: Round<number> | undefined;
  let guests: number[] = [];
  const chosen: number[] = [];
  for (let turn = 0; turn < 5000; turn++) {
    if (turn % 3 === 0) {
      guests = guests.filter(() => draw(3) > 0);
      if (draw(2) === 0) guests.push(1000 + turn);
      round = renewed(round, [...staying, ...guests], draw);
    }
    chosen.push(...take(round!, 1 + (turn % 2), all));
  }
  const counts = shares(chosen);
  expect(spread(staying.map((id) => counts.get(id) ?? 0))).toBeLessThanOrEqual(1);
  expect(counts.size).toBeGreaterThan(500);
});

test('one that may not be shown now is passed over and costs nobody a turn [BAN-10]', () => {
  const round = renewed(undefined, ids(10));
  const chosen = Array.from({ length: 140 }, () => take(round, 1, (id) => id <= 7)).flat();
  expect(shares(chosen).size).toBe(7);
  expect([...shares(chosen).values()]).toEqual(Array(7).fill(20));
  expect(take(round, 3, () => false)).toEqual([]);
});

test('several at once are different ones, and no more than there are [BAN-10]', () => {
  const round = renewed(undefined, ids(3));
  expect(take(round, 10, all).toSorted()).toEqual([1, 2, 3]);
  const chosen = Array.from({ length: 30 }, () => take(round, 2, all));
  for (const pair of chosen) expect(new Set(pair).size).toBe(2);
  expect([...shares(chosen.flat()).values()]).toEqual([20, 20, 20]);
  expect(take(renewed(undefined, []), 5, all)).toEqual([]);
});

test('the first turn is drawn: no banner is always the first after a start [BAN-10]', () => {
  const firsts = new Set(Array.from({ length: 200 }, () => take(renewed(undefined, ids(4)), 1, all)[0]));
  expect(firsts.size).toBe(4);
});
