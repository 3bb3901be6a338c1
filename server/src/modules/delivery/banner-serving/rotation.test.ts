import { expect, test } from 'vitest';
import { type Rotation, takeTurns, updateRotation } from './rotation.ts';

const ids = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);
const all = () => true;
function shares<Id>(chosen: Id[]): Map<Id, number> {
  const counts = new Map<Id, number>();
  for (const id of chosen) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
const spread = (counts: number[]) => Math.max(...counts) - Math.min(...counts);

test.each([1, 2, 3, 7, 50, 1000])(
  '%i banners are chosen equally often, with a difference of at most one at any time [BAN-10]',
  (count) => {
    const round = updateRotation(undefined, ids(count));
    const chosen: number[] = [];
    for (let turn = 0; turn < count * 3 + 1; turn++) {
      chosen.push(...takeTurns(round, 1, all));
      if (turn < count) expect(new Set(chosen).size).toBe(turn + 1);
    }
    const counts = [...shares(chosen).values()];
    expect([counts.length, Math.max(...counts)]).toEqual([count, 4]);
    expect(spread(counts)).toBeLessThanOrEqual(1);
  },
);

test('banners that stay are chosen equally often while others are added and removed [BAN-10]', () => {
  let seed = 7;
  const draw = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const staying = ids(9);
  let round: Rotation<number> | undefined;
  let guests: number[] = [];
  const chosen: number[] = [];
  for (let turn = 0; turn < 5000; turn++) {
    if (turn % 3 === 0) {
      guests = guests.filter(() => draw(3) > 0);
      if (draw(2) === 0) guests.push(1000 + turn);
      round = updateRotation(round, [...staying, ...guests], draw);
    }
    chosen.push(...takeTurns(round!, 1 + (turn % 2), all));
  }
  const counts = shares(chosen);
  expect(spread(staying.map((id) => counts.get(id) ?? 0))).toBeLessThanOrEqual(1);
  expect(counts.size).toBeGreaterThan(500);
});

test('a banner that may not be shown is skipped without costing another its turn [BAN-10]', () => {
  const round = updateRotation(undefined, ids(10));
  const chosen = Array.from({ length: 140 }, () => takeTurns(round, 1, (id) => id <= 7)).flat();
  expect(shares(chosen).size).toBe(7);
  expect([...shares(chosen).values()]).toEqual(Array(7).fill(20));
  expect(takeTurns(round, 3, () => false)).toEqual([]);
});

test('several banners chosen at once are distinct and limited by the number available [BAN-10]', () => {
  const round = updateRotation(undefined, ids(3));
  expect(takeTurns(round, 10, all).toSorted()).toEqual([1, 2, 3]);
  const chosen = Array.from({ length: 30 }, () => takeTurns(round, 2, all));
  for (const pair of chosen) expect(new Set(pair).size).toBe(2);
  expect([...shares(chosen.flat()).values()]).toEqual([20, 20, 20]);
  expect(takeTurns(updateRotation(undefined, []), 5, all)).toEqual([]);
});

test('the first turn is random: no banner is always first after a start [BAN-10]', () => {
  const firsts = new Set(
    Array.from({ length: 200 }, () => takeTurns(updateRotation(undefined, ids(4)), 1, all)[0]),
  );
  expect(firsts.size).toBe(4);
});
