import { expect, test } from 'vitest';
import { lowerEnvelope, slope } from './measure.ts';

/** Memory in MB every six seconds of half an hour, as a garbage collector leaves it. */
const halfAnHour = (growthPerMinute: number) =>
  Array.from({ length: 300 }, (_, n) => {
    const at = (n * 6) / 60;
    // Fills up and is swept each 40 seconds, and twice something large comes and goes.
    const sawtooth = ((n * 6) % 40) / 2;
    const peak = n % 150 > 145 ? 150 : 0;
    return { at, value: 250 + growthPerMinute * at + sawtooth + peak };
  });

const slopeOf = (growthPerMinute: number) => slope(lowerEnvelope(halfAnHour(growthPerMinute), 10));

test('the slope of memory tells a leak from a garbage collector at work', () => {
  expect(Math.abs(slopeOf(0) * 30)).toBeLessThan(1);
  expect(slopeOf(1) * 30).toBeCloseTo(30, 0);
  expect(slopeOf(-1) * 30).toBeCloseTo(-30, 0);
});
