import { expect, test } from 'vitest';
import { DEEP } from '../process/deep.ts';
import { runPointInTime } from './point-in-time.ts';

const ROUNDS = 5;

test.runIf(DEEP)(
  'a base backup and the archived log bring back any instant of a house at work [RUN-09]',
  async () => {
    const report = await runPointInTime({
      rounds: ROUNDS,
      seconds: 10,
      seed: Date.now() % 1_000_000,
    });
    expect(report.differences).toEqual([]);
    // Work went on after the instant, or it proves nothing.
    for (const { atInstant, end } of report.transfers) expect(atInstant).toBeLessThan(end);
    expect(report.transfers).toHaveLength(ROUNDS);
  },
);
