import { expect, test } from 'vitest';
import { DEEP, rounds } from '../process/deep.ts';
import { runPointInTime } from './point-in-time.ts';

test.runIf(DEEP)(
  'a base backup and the archived log bring back any instant of a house at work [RUN-09]',
  async () => {
    const report = await runPointInTime({
      rounds: rounds(1, 5),
      seconds: rounds(2, 10),
      seed: Date.now() % 1_000_000,
    });
    expect(report.differences).toEqual([]);
    // Work went on after the instant, or it proves nothing.
    for (const { atInstant, end } of report.transfers) expect(atInstant).toBeLessThan(end);
    expect(report.transfers).toHaveLength(rounds(1, 5));
  },
);
