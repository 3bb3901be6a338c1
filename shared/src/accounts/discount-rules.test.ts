import { describe, expect, test } from 'vitest';
import { fieldTexts } from '../kernel/text.ts';
import { discountAt, discountProblems } from './discount-rules.ts';

const END = new Date('2026-12-01T00:00:00Z');
const beside = (ms: number) => new Date(END.getTime() + ms);

describe('a personal discount', () => {
  test('counts until its end, without one for good [BOF-104]', () => {
    const of = { discount_percent: 5, discount_ends_at: END };
    expect([-1, 0, 1].map((ms) => discountAt(of, beside(ms)))).toEqual([5, 0, 0]);
    expect(discountAt({ discount_percent: 5, discount_ends_at: null }, END)).toBe(5);
  });

  const TODAY = '2026-11-29';
  test.each([
    [5, '2026-11-29', {}],
    [5, '2026-11-30', {}],
    [100, '2027-01-31', {}],
    [0, null, {}],
    [5, '2026-11-28', { until: 'Dieser Tag ist vorbei.' }],
    [5, null, { until: fieldTexts.required }],
    [5, '2026-02-30', { until: fieldTexts.format }],
    [5, 'morgen', { until: fieldTexts.format }],
    [0, '2026-12-01', { until: 'Ohne Rabatt gibt es kein Ende.' }],
    ...[101, -1, 2.55].map(
      (percent) =>
        [
          percent,
          '2026-12-01',
          { percent: 'Eine Zahl von 0 bis 100, mit höchstens einer Stelle nach dem Punkt.' },
        ] as const,
    ),
  ] as const)('of %s until %s has the problems %j [BOF-104]', (percent, until, problems) => {
    expect(discountProblems({ percent, until }, TODAY)).toEqual(problems);
  });
});
