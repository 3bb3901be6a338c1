import { expect, test } from 'vitest';
import { codeState, mostCost, planProblems, type SeriesPlan, seriesState } from './series-rules.ts';

const plan = (given: Partial<SeriesPlan> = {}): SeriesPlan => ({
  name: 'Herbst',
  code: 'HERBST-26',
  count: 1,
  credits: 10,
  from: null,
  until: null,
  budget: null,
  uses: null,
  perAccount: 1,
  onlyNew: false,
  ...given,
});
const TODAY = '2026-11-20';

test.each<[Partial<SeriesPlan>, string, RegExp]>([
  [{ name: '' }, 'name', /erforderlich/],
  [{ code: '' }, 'code', /erforderlich/],
  [{ code: 'A!' }, 'code', /Gutschein-Format/],
  [{ code: 'HERBST-#######' }, 'code', /Mindestens 8 Zeichen «#»/],
  [{ count: 2 }, 'code', /braucht es «#»/],
  [{ count: 1_000_000, code: 'H########' }, 'count', /von 1 bis 10’000\./],
  [{ count: 0 }, 'count', /von 1 bis/],
  [{ count: Number.NaN }, 'count', /von 1 bis/],
  [{ credits: 1.5 }, 'credits', /von 1 bis 100’000\./],
  [{ credits: -5 }, 'credits', /von 1 bis/],
  [{ from: '2026-11-19' }, 'from', /vorbei/],
  [{ until: '2026-02-30' }, 'until', /Ungültiges Format/],
  [{ until: '2026-11-19' }, 'until', /vorbei/],
  [{ from: '2026-12-02', until: '2026-12-01' }, 'until', /vor dem Anfang/],
  [{ budget: 9 }, 'budget', /reicht nicht/],
  [{ budget: 0 }, 'budget', /von 1 bis/],
  [{ uses: 0 }, 'uses', /von 1 bis/],
  [{ perAccount: 101 }, 'per_account', /von 1 bis 100\./],
])('a plan with %j is refused at its field %s [BOF-102]', (given, field, words) => {
  const problems = planProblems(plan(given), TODAY);
  expect(Object.keys(problems)).toEqual([field]);
  expect(problems[field]).toMatch(words);
});

test('today is not over, and 10,000 codes of a pattern are possible [BOF-102]', () => {
  const possible = { from: TODAY, until: TODAY, code: 'H-########', count: 10_000, budget: 10 };
  expect(planProblems(plan(possible), TODAY)).toEqual({});
});

test.each<[Partial<SeriesPlan>, number]>([
  [{}, Number.POSITIVE_INFINITY],
  [{ uses: 20 }, 200],
  [{ budget: 150 }, 150],
  [{ uses: 20, budget: 150 }, 150],
  [{ code: 'H-########', count: 7 }, 70],
  [{ code: 'H-########', count: 7, uses: 3 }, 30],
])('a plan with %j costs at most %d credits [BOF-101]', (given, most) => {
  expect(mostCost(plan(given))).toBe(most);
});

const now = new Date('2026-11-20T12:00:00Z');
const standing = {
  credits: 10,
  startsAt: now,
  expiresAt: null,
  stoppedAt: null,
  budget: 100,
  spent: 90,
  maxUses: null,
  uses: 9,
  open: 1,
};
test.each([
  [{}, 'running'],
  [{ startsAt: new Date(now.getTime() + 1) }, 'planned'],
  [{ spent: 91 }, 'used_up'],
  [{ maxUses: 9 }, 'used_up'],
  [{ open: 0 }, 'used_up'],
  [{ expiresAt: now }, 'ended'],
  [{ expiresAt: new Date(now.getTime() + 1) }, 'running'],
  [{ expiresAt: now, stoppedAt: now }, 'stopped'],
])('a series with %j is %s [BOF-103]', (given, state) => {
  expect(seriesState({ ...standing, ...given }, now)).toBe(state);
});

test.each([
  [{ uses: 1, maxUses: 1 }, 'stopped', 'redeemed'],
  [{ uses: 0, maxUses: 1 }, 'stopped', 'stopped'],
  [{ uses: 5, maxUses: null }, 'ended', 'ended'],
  [{ uses: 5, maxUses: null }, 'running', 'open'],
  [{ uses: 0, maxUses: 1 }, 'planned', 'open'],
  // The budget of the series is gone.
  [{ uses: 0, maxUses: 1 }, 'used_up', 'used_up'],
  [{ uses: 1, maxUses: 1 }, 'used_up', 'redeemed'],
] as const)('a code used as %j of a series that is %s is %s [BOF-103]', (code, series, state) => {
  expect(codeState(code, series)).toBe(state);
});
